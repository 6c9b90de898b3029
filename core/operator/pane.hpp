// Panes: what an operator holds for one key in one window.
#pragma once

#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <millrace/core/operator/pane_schedule.hpp>
#include <millrace/core/window/changelog.hpp>
#include <millrace/core/window/time_window.hpp>
#include <type_traits>
#include <utility>

namespace millrace::detail {

/// The values that a pane has sent last; nothing for a type that no changelog can be made of.
struct no_memory {};
template <class Out>
using emitted_values = std::conditional_t<keeps_changes<Out>, absl::InlinedVector<Out, 1>, no_memory>;

template <class Contents, class Out>
struct pane {
  time_window window;
  Contents contents;
  [[no_unique_address]] emitted_values<Out> emitted{};  ///< Filled in the modes `upsert` and `retract` only.
  bool complete = false;                                ///< The watermark has passed the end.
  std::uint64_t ticket = 0;                             ///< Of its place in the schedule; 0: it has none.
  schedule_moment scheduled{};                          ///< Not after the moment at which the pane is really due.
};

/// The panes of one key, ascending by window.
template <class Contents, class Out>
class key_panes {
public:
  using pane_type = pane<Contents, Out>;

  [[nodiscard]] std::size_t size() const noexcept { return panes_.size(); }
  [[nodiscard]] bool empty() const noexcept { return panes_.empty(); }
  [[nodiscard]] pane_type& operator[](std::size_t index) noexcept { return panes_[index]; }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const pane_type& each : panes_) visit(each);
  }

  /// The same panes with contents that `copy(window, contents)` gives.
  template <class Copy>
  [[nodiscard]] key_panes copied(Copy&& copy) const {
    key_panes all;
    all.panes_.reserve(panes_.size());
    for (const pane_type& each : panes_) {
      all.panes_.push_back(
          {each.window, copy(each.window, each.contents), each.emitted, each.complete, each.ticket, each.scheduled});
    }
    return all;
  }

  /// The index of the pane of `window`, or where it belongs. `from` is an index not behind it.
  [[nodiscard]] std::size_t position_of(time_window window, std::size_t from) const {
    const auto begin = panes_.begin();
    const auto found = std::lower_bound(begin + static_cast<std::ptrdiff_t>(from), panes_.end(), window,
                                        [](const pane_type& left, time_window right) { return left.window < right; });
    return static_cast<std::size_t>(found - begin);
  }

  /// The indices [first, last) of the panes that `touches(window)` holds for; they lie side by side around `window`.
  template <class Touches>
  [[nodiscard]] std::pair<std::size_t, std::size_t> touching(time_window window, Touches touches) const {
    const auto first = std::partition_point(panes_.begin(), panes_.end(), [&](const pane_type& candidate) {
      return candidate.window < window && !touches(candidate.window);
    });
    const auto last =
        std::find_if_not(first, panes_.end(), [&](const pane_type& candidate) { return touches(candidate.window); });
    return {static_cast<std::size_t>(first - panes_.begin()), static_cast<std::size_t>(last - panes_.begin())};
  }

  /// The index of the pane that holds the ticket, or `size()`.
  [[nodiscard]] std::size_t with_ticket(std::uint64_t ticket) const noexcept {
    const auto found = std::find_if(panes_.begin(), panes_.end(),
                                    [ticket](const pane_type& candidate) { return candidate.ticket == ticket; });
    return static_cast<std::size_t>(found - panes_.begin());
  }

  void insert(std::size_t index, pane_type&& opened) {
    panes_.insert(panes_.begin() + static_cast<std::ptrdiff_t>(index), std::move(opened));
  }
  void erase(std::size_t first, std::size_t last) {
    panes_.erase(panes_.begin() + static_cast<std::ptrdiff_t>(first),
                 panes_.begin() + static_cast<std::ptrdiff_t>(last));
  }

private:
  absl::InlinedVector<pane_type, 2> panes_;
};

}  // namespace millrace::detail
