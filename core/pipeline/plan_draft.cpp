#include <cmath>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/plan/timing_words.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <optional>
#include <string_view>
#include <utility>

namespace millrace {

namespace {

using problem = std::optional<error>;

std::string in_milliseconds(duration length) {
  return std::to_string(length.count()) + " ms";
}

problem out_of_range(const std::string& place, std::string_view option, const std::string& value,
                     std::string_view accepted) {
  return error{error_code::option_out_of_range,
               place + ": " + std::string(option) + " is " + value + "; " + std::string(accepted) + " is accepted"};
}

template <class Node>
problem check_names(const std::vector<Node>& nodes, const std::string& what) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].name.empty()) {
      return error{error_code::option_missing, what + " number " + std::to_string(i + 1) + " has an empty name"};
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (nodes[j].name == nodes[i].name) {
        return error{error_code::plan_duplicate_name,
                     "two " + what + "s are named '" + nodes[i].name + "'; each needs a name of its own"};
      }
    }
  }
  return std::nullopt;
}

problem check_timing(const source_node& source) {
  const std::string place = "source '" + source.name + "'";
  if (source.idle_timeout && *source.idle_timeout <= duration{0}) {
    return out_of_range(place, "idle timeout", in_milliseconds(*source.idle_timeout), "more than 0 ms");
  }
  if (!(source.rate >= 0) || std::isinf(source.rate)) {
    return out_of_range(place, "rate", std::to_string(source.rate), "0 (no limit) or a number of records per second");
  }
  if (source.report.what == report_mode::kind::periodic && source.report.interval <= duration{0}) {
    return out_of_range(place, "report interval", in_milliseconds(source.report.interval), "more than 0 ms");
  }
  if (source.all_idle.what == all_idle_policy::kind::wall_clock && source.all_idle.lag < duration{0}) {
    return out_of_range(place, "wall_clock lag", in_milliseconds(source.all_idle.lag), "0 ms or more");
  }
  return std::nullopt;
}

problem check_one_policy(const std::vector<source_node>& sources) {
  for (const source_node& source : sources) {
    if (source.all_idle == sources.front().all_idle) continue;
    return error{error_code::option_conflict,
                 "the sources of one stage need one all_idle policy: '" + sources.front().name + "' says " +
                     words_of(sources.front().all_idle) + ", '" + source.name + "' says " + words_of(source.all_idle)};
  }
  return std::nullopt;
}

/// Rounds end where the times of all sources of an exchange say, or where the clock does: not both.
problem check_one_report(const std::vector<source_node>& sources) {
  const auto periodic = [](const source_node& one) { return one.report.what == report_mode::kind::periodic; };
  for (const source_node& source : sources) {
    if (periodic(source) == periodic(sources.front())) continue;
    return error{error_code::option_conflict, "the sources of one stage report by rounds or by the clock, not both: '" +
                                                  sources.front().name + "' says " + words_of(sources.front().report) +
                                                  ", '" + source.name + "' says " + words_of(source.report)};
  }
  return std::nullopt;
}

problem check_sources(const plan_draft& draft) {
  if (auto bad = check_names(draft.sources, "source")) return bad;
  if (!draft.source_errors.empty()) return draft.source_errors.front();
  for (const source_node& source : draft.sources) {
    if (auto bad = check_timing(source)) return bad;
  }
  if (auto bad = check_one_report(draft.sources)) return bad;
  return check_one_policy(draft.sources);
}

std::vector<stage_node> nodes_of(const std::vector<stage_draft>& stages) {
  std::vector<stage_node> nodes;
  nodes.reserve(stages.size());
  for (const stage_draft& stage : stages) nodes.push_back(stage.node);
  return nodes;
}

problem check_stages(const plan_draft& draft) {
  if (auto bad = check_names(nodes_of(draft.stages), "stage")) return bad;
  for (const stage_draft& stage : draft.stages) {
    if (!stage.errors.empty()) return stage.errors.front();
  }
  return std::nullopt;
}

/// The times at which sources end rounds: those of every stage, as seen by the sources. A stage behind others gets a
/// watermark that is less by what those hold back, so its times come that much later.
round_grid grid_of_sources(const std::vector<stage_draft>& stages) {
  round_grid grid;
  duration behind{0};
  for (const stage_draft& stage : stages) {
    grid.add(stage.node.grid, behind);
    behind = duration{saturating_add(behind.count(), stage.held_back.count())};
    if (behind == forever) break;  // the stages behind it see no watermark but the final one
  }
  return grid;
}

problem check_sinks(const plan_draft& draft) {
  if (draft.sinks.empty()) {
    return error{error_code::plan_incomplete,
                 "the plan has no sink; at least one .to(), .late_to() or .side_to() is needed"};
  }
  if (auto bad = check_names(draft.sinks, "sink")) return bad;
  if (!draft.sink_errors.empty()) return draft.sink_errors.front();
  return std::nullopt;
}

}  // namespace

void plan_draft::begin_stage(std::function<std::unique_ptr<batch>()> make_input_batch) {
  stage_draft next;
  const std::size_t index = stages.size();
  if (index > 0) {
    output_node& rows = stage().node.outputs[0];
    rows.make_batch = make_input_batch;
    rows.next_stage = index;
    next.node.previous_stage = index - 1;
  }
  next.node.name = index == 0 ? "stage" : "stage " + std::to_string(index + 1);
  next.node.make_input_batch = std::move(make_input_batch);
  stages.push_back(std::move(next));
}

void plan_draft::add_sink(std::size_t output, sink_node sink) {
  stage().node.outputs[output].sinks.push_back(sinks.size());
  sinks.push_back(std::move(sink));
}

result<logical_plan> plan_draft::finish(std::string name) const {
  if (name.empty()) return error{error_code::option_missing, "the pipeline has an empty name"};
  if (auto bad = check_sources(*this)) return *std::move(bad);
  if (auto bad = check_stages(*this)) return *std::move(bad);
  if (auto bad = check_sinks(*this)) return *std::move(bad);
  logical_plan plan;
  plan.name = std::move(name);
  plan.sources = sources;
  plan.sinks = sinks;
  plan.stages = nodes_of(stages);
  plan.stages.front().grid = grid_of_sources(stages);
  for (std::size_t i = 0; i < sources.size(); ++i) plan.stages.front().sources.push_back(i);
  return plan;
}

}  // namespace millrace
