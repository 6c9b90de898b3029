// The stream that the tests of the typed API begin with.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <millrace/actors/connector/collection_sink.hpp>
#include <millrace/core/pipeline/pipeline.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace millrace {

using namespace std::chrono_literals;

struct click {
  std::string product;
  std::int64_t time = 0;
  std::int64_t amount = 1;

  bool operator==(const click&) const = default;
};

inline event_time time_of_click(const click& given) {
  return event_time{given.time};
}

inline time_window window_between(std::int64_t start, std::int64_t end) {
  return {event_time{start}, event_time{end}};
}

/// A source named `name`; no click may come later than the greatest time before it.
inline auto clicks_named(std::string name, std::vector<click> given, source_timing timing = {}) {
  return from(std::move(name), collection_source<click>(std::move(given)))
      .event_time(time_of_click)
      .watermarks(bounded_disorder({.delay = 0ms}), timing);
}
inline auto clicks(std::vector<click> given) {
  return clicks_named("clicks", std::move(given));
}

/// By window, then key. Rows of one key keep their order; between keys there is none.
template <class Row>
std::vector<Row> sorted(std::vector<Row> rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const Row& left, const Row& right) {
    return std::tie(left.window, left.key) < std::tie(right.window, right.key);
  });
  return rows;
}

/// "a [0, 10) 2", and so on.
template <class Row>
std::vector<std::string> written(const std::vector<Row>& rows) {
  std::vector<std::string> lines;
  for (const Row& made : sorted(rows)) {
    std::string kind = made.kind == row_kind::insert ? "" : std::string(name_of(made.kind)) + " ";
    lines.push_back(kind + made.key + " " + describe(made.window) + " " + describe(made.value));
  }
  return lines;
}

}  // namespace millrace
