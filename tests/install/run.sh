#!/bin/sh
# run.sh BUILD_FOLDER COMPILER: installs the build into a temporary folder, then configures, builds and runs the project
# in outside/ against it, and compares what it prints.
set -eu
build=$1
compiler=$2
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

cmake --install "$build" --prefix "$scratch/prefix" >"$scratch/log"

strangers=$(find "$scratch/prefix/include" -type f ! -name '*.hpp')
if [ -n "$strangers" ]; then
  printf 'installed among the headers: %s\n' "$strangers"
  exit 1
fi

if grep -rlE '#include <(caf|concurrentqueue|fmt)/' "$scratch/prefix/include"; then
  echo "installed headers that need another library's"
  exit 1
fi

# The sources are copied away: nothing may be found by being near.
cp -r "$here/outside" "$scratch/outside"
cmake -S "$scratch/outside" -B "$scratch/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_PREFIX_PATH="$scratch/prefix" -DCMAKE_BUILD_TYPE=Debug >>"$scratch/log" || { cat "$scratch/log"; exit 1; }
cmake --build "$scratch/build" --parallel "$(nproc)"
"$scratch/build/outside" >"$scratch/printed"
diff -u "$here/outside/expected.txt" "$scratch/printed"
echo "the installed library serves an outside project"
