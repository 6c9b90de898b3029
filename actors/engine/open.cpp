#include <algorithm>
#include <exception>
#include <millrace/actors/engine/graph.hpp>
#include <millrace/actors/engine/system_clock.hpp>
#include <string>
#include <thread>
#include <utility>

namespace millrace::engine {

namespace {

std::optional<error> out_of_range(const char* option, std::uint64_t value, std::uint64_t least, std::uint64_t most) {
  if (value >= least && value <= most) return std::nullopt;
  return error{error_code::option_out_of_range, std::string{"run option '"} + option + "' is " + std::to_string(value) +
                                                    "; accepted are " + std::to_string(least) + " to " +
                                                    std::to_string(most)};
}

std::optional<error> check(const run_options& options) {
  constexpr std::uint64_t many = 1U << 30U;
  if (auto wrong = out_of_range("key_groups", options.key_groups, 1, 65536)) return wrong;
  if (auto wrong = out_of_range("actors", options.actors, 1, options.key_groups)) return wrong;
  if (auto wrong = out_of_range("source_actors", options.source_actors, 1, 1024)) return wrong;
  if (auto wrong = out_of_range("round", options.round, 1, many)) return wrong;
  if (auto wrong = out_of_range("batch", options.batch, 1, many)) return wrong;
  const auto milliseconds = [](duration length) {
    return length.count() < 0 ? 0 : static_cast<std::uint64_t>(length.count());
  };
  if (auto wrong = out_of_range("poll_interval, ms", milliseconds(options.poll_interval), 1, 60'000)) return wrong;
  return out_of_range("stop_limit, ms", milliseconds(options.stop_limit), 1, 86'400'000);
}

/// Plans of the typed API are in order; others may not be.
std::optional<error> check_stages(const logical_plan& plan) {
  bool in_order = !plan.stages.empty();
  for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
    const auto& previous = plan.stages[stage].previous_stage;
    in_order = in_order && previous.has_value() == (stage > 0) && (!previous || *previous < stage);
  }
  if (in_order) return std::nullopt;
  return error{error_code::plan_incomplete,
               "pipeline '" + plan.name +
                   "': the first keyed stage is to read the sources, and each further one a stage before it"};
}

void fill_in(run_options& options) {
  if (options.actors == 0) {
    options.actors = std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), options.key_groups);
  }
  if (!options.processing_clock) options.processing_clock = std::make_shared<system_clock>();
}

result<opened_plan> open_parts(logical_plan plan, run_options options) {
  opened_plan opened{
      .plan = std::move(plan), .options = std::move(options), .splits = {}, .operators = {}, .writers = {}};
  for (std::size_t source = 0; source < opened.plan.sources.size(); ++source) {
    auto splits = opened.plan.sources[source].open(static_cast<std::uint32_t>(opened.options.key_groups));
    if (!splits) return splits.error();
    for (auto& split : splits.value()) opened.splits.push_back({source, std::move(split)});
  }
  for (const auto& stage : opened.plan.stages) {
    auto& operators = opened.operators.emplace_back();
    for (std::size_t actor = 0; actor < opened.options.actors; ++actor) operators.push_back(stage.make_operator());
  }
  for (const auto& sink : opened.plan.sinks) {
    auto writer = sink.open(state_origin::none);
    if (!writer) return writer.error();
    opened.writers.push_back(std::move(writer.value()));
  }
  return opened;
}

}  // namespace

result<opened_plan> open(logical_plan plan, run_options options) {
  fill_in(options);
  if (auto wrong = check(options)) return std::move(*wrong);
  if (auto wrong = check_stages(plan)) return std::move(*wrong);
  try {
    return open_parts(std::move(plan), std::move(options));
  } catch (const failure& known) {
    return known.reason();
  } catch (const std::exception& other) {
    return error{error_code::user_function_threw, std::string{"opening a source or a sink: "} + other.what()};
  }
}

}  // namespace millrace::engine
