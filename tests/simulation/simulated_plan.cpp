#include "simulated_plan.hpp"

#include <memory>
#include <millrace/core/pipeline/pipeline.hpp>
#include <span>
#include <stdexcept>
#include <utility>

#include "recording_writer.hpp"
#include "tests/oracle/scripted_plan.hpp"

namespace millrace::simulation {

namespace {

using oracle::scripted_event;

/// Passes the elements of a window on as they are.
struct pass_elements {
  template <class Context, class Emit>
  void operator()(const Context& /*context*/, std::span<const stored_element<std::int64_t>> elements,
                  Emit&& emit) const {
    for (const auto& each : elements) emit(each.value);
  }
};

/// The splits, and what comes before the stage of the job.
template <class Generator>
oracle::scripted_stream stream_under(const scenario& asked, const std::shared_ptr<reading>& input,
                                     Generator generator) {
  const auto key_of = [input](const scripted_event& event) {
    input->throwing->burn(throwing_place::key_function);
    return event.key;
  };
  const oracle::scripted_stream events =
      from("splits", simulated_source(input))
          .event_time(&scripted_event::time)
          .watermarks(std::move(generator),
                      {.idle_timeout = asked.idle_timeout,
                       .all_idle = asked.asked.all_idle == oracle::idle_policy::hold ? all_idle_policy::hold()
                                                                                     : all_idle_policy::flush_max(),
                       .report = asked.report,
                       .rate = asked.rate})
          .key_by(key_of, &scripted_event::value);
  const auto second_key = [](const auto& row) { return second_key_of(row.value); };
  const auto value_of_row = [](const auto& row) { return row.value; };
  switch (asked.before) {
    case stage_before::none: return events;
    case stage_before::windows:
      return events.window(tumbling::make({.size = duration{1}}))
          .template process<std::int64_t>(pass_elements{})
          .named("pass")
          .key_by(second_key, value_of_row);
    case stage_before::each_event:
      return events.process_each([](const auto& /*context*/, std::int64_t value) { return value; })
          .named("pass")
          .key_by(second_key, value_of_row);
  }
  throw std::logic_error("a stage before that nobody knows");
}

template <class Row>
void write_into(sink_node& node, sink_record<Row>& seen, const std::shared_ptr<fuse>& throwing,
                const std::shared_ptr<kept_state>& kept, outside_of_sink<Row>* outside) {
  node.open = [&seen, throwing, kept, outside](state_origin) -> result<std::unique_ptr<sink_writer>> {
    return std::unique_ptr<sink_writer>(std::make_unique<recording_writer<Row>>(seen, throwing, kept, outside));
  };
}

}  // namespace

result<logical_plan> plan_of(const scenario& asked, const std::shared_ptr<reading>& input, recording& seen,
                             const std::shared_ptr<kept_state>& kept) {
  const auto events = asked.disorder ? stream_under(asked, input, bounded_disorder({.delay = *asked.disorder}))
                                     : stream_under(asked, input, manual_watermarks{});
  auto plan = oracle::plan_of(asked.asked, events, oracle::scripted_sinks{});
  if (!plan) return plan.error();
  for (auto& sink : plan.value().sinks) {
    if (sink.name == "late") {
      write_into(sink, seen.late, input->throwing, kept, kept ? &kept->late : nullptr);
    } else {
      write_into(sink, seen.rows, input->throwing, kept, kept ? &kept->rows : nullptr);
    }
  }
  return plan;
}

}  // namespace millrace::simulation
