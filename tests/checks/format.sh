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
unlike=$("$here/files.sh" . | grep -E '\.(hpp|cpp)$' | xargs -r clang-format --dry-run 2>&1 |
  sed -n 's/:[0-9]*:[0-9]*: .*clang-format-violations.*//p' | sort -u)
if [ -n "$unlike" ]; then
  printf 'not as clang-format writes it (clang-format -i FILE): %s\n' $unlike
  exit 1
fi
