// A source over events that lie in memory already.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <millrace/core/source/source_reader.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "input/event.hpp"

namespace millrace::load {

/// Reads a shared vector without copying it. Split s of n reads the blocks s, s + n, s + 2n and so on, so that all
/// splits are at nearly the same time. Cheap to copy.
class span_source {
public:
  using events = std::shared_ptr<const std::vector<event>>;

  /// Reads one split. Confined to its source actor.
  class reader_type {
  public:
    using value_type = event;

    reader_type(events all, std::size_t split, std::size_t splits)
        : all_(std::move(all)), block_(split), splits_(splits) {
      enter_block();
    }

    read_outcome read(event& into) {
      if (next_ == block_end_ && !next_block()) return {.status = read_status::end};
      into = *next_++;
      return {.status = read_status::record};
    }

    [[nodiscard]] std::span<const event> ahead(std::size_t records) {
      if (next_ == block_end_ && !next_block()) return {};
      return {next_, std::min(records, static_cast<std::size_t>(block_end_ - next_))};
    }
    void skip(std::size_t records) noexcept { next_ += records; }

    /// Of the next event, in the whole vector.
    [[nodiscard]] std::uint64_t mark() const noexcept {
      return next_ == nullptr ? all_->size() : static_cast<std::uint64_t>(next_ - all_->data());
    }
    void resume(std::uint64_t next) {
      if (next > all_->size()) {
        throw failure(error_code::state_refused,
                      "event " + std::to_string(next) + " of " + std::to_string(all_->size()));
      }
      block_ = next / block_size;
      if (enter_block()) next_ += next % block_size;
    }

  private:
    static constexpr std::size_t block_size = 4096;

    bool next_block() {
      if (next_ == nullptr) return false;
      block_ += splits_;
      return enter_block();
    }
    bool enter_block() {
      const std::size_t first = block_ * block_size;
      const bool inside = first < all_->size();
      next_ = inside ? all_->data() + first : nullptr;
      block_end_ = inside ? next_ + std::min(block_size, all_->size() - first) : nullptr;
      return inside;
    }

    events all_;
    std::size_t block_;
    std::size_t splits_;
    const event* next_ = nullptr;  // null, as the end, behind the last block
    const event* block_end_ = nullptr;
  };

  static constexpr bool blocking = false;

  /// Requires splits >= 1.
  span_source(events all, std::size_t splits) : all_(std::move(all)), splits_(splits) {}

  /// Cannot fail.
  [[nodiscard]] result<std::vector<reader_type>> open() const {
    std::vector<reader_type> readers;
    for (std::size_t split = 0; split < splits_; ++split) readers.emplace_back(all_, split, splits_);
    return readers;
  }

  [[nodiscard]] std::string describe() const { return std::to_string(all_->size()) + " events in memory"; }

private:
  events all_;
  std::size_t splits_;
};

static_assert(split_source<span_source>);
static_assert(looks_ahead<span_source::reader_type>);

}  // namespace millrace::load
