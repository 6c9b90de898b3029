#!/bin/sh
# slow_sink with ten times the input: nothing lost, nothing idle (its exit status), and at most 1.2 times the memory.
# A sanitizer keeps freed memory back, so there only the exit status counts.
set -eu
few=$("$1" --events 1000000)
many=$("$1" --events 10000000)
peak() { echo "$1" | sed -n 's/^peak RssAnon \([0-9]*\) KiB$/\1/p'; }
echo "$few"
echo "$many"
test "$(echo "$many" | sed -n 's/^rows //p')" -eq 100000
if nm "$1" 2>/dev/null | grep -q __asan_init; then exit 0; fi
test "$(($(peak "$many") * 10))" -le "$(($(peak "$few") * 12))"
