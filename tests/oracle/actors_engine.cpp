#include "actors_engine.hpp"

#include <cstddef>
#include <millrace/actors/run.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <stdexcept>
#include <vector>

#include "compare.hpp"
#include "scripted_plan.hpp"
#include "two_windows.hpp"

namespace millrace::oracle {

namespace {

/// Puts each row into the step that it was made in. Steps are numbered from 1 and close in order.
template <class Row>
void put_into(std::vector<step_outcome>& steps, const collection_sink<Row>& sink,
              std::vector<Row> step_outcome::*where) {
  const std::vector<Row> rows = sink.rows();
  const std::vector<step_number> numbers = sink.row_steps();
  for (std::size_t i = 0; i < rows.size(); ++i) (steps.at(numbers[i] - 1).*where).push_back(rows[i]);
}

std::vector<step_outcome> steps_of(const scripted_sinks& sinks) {
  std::vector<step_outcome> all;
  step_mark before;
  for (const step_mark& closed : sinks.rows.steps()) {
    step_outcome& made = all.emplace_back();
    if (closed.stage_watermark != before.stage_watermark) {
      made.watermark_out = closed.stage_watermark;
      made.forwarded = closed.mark;
    }
    if (closed.idle != before.idle) made.idle_out = closed.idle;
    before = closed;
  }
  put_into(all, sinks.rows, &step_outcome::rows);
  put_into(all, sinks.late, &step_outcome::late);
  return all;
}

/// Runs the window of `asked` over what comes from `events`.
outcome run_over(const job& asked, const scripted_stream& events, std::size_t batch_size) {
  const scripted_sinks sinks;
  const run_summary summary = run(plan_of(asked, events, sinks).value(), {.actors = 2, .batch = batch_size}).value();
  outcome all;
  all.steps = steps_of(sinks);
  if (all.steps.empty()) throw std::runtime_error("the sinks closed no step");
  all.steps.back().open_panes = summary.counts.open_panes;
  all.dropped_late = summary.counts.dropped_late;
  all.partly_late = summary.counts.partly_late;
  all.in_gap = summary.counts.in_gap;
  return all;
}

std::size_t batch_of(std::uint64_t seed) {
  return seed % 3 == 0 ? 1 : 100;
}

}  // namespace

outcome run_on_actors(const job& asked, const script& steps, std::size_t batch_size) {
  return run_over(asked, events_of(asked, steps), batch_size);
}

engine actors_engine() {
  const auto run_case = [](const random_case& tried, std::uint64_t seed) {
    return run_on_actors(tried.asked, tried.steps, batch_of(seed));
  };
  return {"actors", run_case, difference_by_key};
}

engine two_stage_engine() {
  const auto run_case = [](const random_case& tried, std::uint64_t seed) {
    return run_over(tried.asked, events_behind_a_stage(tried.asked, tried.steps), batch_of(seed));
  };
  return {"two-stage", run_case, difference_by_key};
}

engine two_windows_engine() {
  const auto run_case = [](const random_case& tried, std::uint64_t seed) {
    const two_jobs both = two_jobs_of(tried.asked, seed);
    return run_over(both.second, rows_of_windows(both.first, tried.steps), batch_of(seed));
  };
  const auto expect = [](const random_case& tried, std::uint64_t seed) {
    return expectation_of(two_jobs_of(tried.asked, seed), tried.steps);
  };
  return {"two-windows", run_case, difference_by_key, expect};
}

}  // namespace millrace::oracle
