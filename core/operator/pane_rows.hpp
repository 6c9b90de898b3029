// The main way out of a window operator: makes rows of what firings emit, in one output mode (rule 24).
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/element/row.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/pane.hpp>
#include <millrace/core/window/changelog.hpp>
#include <millrace/core/window/output_mode.hpp>
#include <millrace/core/window/time_window.hpp>
#include <string>
#include <utility>

namespace millrace::detail {

/// Confined to its operator. `Output` takes the rows; see `window_operator`.
template <class Key, class Out, class Output>
class pane_rows {
public:
  using memory = emitted_values<Out>;

  pane_rows(output_mode mode, Output output) : mode_(mode), output_(std::move(output)) {}

  [[nodiscard]] Output& output() noexcept { return output_; }
  [[nodiscard]] std::uint64_t made() const noexcept { return made_; }
  /// Goes on counting from `made` rows.
  void count_from(std::uint64_t made) noexcept { made_ = made; }

  /// True when what a pane has emitted is kept with it.
  [[nodiscard]] bool remembers() const noexcept {
    return mode_ == output_mode::upsert || mode_ == output_mode::retract;
  }

  /// Sends the rows of one firing: `fire(emit)` runs the function. `emitted` is what the pane sent last, before and
  /// after. Errors: failure(upsert_needs_one_row).
  template <class Fire>
  void send(const Key& key, time_window window, memory& emitted, Fire&& fire) {
    if (!remembers()) {
      fire([&](Out value) { send_row(row_kind::insert, key, window, std::move(value)); });
    } else if constexpr (keeps_changes<Out>) {
      values_.clear();
      fire([&](Out value) { values_.push_back(std::move(value)); });
      if (mode_ == output_mode::upsert && values_.size() > 1) {
        throw failure(error_code::upsert_needs_one_row,
                      "output mode upsert takes one row of a firing at most, the function emitted " +
                          std::to_string(values_.size()));
      }
      emit_changes(emitted, values_, mode_ == output_mode::retract,
                   [&](row_kind kind, const Out& value) { send_row(kind, key, window, Out(value)); });
      std::swap(emitted, values_);
    }
  }

  /// Removes what the pane has sent last, and forgets it.
  void take_back(const Key& key, time_window window, memory& emitted) {
    if constexpr (keeps_changes<Out>) {
      for (Out& value : emitted) send_row(row_kind::remove, key, window, std::move(value));
      emitted.clear();
    }
  }

private:
  void send_row(row_kind kind, const Key& key, time_window window, Out&& value) {
    ++made_;
    if (output_.connected()) output_.emit(row<Key, Out>{kind, key, window, std::move(value), window.last_moment()});
  }

  output_mode mode_;
  Output output_;
  std::uint64_t made_ = 0;
  memory values_{};  // of the firing in hand
};

}  // namespace millrace::detail
