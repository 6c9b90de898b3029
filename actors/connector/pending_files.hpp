// Rows on disk that wait for the commit of their epoch.
#pragma once

#include <cstdint>
#include <functional>
#include <millrace/actors/connector/durable_file.hpp>
#include <millrace/actors/connector/recorded_output.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace millrace {

/// The pending files of one output, at most three: of the epoch in the making, of the epoch that is prepared, and of
/// the last committed one, which stays until the next commits, since a restore goes on from there. The name is
/// PREFIX.epoch-N.pending, N being the first epoch with rows in it. An epoch without rows has none.
///
/// Confined to its owner. Failures are `sink_unwritable` with a path and a reason, unless said otherwise; each call may
/// be made again after one.
class pending_files {
public:
  /// `prefix` is a path.
  explicit pending_files(std::string prefix) : prefix_(std::move(prefix)) {}
  pending_files(const pending_files&) = delete;
  pending_files& operator=(const pending_files&) = delete;
  ~pending_files();

  /// Takes bytes of the epoch in the making.
  void append(std::string_view bytes);

  /// What was appended is of `epoch` and on disk now, joined to what is prepared and was not committed. Nothing when
  /// there are no bytes.
  std::optional<recorded_rows> prepare(epoch_number epoch);

  /// The one that commits next: a commit of an epoch before it is covered by its own.
  [[nodiscard]] bool is_next(epoch_number epoch) const noexcept { return prepared_up_to_ == epoch; }

  /// Calls `take(offset, bytes)` with what `prepare` told of last, in blocks. Failures: those of `take` too.
  void for_each_block(std::uint64_t from, const std::function<void(std::uint64_t, std::string_view)>& take) const;
  /// Bytes that `for_each_block` gives.
  [[nodiscard]] std::uint64_t prepared_length() const noexcept { return prepared_ ? prepared_->length : 0; }

  /// `epoch` is committed and its bytes are where they belong: they are kept once more, those before are dropped.
  void settle(epoch_number epoch);

  /// Nothing is to be restored from the last committed file any more.
  void drop_settled() { drop(settled_); }

  /// Removes what was dropped.
  void remove_dropped();

  /// Its bytes are not needed any more, but that there were some is.
  void empty_settled();

  /// Nothing follows but the epochs that are under way.
  void finish() noexcept { finished_ = true; }

  /// Goes on from `epoch`, whose rows are `recorded` and are the prepared ones now. Returns the size of the file, or
  /// nothing when there is none; one that is shorter than recorded is not read. Removes nothing.
  std::optional<std::uint64_t> recover(epoch_number epoch, const recorded_rows& recorded);
  /// As `recover` for an epoch without rows, or whose rows are not needed.
  void recover(epoch_number epoch) noexcept;

  /// Removes what others than the files in use have left, from runs that ended early.
  void remove_strays();

  [[nodiscard]] std::string path_of(epoch_number epoch) const;

private:
  struct piece {
    epoch_number number;
    durable_file file;
    std::uint64_t length = 0;
  };

  void join();
  void drop(std::optional<piece>& dropped);

  std::string prefix_;
  std::optional<piece> open_;
  std::optional<piece> prepared_;
  std::optional<piece> settled_;
  std::optional<epoch_number> prepared_up_to_;
  std::optional<epoch_number> settled_up_to_;
  epoch_number next_ = 0;
  bool finished_ = false;
  std::vector<std::string> dropped_;  // to be removed
};

}  // namespace millrace
