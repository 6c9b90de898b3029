#!/bin/sh
# readme.sh README LANGUAGE FILE: the README shows FILE, as it is, as one of its blocks of LANGUAGE.
set -eu
readme=$1
language=$2
shown=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
awk -v start="\`\`\`$language" -v out="$scratch/block" '
  inside && $0 == "```" { inside = 0; close(out blocks); next }
  inside { print > (out blocks) }
  !inside && $0 == start { inside = 1; blocks++; printf "" > (out blocks) }' "$readme"
for block in "$scratch"/block*; do
  if cmp -s "$block" "$shown"; then exit 0; fi
done
echo "no block \`\`\`$language of $readme is $shown"
exit 1
