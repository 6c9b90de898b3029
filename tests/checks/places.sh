#!/bin/sh
# places.sh ROOT: no file speaks of a place that exists on one machine only.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$1
cd "$root" || exit 1
# Brackets keep this file from finding itself.
found=$("$here/files.sh" . | grep -vE '\.(jsonl|csv)$' | tr '\n' '\0' |
  xargs -0 -r grep -nIE -e '/[w]ork/' -e '/[f]arm' -e '/[h]ome/[a-z]' -e '/[r]oot/' -e '[s]hared/design' -e '/[U]sers/')
if [ -n "$found" ]; then
  printf '%s\n' "$found"
  exit 1
fi
