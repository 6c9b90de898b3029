#!/bin/sh
# format.sh ROOT: every C++ file is as clang-format writes it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$1
if ! command -v clang-format >/dev/null; then
  echo "clang-format is missing. On Debian: apt-get install clang-format"
  exit 1
fi
cd "$root" || exit 1
"$here/files.sh" . | grep -E '\.(hpp|cpp)$' | xargs -r clang-format --dry-run --Werror
