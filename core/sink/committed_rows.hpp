// Rows as bytes, on their way from their step through an epoch to whoever takes them after its commit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/byte_writer.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace millrace {

/// Rows of open steps, of the epoch in the making and of the one that is prepared. Confined to its sink.
template <storable Row>
class committed_rows {
public:
  /// `limit` is in bytes, over all rows.
  explicit committed_rows(std::size_t limit) noexcept : limit_(limit) {}

  /// Failures: `sink_unwritable` beyond the limit.
  void add(const Row& row, step_number step, std::size_t input) {
    encoded& rows = steps_[{step, input}];
    const std::size_t before = rows.bytes.size();
    byte_writer into(rows.bytes);
    codec<Row>::write(into, row);
    ++rows.count;
    held_ += rows.bytes.size() - before;
    if (held_ > limit_) {
      throw failure(error_code::sink_unwritable,
                    "the rows that wait for the commit of their epoch take " + std::to_string(held_) + " bytes, and " +
                        std::to_string(limit_) +
                        " are accepted; commit epochs more often, set a higher limit, or use a sink that writes them "
                        "to a disk");
    }
  }

  /// The rows of the step are of the epoch in the making, by input and in the order they came.
  void close(step_number step) {
    while (!steps_.empty() && steps_.begin()->first.first <= step) {
      open_.append(steps_.begin()->second);
      steps_.erase(steps_.begin());
    }
  }

  /// Those of the epoch in the making are of `epoch`, behind those that are prepared and were not given yet.
  void prepare(epoch_number epoch) {
    prepared_.bytes.erase(0, given_bytes_);
    prepared_.count -= given_;
    held_ -= given_bytes_;
    given_bytes_ = 0;
    given_ = 0;
    prepared_.append(open_);
    open_ = {};
    epoch_ = epoch;
  }

  /// The prepared rows.
  [[nodiscard]] std::string bytes() const {
    std::string bytes;
    byte_writer into(bytes);
    into.count(prepared_.count);
    into.bytes(prepared_.bytes);
    return bytes;
  }

  [[nodiscard]] bool is_next(epoch_number epoch) const noexcept { return epoch_ == epoch; }

  /// `bytes` came from `bytes`: they are the prepared rows.
  void recover(epoch_number epoch, std::string_view bytes) {
    byte_reader from(bytes);
    const std::uint64_t count = bytes.empty() ? 0 : from.count();
    prepared_ = {.bytes = std::string(from.bytes(from.left())), .count = count};
    held_ = prepared_.bytes.size();
    given_bytes_ = 0;
    given_ = 0;
    epoch_ = epoch;
  }

  /// Calls `take(row, sequence)` with each prepared row, then forgets them. When `take` throws, the next call goes on
  /// with the same row.
  template <class Take>
  void give(Take&& take) {
    while (given_ < prepared_.count) {
      byte_reader from(std::string_view(prepared_.bytes).substr(given_bytes_));
      const std::size_t left = from.left();
      const Row row = codec<Row>::read(from);
      take(row, given_);
      given_bytes_ += left - from.left();
      ++given_;
    }
    held_ -= prepared_.bytes.size();
    prepared_ = {};
    given_bytes_ = 0;
    given_ = 0;
  }

private:
  struct encoded {
    std::string bytes;
    std::uint64_t count = 0;

    void append(const encoded& more) {
      bytes += more.bytes;
      count += more.count;
    }
  };

  std::size_t limit_;
  std::size_t held_ = 0;
  std::map<std::pair<step_number, std::size_t>, encoded> steps_;
  encoded open_;
  encoded prepared_;
  std::optional<epoch_number> epoch_;  // of the prepared rows
  std::size_t given_bytes_ = 0;
  std::uint64_t given_ = 0;
};

}  // namespace millrace
