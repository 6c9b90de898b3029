#include "compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <map>
#include <vector>

namespace millrace::oracle {

namespace {

template <class Row>
using by_key = std::map<std::int64_t, std::vector<Row>>;

template <class Row>
by_key<Row> grouped(const std::vector<Row>& rows) {
  by_key<Row> groups;
  for (const Row& each : rows) groups[each.key].push_back(each);
  return groups;
}

template <class Row>
std::string listed(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& each : rows) text += "    " + text_of(each) + "\n";
  return text.empty() ? "    nothing\n" : text;
}

template <class Row>
std::optional<std::string> difference_of_rows(const char* what, const std::vector<Row>& expected,
                                              const std::vector<Row>& got) {
  if (grouped(expected) == grouped(got)) return std::nullopt;
  return fmt::format("{}\n  expected\n{}  got\n{}", what, listed(expected), listed(got));
}

std::string number_of(std::optional<watermark> mark) {
  return mark.has_value() ? std::to_string(mark->milliseconds) : "none";
}

std::string number_of(std::optional<bool> idle) {
  return idle.has_value() ? (*idle ? "idle" : "active") : "no change";
}

template <class Number>
std::optional<std::string> difference_of(const char* what, const Number& expected, const Number& got) {
  if (expected == got) return std::nullopt;
  if constexpr (std::same_as<Number, std::optional<watermark>> || std::same_as<Number, std::optional<bool>>) {
    return fmt::format("{}: expected {}, got {}\n", what, number_of(expected), number_of(got));
  } else {
    return fmt::format("{}: expected {}, got {}\n", what, expected, got);
  }
}

std::optional<std::string> difference_in_step(const step_outcome& expected, const step_outcome& got) {
  if (auto found = difference_of_rows("rows", expected.rows, got.rows)) return found;
  if (auto found = difference_of_rows("late events", expected.late, got.late)) return found;
  if (auto found = difference_of("combined watermark", expected.watermark_out, got.watermark_out)) return found;
  if (auto found = difference_of("idle status", expected.idle_out, got.idle_out)) return found;
  if (auto found = difference_of("forwarded watermark", expected.forwarded, got.forwarded)) return found;
  if (auto found = difference_of("open panes", expected.open_panes, got.open_panes)) return found;
  const bool in_time_order =
      std::is_sorted(got.rows.begin(), got.rows.end(),
                     [](const result_row& left, const result_row& right) { return left.time < right.time; });
  if (got.watermark_out.has_value() && !in_time_order) {
    return fmt::format("rows of one rise are not in order of time\n  got\n{}", listed(got.rows));
  }
  return std::nullopt;
}

std::optional<std::string> difference_of_totals(const outcome& expected, const outcome& got) {
  if (auto found = difference_of("dropped late", expected.dropped_late, got.dropped_late)) return found;
  if (auto found = difference_of("partly late", expected.partly_late, got.partly_late)) return found;
  if (auto found = difference_of("in a gap", expected.in_gap, got.in_gap)) return found;
  const std::size_t open = got.steps.empty() ? 0 : got.steps.back().open_panes;
  const std::size_t expected_open = expected.steps.empty() ? 0 : expected.steps.back().open_panes;
  return difference_of("open panes at the end", expected_open, open);
}

/// The changes of one thing over the whole script.
template <class Change>
std::string changes_of(const outcome& all, std::optional<Change> step_outcome::*change) {
  std::string text;
  for (const step_outcome& each : all.steps) {
    if ((each.*change).has_value()) text += number_of(each.*change) + " ";
  }
  return text;
}

step_outcome joined(const outcome& all) {
  step_outcome whole;
  for (const step_outcome& each : all.steps) {
    whole.rows.insert(whole.rows.end(), each.rows.begin(), each.rows.end());
    whole.late.insert(whole.late.end(), each.late.begin(), each.late.end());
  }
  return whole;
}

}  // namespace

std::optional<std::string> difference_by_step(const outcome& expected, const outcome& got) {
  if (auto found = difference_of("steps", expected.steps.size(), got.steps.size())) return found;
  for (std::size_t i = 0; i < expected.steps.size(); ++i) {
    if (auto found = difference_in_step(expected.steps[i], got.steps[i])) {
      return fmt::format("step {}: {}", i, *found);
    }
  }
  return difference_of_totals(expected, got);
}

std::optional<std::string> difference_by_key(const outcome& expected, const outcome& got) {
  const step_outcome wanted = joined(expected);
  const step_outcome made = joined(got);
  if (auto found = difference_of_rows("rows", wanted.rows, made.rows)) return found;
  if (auto found = difference_of_rows("late events", wanted.late, made.late)) return found;
  const auto watermarks = &step_outcome::watermark_out;
  const auto statuses = &step_outcome::idle_out;
  const auto forwarded = &step_outcome::forwarded;
  if (auto found = difference_of("watermarks", changes_of(expected, watermarks), changes_of(got, watermarks))) {
    return found;
  }
  if (auto found = difference_of("idle statuses", changes_of(expected, statuses), changes_of(got, statuses))) {
    return found;
  }
  if (auto found = difference_of("forwarded", changes_of(expected, forwarded), changes_of(got, forwarded))) {
    return found;
  }
  return difference_of_totals(expected, got);
}

}  // namespace millrace::oracle
