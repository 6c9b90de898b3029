// What the tests of the window operator share: rows in words, and an operator to script.
#pragma once

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <millrace/core/aggregate/aggregates.hpp>
#include <millrace/core/describe.hpp>
#include <millrace/core/operator/operator_harness.hpp>
#include <millrace/core/operator/sliced_window_operator.hpp>
#include <millrace/core/operator/window_operator.hpp>
#include <millrace/core/window/output_mode.hpp>
#include <millrace/core/window/session.hpp>
#include <millrace/core/window/sliding.hpp>
#include <millrace/core/window/tumbling.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace millrace {

inline std::ostream& operator<<(std::ostream& out, output_mode mode) {
  return out << name_of(mode);
}

}  // namespace millrace

namespace millrace::testing {

using namespace std::chrono_literals;

inline std::string in_words(std::int64_t value) {
  return std::to_string(value);
}
inline std::string in_words(const std::string& value) {
  return value;
}
inline std::string in_words(const std::vector<std::int64_t>& values) {
  std::string text = "(";
  for (const auto value : values) text += (text.size() > 1 ? " " : "") + std::to_string(value);
  return text + ")";
}

/// "+I a [0, 10) 3 @9".
template <class Out>
std::string in_words(const row<std::string, Out>& of) {
  return std::string(name_of(of.kind)) + " " + of.key + " " + describe(of.window) + " " + in_words(of.value) + " @" +
         std::to_string(of.time.milliseconds);
}

/// "a 7 @5 missed [0, 10) by 12".
template <class Value>
std::string in_words(const late_event<std::string, Value>& of) {
  std::string text = of.key + " " + in_words(of.event) + " @" + std::to_string(of.time.milliseconds) + " missed";
  for (const auto window : of.missed) text += " " + describe(window);
  return text + " by " + std::to_string(of.judged_by.milliseconds);
}

template <class Row>
std::string in_words(const std::vector<Row>& rows) {
  std::string text;
  for (const auto& of : rows) text += (text.empty() ? "" : "; ") + in_words(of);
  return text;
}

/// Rows that end together, by key; each key's in their order.
template <class Row>
std::vector<Row> by_key(std::vector<Row> rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const Row& left, const Row& right) {
    return std::tie(left.window.end, left.key) < std::tie(right.window.end, right.key);
  });
  return rows;
}

inline std::string in_words(const operator_counts& of) {
  return std::to_string(of.events) + " events, " + std::to_string(of.rows) + " rows, " +
         std::to_string(of.dropped_late) + " dropped, " + std::to_string(of.partly_late) + " partly late, " +
         std::to_string(of.in_gap) + " in gaps, " + std::to_string(of.open_panes) + " panes";
}

using number = std::int64_t;

/// The sum of numbers, as a window function.
inline auto total() {
  return aggregate_window(sum().for_values<number>());
}
/// All numbers of a pane in order of arrival.
inline auto all() {
  return aggregate_window(collect().for_values<number>());
}

/// Whether the operator over slices takes these windows and this function.
template <class Assigner, class Function>
inline constexpr bool slices_apply =
    regular_window_assigner<Assigner>&& mergeable_window_function<Function, std::string, number>;

/// An operator over numbers keyed by text, with its harness. Others are driven alongside and must make the same rows,
/// late events, counts and failures: one that is restarted from its change sets after each step, and, where slices
/// apply, the operator over slices (which gives keys in any order), left alone and restarted.
template <class Out>
class script {
public:
  template <class Assigner, class Function>
  explicit script(window_options<Assigner, Function> options, const std::vector<output_port*>& sides = {})
      : operator_(make_window_operator<std::string, number>(options)), harness_(*operator_, sides) {
    if (!sides.empty()) return;
    const auto make = [options] { return make_window_operator<std::string, number>(options); };
    add_other(make, false);
    if constexpr (slices_apply<Assigner, Function>) {
      const auto make_sliced = [options] { return make_sliced_window_operator<std::string, number>(options); };
      add_other(make_sliced, true);
    }
  }

  /// Feeds one event and returns the rows that it made.
  std::string event(std::int64_t time, number value = 1, const std::string& key = "a") {
    return on_all([&](auto& driven) { driven.feed(key, value, event_time{time}); });
  }
  /// Raises the watermark and returns the rows that this made.
  std::string advance(std::int64_t to) {
    return on_all([&](auto& driven) { driven.advance(watermark{to}); });
  }
  std::string end() { return advance(watermark::final().milliseconds); }
  std::string late() {
    const std::string words = in_words(harness_.take_late());
    for (const auto& other : others_) BOOST_TEST(in_words(other->harness.take_late()) == words);
    return words;
  }
  operator_counts counts() const {
    const operator_counts all = operator_->counts();
    for (const auto& other : others_) BOOST_TEST(in_words(other->harness.counts()) == in_words(all));
    return all;
  }
  keyed_operator& driven() { return *operator_; }

private:
  using harness = operator_harness<std::string, number, Out>;

  template <class Step>
  std::string on_all(Step step) {
    const auto failure_of = [&](harness& on) -> std::optional<error> {
      try {
        step(on);
        return std::nullopt;
      } catch (const failure& thrown) {
        return thrown.reason();
      }
    };
    const std::optional<error> failed = failure_of(harness_);
    const std::vector<row<std::string, Out>> rows = harness_.take_rows();
    for (const auto& other : others_) {
      const std::optional<error> other_failed = failure_of(other->harness);
      BOOST_TEST((failed ? failed->message : "") == (other_failed ? other_failed->message : ""));
      const auto other_rows = other->harness.take_rows();
      if (other->sorts) {
        BOOST_TEST(in_words(by_key(other_rows)) == in_words(by_key(rows)));
      } else {
        BOOST_TEST(in_words(other_rows) == in_words(rows));
      }
    }
    if (!failed) counts();
    if (failed) throw failure(*failed);
    return in_words(rows);
  }

  struct companion {
    companion(std::unique_ptr<keyed_operator> driven, bool sorts_rows)
        : sorts(sorts_rows), first(std::move(driven)), harness(*first) {}

    bool sorts;
    std::unique_ptr<keyed_operator> first;
    operator_harness<std::string, number, Out> harness;
  };

  template <class Make>
  void add_other(const Make& make, bool sorts) {
    if (sorts) others_.push_back(std::make_unique<companion>(make(), sorts));
    others_.push_back(std::make_unique<companion>(make(), sorts));
    others_.back()->harness.restart_after_each_call(make);
  }

  std::unique_ptr<keyed_operator> operator_;
  harness harness_;
  std::vector<std::unique_ptr<companion>> others_;
};

template <class Assigner, class Function>
script(window_options<Assigner, Function>) -> script<typename Function::value_type>;
template <class Assigner, class Function>
script(window_options<Assigner, Function>, std::vector<output_port*>) -> script<typename Function::value_type>;

inline tumbling tens() {
  return tumbling::make({.size = 10ms}).value();
}
inline sliding tens_every_five() {
  return sliding::make({.size = 10ms, .slide = 5ms}).value();
}
inline session gaps_of_ten() {
  return session::make({.gap = 10ms}).value();
}

}  // namespace millrace::testing
