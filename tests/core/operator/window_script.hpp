// What the tests of the window operator share: rows in words, and an operator to script.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <millrace/core/aggregate/aggregates.hpp>
#include <millrace/core/describe.hpp>
#include <millrace/core/operator/operator_harness.hpp>
#include <millrace/core/operator/window_operator.hpp>
#include <millrace/core/window/output_mode.hpp>
#include <millrace/core/window/session.hpp>
#include <millrace/core/window/sliding.hpp>
#include <millrace/core/window/tumbling.hpp>
#include <ostream>
#include <string>
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

using number = std::int64_t;

/// The sum of numbers, as a window function.
inline auto total() {
  return aggregate_window(sum().for_values<number>());
}
/// All numbers of a pane in order of arrival.
inline auto all() {
  return aggregate_window(collect().for_values<number>());
}

/// An operator over numbers keyed by text, with its harness.
template <class Out>
class script {
public:
  template <class Assigner, class Function>
  explicit script(window_options<Assigner, Function> options, const std::vector<output_port*>& sides = {})
      : operator_(make_window_operator<std::string, number>(std::move(options))), harness_(*operator_, sides) {}

  /// Feeds one event and returns the rows that it made.
  std::string event(std::int64_t time, number value = 1, const std::string& key = "a") {
    harness_.feed(key, value, event_time{time});
    return in_words(harness_.take_rows());
  }
  /// Raises the watermark and returns the rows that this made.
  std::string advance(std::int64_t to) {
    harness_.advance(watermark{to});
    return in_words(harness_.take_rows());
  }
  std::string end() { return advance(watermark::final().milliseconds); }
  std::string late() { return in_words(harness_.take_late()); }
  operator_counts counts() const { return operator_->counts(); }
  keyed_operator& driven() { return *operator_; }

private:
  std::unique_ptr<keyed_operator> operator_;
  operator_harness<std::string, number, Out> harness_;
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
