#!/bin/sh
# .ci/check.sh [--quick]: the checks besides the tests of the release build.
#   --quick  seconds, nothing is compiled: format, arrows between folders, unregistered sources, scripts, places
#   (all)    also: every header compiles alone; every test under the address and undefined-behaviour sanitizers; the
#            tests of what uses no actor under the thread sanitizer
# All of them run, whatever fails. The last line is "N passed, N failed": each check is one, each test case is one.
set -u
cd "$(dirname "$0")/.."
. cmake/setup.sh
passed=0
failed=0

# check NAME COMMAND...: runs one check.
check() {
  name=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
    say "$name: ok"
  else
    failed=$((failed + 1))
    say "$name: FAILED"
  fi
}

# sanitized PRESET: builds and tests the preset and adds its counts.
sanitized() {
  record=$(mktemp)
  tests/run.sh "$1" | tee "$record"
  last=$(tail -n 1 "$record")
  rm -f "$record"
  case $last in
    *" passed, "*" failed")
      passed=$((passed + ${last%% passed*}))
      counted=${last##* passed, }
      failed=$((failed + ${counted%% failed}))
      say "$1: $last"
      ;;
    *)
      failed=$((failed + 1))
      say "$1: FAILED without a count"
      ;;
  esac
}

check "format" tests/checks/format.sh .
check "arrows between folders" tests/checks/layers.sh .
check "no unregistered source or test" tests/checks/registered.sh .
check "scripts may be executed" tests/checks/scripts.sh .
check "no place of one machine" tests/checks/places.sh .

if [ "${1:-}" != --quick ]; then
  check "every header compiles alone" build_preset release headers_alone
  export ASAN_OPTIONS="strict_string_checks=1:detect_stack_use_after_return=1"
  export UBSAN_OPTIONS="print_stacktrace=1"
  sanitized asan
  sanitized tsan
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
