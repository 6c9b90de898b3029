#include <limits>

#include "case_sections.hpp"

namespace conformance {
namespace {

std::size_t read_cause(const field& line, std::size_t steps) {
  return static_cast<std::size_t>(line.at("after_step").integer(0, static_cast<std::int64_t>(steps) - 1));
}

std::uint64_t read_count(const field& count) {
  return static_cast<std::uint64_t>(count.integer(0, std::numeric_limits<std::int64_t>::max()));
}

std::vector<std::int64_t> read_integers(const field& list) {
  std::vector<std::int64_t> numbers;
  list.each([&](const field& number) { numbers.push_back(number.integer()); });
  return numbers;
}

window_bounds read_bounds(const field& window) {
  const auto bounds = read_integers(window);
  if (bounds.size() != 2) throw window.wrong("is not [start, end]");
  return {bounds[0], bounds[1]};
}

output_row read_output(const field& row, std::size_t steps) {
  constexpr std::array<std::pair<std::string_view, int>, 4> kinds{{{"+I", 0}, {"-U", 0}, {"+U", 0}, {"-D", 0}}};
  static_cast<void>(row.at("kind").one_of(kinds));
  output_row read;
  read.after_step = read_cause(row, steps);
  read.kind = row.at("kind").text();
  read.key = row.at("key").text();
  if (const auto window = row.at("window"); !window.null()) read.window = read_bounds(window);
  const auto value = row.at("value");
  if (value.is_integer()) {
    read.value = value.integer();
  } else {
    read.value = read_integers(value);
  }
  read.ts = row.at("ts").integer();
  if (row.has("value_list")) read.value_list = read_integers(row.at("value_list"));
  return read;
}

late_row read_late(const field& row, std::size_t steps) {
  late_row read;
  read.after_step = read_cause(row, steps);
  read.key = row.at("key").text();
  read.ts = row.at("ts").integer();
  read.value = row.at("value").integer();
  row.at("missed").each([&](const field& window) { read.missed.push_back(read_bounds(window)); });
  return read;
}

}  // namespace

expectation read_expectation(const field& expect, std::size_t steps) {
  expectation read;
  expect.at("outputs").each([&](const field& row) { read.outputs.push_back(read_output(row, steps)); });
  expect.at("late").each([&](const field& row) { read.late.push_back(read_late(row, steps)); });
  read.dropped_late = read_count(expect.at("dropped_late"));
  if (expect.has("partly_late")) read.partly_late = read_count(expect.at("partly_late"));
  expect.at("watermark_out").each([&](const field& change) {
    read.watermark_out.push_back({read_cause(change, steps), change.at("ts").integer()});
  });
  expect.at("idle_out").each([&](const field& change) {
    read.idle_out.push_back({read_cause(change, steps), change.at("idle").boolean()});
  });
  if (expect.has("open_windows_at_end")) read.open_windows_at_end = read_count(expect.at("open_windows_at_end"));
  if (expect.has("ordered_by_ts")) read.ordered_by_ts = expect.at("ordered_by_ts").boolean();
  return read;
}

}  // namespace conformance
