#!/bin/sh
# files.sh ROOT: the files of the project below ROOT, one a line, relative to it: what git knows or would add, or, in a
# folder that is no clone, everything outside build/.
set -u
cd "$1" || exit 1
if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
  git ls-files --cached --others --exclude-standard | while read -r file; do
    if [ -f "$file" ]; then echo "$file"; fi
  done
else
  find . -path ./build -prune -o -type f -print | sed 's|^\./||'
fi | LC_ALL=C sort
