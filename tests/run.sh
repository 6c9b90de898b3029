#!/bin/sh
# tests/run.sh [PRESET]: installs what is missing, builds and runs every test of the preset (release unless told
# otherwise). The last line is "N passed, N failed"; each Boost.Test case counts, and each script.
set -u
cd "$(dirname "$0")/.."
. cmake/setup.sh
preset=${1:-release}

if ! install_packages || ! build_preset "$preset"; then
  echo "the build of preset $preset failed"
  echo "0 passed, 1 failed"
  exit 1
fi
exec tests/checks/run_suites.sh "build/$preset"
