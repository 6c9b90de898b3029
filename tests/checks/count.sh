#!/bin/sh
# count.sh FOLDER: counts what FOLDER/ctest.xml says, a suite by the cases of its FOLDER/reports/NAME.xml. A suite that
# failed without a failed case (it crashed, ran out of time, left no report) counts as one failure more.
# Prints the failed ones, last "N passed, N failed"; exit status 1 when one failed or there is none.
set -u
folder=$1
passed=0
failed=0

# Lines "NAME ok|bad" out of ctest's own report.
outcomes() {
  awk '
    match($0, /<testcase name="[^"]*"/) {
      name = substr($0, RSTART + 16, RLENGTH - 17)
      if ($0 ~ /status="disabled"/) next
      print name, ($0 ~ /status="run"/ ? "ok" : "bad")
    }' "$folder/ctest.xml"
}

# "PASSED FAILED" out of one Boost.Test report, then the names of the failed cases. A skipped case is neither.
cases() {
  awk '
    BEGIN { RS = "<" }
    /^TestCase / {
      if (/ result="passed"/) { passed++; next }
      if (/ result="skipped"/) next
      failed++
      name = $0; sub(/.* name="/, "", name); sub(/".*/, "", name)
      names = names "\n  " name
    }
    END { print passed + 0, failed + 0 names }' "$1"
}

if [ ! -f "$folder/ctest.xml" ]; then
  echo "no report: $folder/ctest.xml"
  echo "0 passed, 1 failed"
  exit 1
fi

while read -r name outcome; do
  [ -n "$name" ] || continue
  report="$folder/reports/$name.xml"
  good=0
  bad=0
  names=""
  if [ -f "$report" ]; then
    counted=$(cases "$report")
    numbers=$(printf '%s\n' "$counted" | head -n 1)
    good=${numbers% *}
    bad=${numbers#* }
    names=$(printf '%s\n' "$counted" | tail -n +2)
    if [ "$outcome" = bad ] && [ "$bad" -eq 0 ]; then bad=1; fi
  elif [ "$outcome" = ok ]; then
    good=1
  else
    bad=1
  fi
  if [ "$bad" -gt 0 ]; then
    echo "FAILED $name"
    [ -z "$names" ] || printf '%s\n' "$names"
  fi
  passed=$((passed + good))
  failed=$((failed + bad))
done <<END
$(outcomes)
END

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
