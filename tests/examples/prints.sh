#!/bin/sh
# prints.sh EXPECTED PROGRAM [ARGUMENT]...: the program ends with 0 and prints, byte for byte, what the file EXPECTED
# holds, on the first run and on nine more; on standard error it says nothing.
set -eu
expected=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for run in 1 2 3 4 5 6 7 8 9 10; do
  status=0
  "$@" >"$scratch/printed" 2>"$scratch/said" || status=$?
  if [ "$status" -ne 0 ]; then
    echo "run $run ended with $status:"
    cat "$scratch/said"
    exit 1
  fi
  if ! diff -u "$expected" "$scratch/printed"; then
    echo "run $run printed something else than $expected"
    exit 1
  fi
  if [ -s "$scratch/said" ]; then
    echo "run $run said on standard error:"
    cat "$scratch/said"
    exit 1
  fi
done
