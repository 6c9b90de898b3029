// LMDB's handles with destructors, and its return codes as failures. Included by sources of this layer only.
#pragma once

#include <lmdb.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace millrace::lmdb {

/// Throws a `failure` that says what was being done, where, and what LMDB says. `state_malformed` for a file that is
/// none of LMDB's or is torn, else `state_unwritable`. Does nothing for 0.
void check(int code, const std::string& place, const char* doing);

[[nodiscard]] inline MDB_val value_of(std::string_view bytes) noexcept {
  return {bytes.size(), const_cast<char*>(bytes.data())};  // LMDB reads only
}
[[nodiscard]] inline std::string_view bytes_of(const MDB_val& value) noexcept {
  return {static_cast<const char*>(value.mv_data), value.mv_size};
}

struct close_environment {
  void operator()(MDB_env* of) const noexcept { mdb_env_close(of); }
};
using environment = std::unique_ptr<MDB_env, close_environment>;

struct abort_transaction {
  void operator()(MDB_txn* of) const noexcept { mdb_txn_abort(of); }
};
/// A transaction that is given up unless it is committed. One that writes stays on its thread.
class transaction {
public:
  /// Errors: `failure`, as `check`.
  transaction(MDB_env* within, unsigned flags, std::string place);

  [[nodiscard]] MDB_txn* get() const noexcept { return held_.get(); }
  [[nodiscard]] const std::string& place() const noexcept { return place_; }
  void commit();

private:
  std::unique_ptr<MDB_txn, abort_transaction> held_;
  std::string place_;
};

struct close_cursor {
  void operator()(MDB_cursor* of) const noexcept { mdb_cursor_close(of); }
};
using cursor = std::unique_ptr<MDB_cursor, close_cursor>;
[[nodiscard]] cursor open_cursor(const transaction& within, MDB_dbi table);

/// Moves a cursor. Returns false where there is nothing; other errors are failures.
[[nodiscard]] bool move(MDB_cursor* at, MDB_val& key, MDB_val& value, MDB_cursor_op how, const std::string& place);

}  // namespace millrace::lmdb
