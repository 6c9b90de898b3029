#!/bin/sh
# From a fresh Debian 12 to rows: installs what is missing, builds, and counts earthquakes per network and hour.
set -eu
cd "$(dirname "$0")/.."
. cmake/setup.sh

install_packages
build_preset release examples/all

job=examples/jobs/earthquakes.toml
say "build/release/bin/millrace run $job"
build/release/bin/millrace run "$job"

late=$(sed -n 's/^late = "\(.*\)".*/\1/p' "$job")
say "done: rows above, $(wc -l <"$late") late events in $late, the job file is $job"
