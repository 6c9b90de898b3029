#!/bin/sh
# layers.sh ROOT: the arrows between the folders, read off the #include lines.
# Prints one line per breach; exit status 1 when there is one.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$1
cd "$root" || exit 1
files=$("$here/files.sh" . | grep -E '^(core|storage|actors|examples)/.*\.(hpp|cpp)$')
[ -n "$files" ] || exit 0
# shellcheck disable=SC2086
awk -f "$here/layers.awk" $files
