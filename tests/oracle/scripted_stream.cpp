#include "scripted_stream.hpp"

#include <millrace/core/pipeline/pipeline.hpp>
#include <stdexcept>
#include <utility>

#include "functions.hpp"
#include "scripted_source.hpp"
#include "two_windows.hpp"

namespace millrace::oracle {

namespace {

using sum_row = row<std::int64_t, std::int64_t>;

auto source_of(const job& asked, const script& steps) {
  const all_idle_policy all_idle =
      asked.all_idle == idle_policy::hold ? all_idle_policy::hold() : all_idle_policy::flush_max();
  return from("script", scripted_source(steps, asked.splits))
      .event_time(&scripted_event::time)
      .watermarks(manual_watermarks{}, {.all_idle = all_idle, .report = report_mode::every_record()});
}

template <class Assigner>
scripted_stream rows_over(const job& first, const script& steps, Assigner windows) {
  return events_of(first, steps)
      .window(std::move(windows))
      .allowed_lateness(first.allowed_lateness)
      .emit(mode_of(first))
      .aggregate(sum())
      .named("first")
      .key_by([](const sum_row& made) { return second_key(made.key); }, &sum_row::value);
}

}  // namespace

scripted_stream events_of(const job& asked, const script& steps) {
  return source_of(asked, steps).key_by(&scripted_event::key, &scripted_event::value);
}

scripted_stream events_behind_a_stage(const job& asked, const script& steps) {
  using passed = keyed_value<std::pair<std::int64_t, std::int64_t>, scripted_event>;
  return source_of(asked, steps)
      .key_by([](const scripted_event& event) { return std::pair(event.key, event.key); })
      .process_each([](const auto&, const scripted_event& event) { return event; })
      .named("pass on")
      .key_by([](const passed& event) { return event.value.key; }, [](passed&& event) { return event.value.value; });
}

scripted_stream rows_of_windows(const job& first, const script& steps) {
  switch (first.window) {
    case window_kind::tumbling:
      return rows_over(first, steps, tumbling::make({.size = first.size, .offset = first.offset}));
    case window_kind::sliding:
      return rows_over(first, steps, sliding::make({.size = first.size, .slide = first.slide, .offset = first.offset}));
    case window_kind::session: return rows_over(first, steps, session::make({.gap = first.size}));
  }
  throw std::logic_error("a window without a stream");
}

}  // namespace millrace::oracle
