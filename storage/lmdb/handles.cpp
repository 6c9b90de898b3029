#include <cerrno>
#include <millrace/core/error.hpp>
#include <millrace/storage/lmdb/handles.hpp>
#include <utility>

namespace millrace::lmdb {

void check(int code, const std::string& place, const char* doing) {
  if (code == MDB_SUCCESS) return;
  const bool malformed =
      code == MDB_INVALID || code == MDB_CORRUPTED || code == MDB_VERSION_MISMATCH || code == MDB_PAGE_NOTFOUND;
  std::string why = mdb_strerror(code);
  // A full disk is told as EIO by some file systems, since the pages are written through a map.
  if (code == ENOSPC || code == EIO) why += " (is the disk full?)";
  if (code == MDB_MAP_FULL) why += "; a greater map_size is accepted";
  throw failure(malformed ? error_code::state_malformed : error_code::state_unwritable,
                place + ": " + doing + ": " + why);
}

transaction::transaction(MDB_env* within, unsigned flags, std::string place) : place_(std::move(place)) {
  MDB_txn* begun = nullptr;
  check(mdb_txn_begin(within, nullptr, flags, &begun), place_, "beginning a transaction");
  held_.reset(begun);
}

void transaction::commit() {
  check(mdb_txn_commit(held_.release()), place_, "committing");
}

cursor open_cursor(const transaction& within, MDB_dbi table) {
  MDB_cursor* opened = nullptr;
  check(mdb_cursor_open(within.get(), table, &opened), within.place(), "opening a cursor");
  return cursor{opened};
}

bool move(MDB_cursor* at, MDB_val& key, MDB_val& value, MDB_cursor_op how, const std::string& place) {
  const int code = mdb_cursor_get(at, &key, &value, how);
  if (code == MDB_NOTFOUND) return false;
  check(code, place, "reading");
  return true;
}

}  // namespace millrace::lmdb
