#!/bin/sh
# registered.sh ROOT: every source and every test on disk is built. Its name stands in the CMakeLists.txt of its folder
# or, with its path, in that of a folder above; or such a list takes every *.cpp by file(GLOB ... CONFIGURE_DEPENDS).
# Tests are named one by one: a list that takes what is there does not notice a test that is gone.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$1
cd "$root" || exit 1

"$here/files.sh" . | grep -E '^(core|storage|actors|examples|tests)/.*\.cpp$' | {
  status=0
  while read -r file; do
    folder=$(dirname "$file")
    name=$(basename "$file")
    found=no
    while [ "$folder" != . ]; do
      if [ -f "$folder/CMakeLists.txt" ] && awk -v name="$name" -f "$here/registered.awk" "$folder/CMakeLists.txt"; then
        found=yes
        break
      fi
      name=$(basename "$folder")/$name
      folder=$(dirname "$folder")
    done
    if [ "$found" = no ] && ! cat CMakeLists.txt cmake/*.cmake 2>/dev/null | grep -qF "$file"; then
      echo "$file: in no CMakeLists.txt, so it is never built"
      status=1
    fi
  done
  exit $status
}
