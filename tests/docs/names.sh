#!/bin/sh
# names.sh ROOT: what README.md and docs/ name is there: tests by their file's name, and the targets of links.
set -u
cd "$1" || exit 1
status=0

complain() {
  echo "$1"
  status=1
}

for page in README.md docs/*.md docs/decisions/*.md; do
  for test in $(grep -oE '[a-z0-9_]+_test\.(cpp|sh)' "$page" | sort -u); do
    [ -n "$(find tests -name "$test" -print -quit)" ] || complain "$page names $test, and there is no such test"
  done
  folder=$(dirname "$page")
  for target in $(grep -oE '\]\([^)#:]+\)' "$page" | sed 's/^](//; s/)$//' | sort -u); do
    [ -e "$folder/$target" ] || complain "$page links to $target, which is not there"
  done
  # Paths from the root; what is built is not there yet.
  for path in $(grep -oE '`(core|actors|examples|docs|cmake|tests)/[A-Za-z0-9_./-]+`' "$page" | tr -d '`' | sort -u); do
    [ -e "$path" ] || [ -e "tests/$path" ] || complain "$page names $path, which is not there"
  done
done
exit $status
