#include "simulated_plan.hpp"

#include <memory>
#include <millrace/core/pipeline/pipeline.hpp>
#include <stdexcept>
#include <utility>

#include "recording_writer.hpp"
#include "tests/oracle/scripted_plan.hpp"

namespace millrace::simulation {

namespace {

using oracle::scripted_event;

/// The oracle's plan. Its source and sinks are replaced.
result<logical_plan> oracle_plan(const oracle::job& asked) {
  const oracle::scripted_sinks unused;
  switch (asked.window) {
    case oracle::window_kind::tumbling: return oracle::tumbling_plan(asked, {}, unused);
    case oracle::window_kind::sliding: return oracle::sliding_plan(asked, {}, unused);
    case oracle::window_kind::session: return oracle::session_plan(asked, {}, unused);
  }
  throw std::logic_error("a window without a plan");
}

template <class Generator>
result<source_node> source_under(const scenario& asked, const std::shared_ptr<reading>& input, Generator generator) {
  const auto key_of = [input](const scripted_event& event) {
    input->throwing->burn(throwing_place::key_function);
    return event.key;
  };
  auto plan = from("splits", simulated_source(input))
                  .event_time(&scripted_event::time)
                  .watermarks(std::move(generator), {.idle_timeout = asked.idle_timeout,
                                                     .all_idle = asked.asked.all_idle == oracle::idle_policy::hold
                                                                     ? all_idle_policy::hold()
                                                                     : all_idle_policy::flush_max(),
                                                     .report = asked.report,
                                                     .rate = asked.rate})
                  .key_by(key_of, &scripted_event::value)
                  .window(tumbling::make({.size = duration{1}}))
                  .aggregate(count())
                  .named("unused")
                  .to("rows", callback_sink([](const auto& /*row*/) {}))
                  .build("unused");
  if (!plan) return plan.error();
  return std::move(plan.value().sources.front());
}

template <class Row>
void write_into(sink_node& node, sink_record<Row>& seen, const std::shared_ptr<fuse>& throwing) {
  node.open = [&seen, throwing]() -> result<std::unique_ptr<sink_writer>> {
    return std::unique_ptr<sink_writer>(std::make_unique<recording_writer<Row>>(seen, throwing));
  };
}

}  // namespace

result<logical_plan> plan_of(const scenario& asked, const std::shared_ptr<reading>& input, recording& seen) {
  auto plan = oracle_plan(asked.asked);
  if (!plan) return plan.error();
  auto source = asked.disorder ? source_under(asked, input, bounded_disorder({.delay = *asked.disorder}))
                               : source_under(asked, input, manual_watermarks{});
  if (!source) return source.error();
  plan.value().sources.front() = std::move(source.value());
  for (auto& sink : plan.value().sinks) {
    if (sink.name == "late") {
      write_into(sink, seen.late, input->throwing);
    } else {
      write_into(sink, seen.rows, input->throwing);
    }
  }
  return plan;
}

}  // namespace millrace::simulation
