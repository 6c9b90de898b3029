#!/bin/sh
# registered.sh ROOT: every source and every test on disk is built: its name stands in the CMakeLists.txt of its folder,
# or, with its path, in that of a folder above. A list that takes whatever is there (file(GLOB)) would hide nothing but
# show nothing either, so only *.cpp at the top of a layer is found that way.
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
      if [ -f "$folder/CMakeLists.txt" ] &&
        awk -v name="$name" '
          { sub(/#.*/, ""); text = text " " $0 " " }
          END {
            gsub(/[()"]/, " ", text)
            count = split(text, words, /[ \t\n]+/)
            for (i = 1; i <= count; i++) if (words[i] == name) exit 0
            exit 1
          }' "$folder/CMakeLists.txt"; then
        found=yes
        break
      fi
      name=$(basename "$folder")/$name
      folder=$(dirname "$folder")
    done
    if [ "$found" = no ] && ! grep -qF "$file" CMakeLists.txt cmake/*.cmake 2>/dev/null; then
      echo "$file: in no CMakeLists.txt, so it is never built"
      status=1
    fi
  done
  exit $status
}
