#!/bin/sh
# rows.sh MILLRACE: the job that README.md shows is examples/jobs/flights.toml, and the rows that README.md and
# docs/formats.md show are among what it writes. Runs in the root of the sources.
set -eu
millrace=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# block PAGE LANGUAGE: the first block of the language.
block() {
  awk -v start="\`\`\`$2" '
    inside && $0 == "```" { exit }
    inside { print }
    $0 == start { inside = 1 }' "$1"
}

# shown NAME BLOCK FILE: the lines of BLOCK follow one another somewhere in FILE.
shown() {
  if [ -s "$2" ] && awk '
    NR == FNR { wanted[++count] = $0; next }
    { recent[FNR] = $0
      for (i = 0; i < count && recent[FNR - i] == wanted[count - i]; i++) {}
      if (i == count) { found = 1; exit } }
    END { exit !found }' "$2" "$3"; then
    return 0
  fi
  echo "$1 shows lines that are not in what the job writes:"
  cat "$2"
  exit 1
}

job=examples/jobs/flights.toml
block README.md toml >"$scratch/job"
shown "README.md" "$scratch/job" "$job"

"$millrace" check "$job" >/dev/null
"$millrace" run "$job" --set output.late="$scratch/late" >"$scratch/rows"
block README.md json >"$scratch/readme_rows"
shown "README.md" "$scratch/readme_rows" "$scratch/rows"
block docs/formats.md json >"$scratch/late_row"
shown "docs/formats.md" "$scratch/late_row" "$scratch/late"
