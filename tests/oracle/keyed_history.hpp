// All that the oracle remembers of one key: its elements and what it has emitted. Panes are taken anew from them.
#pragma once

#include <cstdint>
#include <map>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <vector>

#include "oracle.hpp"
#include "script.hpp"

namespace millrace::oracle {

/// An element that at least one window took.
struct element {
  std::uint64_t arrival;
  event_time time;
  std::int64_t value;
  std::vector<time_window> windows;  ///< Of the grid, those that took it; not used for sessions.
};

/// A window and its elements in order of arrival.
struct pane {
  time_window window;
  std::vector<element> elements;
};

class keyed_history {
public:
  keyed_history(const job& asked, std::int64_t key) : asked_(asked), key_(key) {}

  /// Rules 14 and 17: locates the event, judges it under `now`, adds it and fires what is late but kept.
  void on_event(const step& event, watermark now, outcome& all, step_outcome& made, script_facts& facts);

  /// Rules 4, 15 and 24: fires the panes that a rise from `from` to `to` completes and frees those that it passes.
  void on_rise(watermark from, watermark to, step_outcome& made, script_facts& facts);

  /// Every live pane, ascending by window.
  [[nodiscard]] std::vector<pane> panes() const;

private:
  void on_grid_event(const element& arrived, watermark now, outcome& all, step_outcome& made, script_facts& facts);
  void on_session_event(const element& arrived, watermark now, outcome& all, step_outcome& made, script_facts& facts);
  void miss(const element& event, std::vector<time_window> missed, watermark now, step_outcome& made) const;
  void absorb(const time_window& merged, step_outcome& made, script_facts& facts);
  void fire(const pane& fired, step_outcome& made, script_facts& facts);
  void free(const pane& freed, step_outcome& made);
  [[nodiscard]] bool is_freed(const time_window& window, watermark now) const noexcept;
  [[nodiscard]] const pane& pane_at(const std::vector<pane>& all, const time_window& window) const;
  [[nodiscard]] std::vector<pane> grid_panes() const;
  [[nodiscard]] std::vector<pane> sessions_of(const std::vector<element>& elements) const;
  [[nodiscard]] result_row row_of(const pane& fired) const;

  job asked_;
  std::int64_t key_;
  std::uint64_t arrivals_ = 0;
  std::vector<element> live_;                     // in order of arrival
  std::map<time_window, result_row> last_fired_;  // of live panes
};

}  // namespace millrace::oracle
