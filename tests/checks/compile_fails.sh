#!/bin/sh
# compile_fails.sh fails|compiles REGEX COMPILER ARGUMENT...
# fails: the compiler must refuse, with words that match the extended regular expression. compiles: it must accept.
set -u
expected=$1
regex=$2
shift 2

# Messages without colours and without typographic quotes.
words=$(LC_ALL=C "$@" -fdiagnostics-color=never 2>&1)
status=$?

if [ "$expected" = compiles ]; then
  [ "$status" -eq 0 ] && exit 0
  printf 'expected to compile, but:\n%s\n' "$words"
  exit 1
fi
if [ "$status" -eq 0 ]; then
  echo "expected a refusal, but it compiles"
  exit 1
fi
if ! printf '%s\n' "$words" | grep -qE -e "$regex"; then
  printf 'refused, but not with words that match "%s":\n%s\n' "$regex" "$words"
  exit 1
fi
