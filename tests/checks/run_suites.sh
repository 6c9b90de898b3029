#!/bin/sh
# run_suites.sh BUILD_FOLDER: runs every registered test of a finished build and counts the cases.
# The last line is "N passed, N failed"; the exit status is 1 when one failed or none ran.
set -u
build=$(cd "$1" && pwd) || exit 1
here=$(cd "$(dirname "$0")" && pwd)

# The thread sanitizer of gcc 12 cannot place its shadow under a kernel that randomises addresses widely.
steady=""
if grep -q '^MILLRACE_SANITIZE:STRING=thread' "$build/CMakeCache.txt" && setarch "$(uname -m)" -R true 2>/dev/null; then
  steady="setarch $(uname -m) -R"
fi

rm -f "$build"/tests/reports/*.xml "$build/tests/ctest.xml"
# shellcheck disable=SC2086
$steady ctest --test-dir "$build" --parallel "$(nproc)" --output-on-failure --output-junit "$build/tests/ctest.xml"
"$here/count.sh" "$build/tests"
