# Reads sources given by their path from the root and prints every breach of the rules between folders:
#   core      std without threads, clocks and files; abseil; Boost headers; millrace/core
#   storage   as core, LMDB, millrace/core and millrace/storage
#   actors    core, storage, CAF, the concurrent queue, fmt, the system's headers; actors/flow without CAF
#   doors     actors/*.hpp and actors/connector/: what a user includes leads to no CAF, queue or fmt header
#   examples  of Millrace only core and the doors
function breach(text) {
  print FILENAME ":" FNR ": " text
  breaches++
}

function is_door(file) { return file ~ /^actors\/[^\/]*\.hpp$/ || file ~ /^actors\/connector\/.*\.hpp$/ }
function is_hidden(header) { return header ~ /^(caf|concurrentqueue|fmt|spdlog|lmdb\.h)/ }

function check_core(header) {
  if (header ~ /^(boost|absl)\//) {
    if (header ~ /^boost\/(asio|thread|filesystem|chrono|fiber|process|interprocess)/ || header ~ /^absl\/(time|synchronization)\//)
      breach("core has no threads, clock or files, so no <" header ">")
    return
  }
  if (header == "atomic" && FILENAME != "core/time/clock.hpp") breach("<atomic> is for core/time/clock.hpp alone")
  if (header ~ /^(thread|mutex|shared_mutex|condition_variable|future|semaphore|latch|barrier|stop_token)$/)
    breach("core has no threads, so no <" header ">")
  if (header ~ /^(fstream|filesystem|iostream|cstdio|ctime)$/) breach("core has no files and no clock, so no <" header ">")
  if (header ~ /[\/.]/) breach("core stands on std, abseil and Boost headers, not on <" header ">")
}

function check_millrace(header, layer) {
  layer = header
  sub(/\/.*/, "", layer)
  if ((getline line < header) < 0) breach("there is no " header)
  close(header)
  if (folder == "core" && layer != "core") breach("core may not include " header)
  if (folder == "storage" && layer !~ /^(core|storage)$/) breach("storage may not include " header)
  if (is_door(FILENAME) && layer != "core" && !is_door(header))
    breach("a door is installed, so it may include core and other doors, not " header)
  if (folder == "examples" && layer != "core" && !is_door(header))
    breach("examples include what users may: core and the doors of actors, not " header)
}

FNR == 1 {
  folder = FILENAME
  sub(/\/.*/, "", folder)
}

/^[ \t]*#[ \t]*include[ \t]*"/ && folder != "examples" { breach("headers are included as <millrace/...>") }

/^[ \t]*#[ \t]*include[ \t]*</ {
  header = $0
  sub(/^[^<]*</, "", header)
  sub(/>.*/, "", header)
  edges[FILENAME] = edges[FILENAME] " " header
  if (header ~ /^millrace\//) {
    sub(/^millrace\//, "", header)
    check_millrace(header)
    next
  }
  if (header ~ /^caf\// && folder !~ /^(actors|examples)$/) breach("CAF is for actors")
  if (header ~ /^caf\// && FILENAME ~ /^actors\/flow\//) breach("actors/flow is free of CAF: the thread sanitizer runs on it")
  if (header == "lmdb.h" && folder != "storage") breach("LMDB is for storage")
  if (folder == "core" && header !~ /^(caf\/|lmdb\.h)/) check_core(header)
  next
}

folder == "core" {
  code = $0
  sub(/\/\/.*/, "", code)
  if (code ~ /(system_clock|steady_clock|high_resolution_clock|utc_clock|file_clock)/) breach("core reads no clock of the system")
  if (code ~ /std::(thread|jthread|mutex|cout|cerr|clog)[^_a-z]/) breach("core has no threads and prints nothing")
}

# Follows the millrace headers of a door to what it must not lead to.
function follow(door, file, path, list, count, i, header) {
  count = split(edges[file], list, " ")
  for (i = 1; i <= count; i++) {
    header = list[i]
    if (is_hidden(header)) {
      print door ": users include it, and it leads to <" header "> by" path
      breaches++
    } else if (sub(/^millrace\//, "", header) && !((door, header) in seen)) {
      seen[door, header] = 1
      follow(door, header, path " " header)
    }
  }
}

END {
  for (file in edges) if (is_door(file)) follow(file, file, " " file)
  exit breaches > 0
}
