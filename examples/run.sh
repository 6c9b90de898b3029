#!/bin/sh
# From a fresh Debian 12 to rows: installs what is missing, builds, and counts earthquakes per network and hour.
set -eu
cd "$(dirname "$0")/.."
. cmake/setup.sh

install_packages
build_preset release

job=examples/jobs/earthquakes.toml
say "build/release/bin/millrace run $job"
build/release/bin/millrace run "$job"
say "done; the job file is $job"
