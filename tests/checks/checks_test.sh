#!/bin/sh
# The checks find what they are for, and nothing in a tree that is in order.
set -u
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d) || exit 1
# A temporary folder inside somebody's clone is still no clone of ours.
export GIT_CEILING_DIRECTORIES="$(dirname "$scratch")"
trap 'rm -rf "$scratch"' EXIT
failures=0

# write FILE LINE...: a file of the scratch tree.
write() {
  mkdir -p "$scratch/$(dirname "$1")"
  file=$1
  shift
  printf '%s\n' "$@" >"$scratch/$file"
}

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# finds CHECK TEXT: the check fails and says TEXT.
finds() {
  if said=$("$here/$1.sh" "$scratch" 2>&1); then
    fail "$1 does not find: $2"
  elif ! printf '%s\n' "$said" | grep -qF -e "$2"; then
    fail "$1 does not say: $2, but: $said"
  fi
}

# accepts CHECK WHAT: the check has nothing to say.
accepts() {
  said=$("$here/$1.sh" "$scratch" 2>&1) || fail "$1 refuses $2: $said"
}

fresh() {
  rm -rf "$scratch"
  write core/CMakeLists.txt 'target_sources(millrace_core PRIVATE good.cpp deep/other.cpp)'
  write core/good.hpp '#pragma once' '#include <boost/outcome/result.hpp>' '#include <vector>'
  write core/good.cpp '#include <millrace/core/good.hpp>' '// steady_clock is only named here'
  write core/deep/other.cpp '#include <absl/container/flat_hash_map.h>'
  write core/time/clock.hpp '#include <atomic>'
  write actors/run.hpp '#include <millrace/core/good.hpp>'
  write actors/engine/graph.hpp '#include <caf/actor.hpp>' '#include <unistd.h>'
  write examples/first/main.cpp '#include "near.hpp"' '#include <millrace/actors/run.hpp>' '#include <simdjson.h>'
  write examples/first/near.hpp '#pragma once'
  write examples/first/CMakeLists.txt 'add_executable(first' '  main.cpp)'
  write tests/core/good_test.cpp '#include <boost/test/unit_test.hpp>'
  write tests/core/CMakeLists.txt 'millrace_test_suite(core SOURCES good_test.cpp)'
}

fresh
for check in format layers registered scripts places; do accepts "$check" "a tree in order"; done

for header in thread mutex chrono/x.hpp fstream iostream unistd.h caf/actor.hpp lmdb.h atomic boost/asio.hpp simdjson.h; do
  fresh && write core/bad.hpp "#include <$header>" && finds layers "core/bad.hpp:1"
done
fresh && write core/bad.hpp 'auto now = std::chrono::system_clock::now();' && finds layers "core/bad.hpp:1"
fresh && write core/bad.hpp '#include <millrace/actors/run.hpp>' && finds layers "core may not include actors/run.hpp"
fresh && write core/bad.hpp '#include "good.hpp"' && finds layers "core/bad.hpp:1"
fresh && write core/bad.hpp '#include <millrace/core/gone.hpp>' && finds layers "there is no core/gone.hpp"
fresh && write storage/bad.hpp '#include <millrace/actors/run.hpp>' && finds layers "storage may not include"
fresh && write storage/store.hpp '#include <lmdb.h>' && accepts layers "LMDB under storage"
fresh && write storage/bad.hpp '#include <caf/actor.hpp>' && finds layers "CAF is for actors"
fresh && write actors/bad.hpp '#include <lmdb.h>' && finds layers "LMDB is for storage"
fresh && write actors/flow/bad.hpp '#include <caf/actor.hpp>' && finds layers "actors/flow is free of CAF"
fresh && write actors/run.hpp '#include <millrace/actors/engine/graph.hpp>' && finds layers "leads to <caf/actor.hpp>"
fresh && write actors/flow/pool.hpp '#pragma once' &&
  write actors/connector/bad.hpp '#include <millrace/actors/flow/pool.hpp>' && finds layers "a door is installed"
fresh && write examples/first/main.cpp '#include <millrace/actors/engine/graph.hpp>' && finds layers "examples include what"

fresh && write tests/core/new_test.cpp '// new' && finds registered "tests/core/new_test.cpp"
fresh && write core/deep/new.cpp '// new' && finds registered "core/deep/new.cpp"
fresh && write tests/core/CMakeLists.txt '# good_test.cpp' && finds registered "tests/core/good_test.cpp"

fresh && write core/deep/new.cpp '// new' && write core/CMakeLists.txt 'file(GLOB all CONFIGURE_DEPENDS *.cpp)' &&
  finds registered "core/deep/new.cpp"
fresh && write core/deep/new.cpp '// new' && write core/CMakeLists.txt 'file(GLOB_RECURSE all CONFIGURE_DEPENDS *.cpp)' &&
  accepts registered "a list that takes everything below"
fresh && write tests/core/CMakeLists.txt 'file(GLOB all CONFIGURE_DEPENDS *.cpp)' &&
  finds registered "tests/core/good_test.cpp"

fresh && write core/good.hpp 'int   wide ;' && finds format "good.hpp"
fresh && write run.sh '#!/bin/sh' && finds scripts "run.sh: is a script"
fresh && write run.sh '#!/bin/sh' 'if then' && chmod +x "$scratch/run.sh" && finds scripts "run.sh"
fresh && write README.md 'see /''home/someone/notes' && finds places "README.md:1"

# count.sh: cases of suites, scripts, a suite that crashed before its report, one that passed its cases and failed.
fresh
write ctest.xml '<testsuite>' '<testcase name="good" classname="good" time="1" status="run">' \
  '<testcase name="script" classname="script" time="1" status="run">'
write reports/good.xml '<TestResult><TestSuite name="m" result="passed"><TestCase name="a" result="passed"></TestCase>' \
  '<TestCase name="b" result="passed"></TestCase><TestCase name="c" result="skipped"></TestCase></TestSuite></TestResult>'
said=$("$here/count.sh" "$scratch") || fail "count.sh fails where nothing did"
[ "$said" = "3 passed, 0 failed" ] || fail "count.sh says: $said"

write ctest.xml '<testcase name="good" classname="good" time="1" status="fail">' \
  '<testcase name="gone" classname="gone" time="1" status="notrun">'
said=$("$here/count.sh" "$scratch" | tail -n 1)
[ "$said" = "2 passed, 2 failed" ] || fail "count.sh says of a crash: $said"

write reports/good.xml '<TestSuite result="failed"><TestCase name="a" result="passed"></TestCase>' \
  '<TestCase name="b" result="aborted"></TestCase></TestSuite>'
said=$("$here/count.sh" "$scratch") && fail "count.sh succeeds although a case failed"
[ "$(printf '%s\n' "$said" | tail -n 1)" = "1 passed, 2 failed" ] || fail "count.sh says of a failed case: $said"
printf '%s\n' "$said" | grep -qx '  b' || fail "count.sh does not name the failed case: $said"

write ctest.xml '<testsuite>'
"$here/count.sh" "$scratch" >"$scratch/said" && fail "count.sh is content with no test at all"

[ "$failures" -eq 0 ] && echo "the checks find what they are for"
