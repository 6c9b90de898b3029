#include <algorithm>
#include <exception>
#include <millrace/actors/engine/graph.hpp>
#include <millrace/actors/engine/restored_run.hpp>
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

std::optional<error> check(const restart_policy& restart, bool keeps_state) {
  if (restart.restarts == 0) return std::nullopt;
  if (!keeps_state) {
    return error{error_code::option_conflict,
                 "run option 'restart' needs 'state': without it a run could only begin again at its first record"};
  }
  constexpr std::uint64_t day = 86'400'000;
  const auto milliseconds = [](duration length) {
    return length.count() < 0 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(length.count());
  };
  if (auto wrong = out_of_range("restart.first_pause, ms", milliseconds(restart.first_pause), 0, day)) return wrong;
  return out_of_range("restart.longest_pause, ms", milliseconds(restart.longest_pause),
                      milliseconds(restart.first_pause), day);
}

std::optional<error> check(const state_options& state) {
  if (state.directory.empty()) {
    return error{error_code::option_missing, "run option 'state' has no directory; a folder of its own is needed"};
  }
  const auto milliseconds = [](duration length) {
    return length.count() < 0 ? 0 : static_cast<std::uint64_t>(length.count());
  };
  constexpr std::uint64_t day = 86'400'000;
  if (auto wrong = out_of_range("state.interval, ms", milliseconds(state.interval), 1, day)) return wrong;
  if (auto wrong = out_of_range("state.timeout, ms", milliseconds(state.timeout), 1, day)) return wrong;
  if (state.minimum_pause < duration{0} || state.minimum_pause > duration{day}) {
    return error{error_code::option_out_of_range, "run option 'state.minimum_pause, ms' is " +
                                                      std::to_string(state.minimum_pause.count()) +
                                                      "; accepted are 0 to " + std::to_string(day)};
  }
  return out_of_range("state.map_size", state.map_size, 1U << 20U, std::uint64_t{1} << 46U);
}

/// What is read, kept or written by a type that no store can take is refused before anything is begun.
std::optional<error> check_storable(const opened_plan& opened) {
  for (const auto& stage : opened.operators) {
    if (auto wrong = stage.front()->not_storable()) return wrong;
  }
  for (const auto& split : opened.splits) {
    if (auto wrong = split.program->not_storable()) return wrong;
  }
  return std::nullopt;
}

void warn_of_sources_read_once(opened_plan& opened) {
  for (const auto& split : opened.splits) {
    if (split.program->place_to_resume()) continue;
    opened.warnings.push_back("source '" + opened.plan.sources[split.source].name + "': " + split.program->name() +
                              " cannot be read again: a crash loses what was read since the last epoch");
  }
}

result<opened_plan> open_parts(logical_plan plan, run_options options, std::shared_ptr<epoch_store> store) {
  opened_plan opened{
      .plan = std::move(plan), .options = std::move(options), .splits = {}, .operators = {}, .writers = {}};
  std::optional<epoch_record> record;
  if (store) {
    auto found = record_for(*store, opened.plan, opened.options);
    if (!found) return found.error();
    record = std::move(found).value();
    opened.store = std::move(store);
  }
  for (std::size_t source = 0; source < opened.plan.sources.size(); ++source) {
    auto splits = opened.plan.sources[source].open(static_cast<std::uint32_t>(opened.options.key_groups));
    if (!splits) return splits.error();
    for (auto& split : splits.value()) opened.splits.push_back({source, std::move(split)});
  }
  for (const auto& stage : opened.plan.stages) {
    auto& operators = opened.operators.emplace_back();
    for (std::size_t actor = 0; actor < opened.options.actors; ++actor) operators.push_back(stage.make_operator());
  }
  if (opened.store) {
    if (auto wrong = check_storable(opened)) return std::move(*wrong);
  }
  if (record) {
    if (auto wrong = arrange_splits(*record, opened)) return std::move(*wrong);
  }
  const auto origin = !opened.store ? state_origin::none : record ? state_origin::restored : state_origin::fresh;
  for (const auto& sink : opened.plan.sinks) {
    auto writer = sink.open(origin);
    if (!writer) return writer.error();
    opened.writers.push_back(std::move(writer.value()));
  }
  if (opened.store) warn_of_sources_read_once(opened);
  if (record) restore(*record, opened);
  if (opened.store && !record) begin_state(opened);
  return opened;
}

}  // namespace

result<opened_plan> open(logical_plan plan, run_options options, std::shared_ptr<epoch_store> store) {
  fill_in(options);
  if (auto wrong = check(options)) return std::move(*wrong);
  if (auto wrong = check_stages(plan)) return std::move(*wrong);
  if (auto wrong = check(options.restart, options.state.has_value())) return std::move(*wrong);
  epoch_settings epochs;
  if (const auto& state = options.state) {
    if (auto wrong = check(*state)) return std::move(*wrong);
    if (!store) {
      auto opened = open_epoch_store({.directory = state->directory, .map_size = state->map_size});
      if (!opened) return opened.error();
      store = std::move(opened).value();
    }
    epochs.guarantee = state->guarantee;
    epochs.timeout = state->timeout;
    epochs.interval = state->interval;
    epochs.minimum_pause = state->minimum_pause;
  }
  try {
    auto opened = open_parts(std::move(plan), std::move(options), std::move(store));
    if (!opened) return opened;
    epochs.last = opened.value().epochs.last;
    opened.value().epochs = std::move(epochs);
    return opened;
  } catch (const failure& known) {
    return known.reason();
  } catch (const std::exception& other) {
    return error{error_code::user_function_threw, std::string{"opening a source or a sink: "} + other.what()};
  }
}

}  // namespace millrace::engine
