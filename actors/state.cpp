#include <filesystem>
#include <millrace/actors/engine/epoch_record.hpp>
#include <millrace/actors/engine/stage_entries.hpp>
#include <millrace/actors/state.hpp>
#include <millrace/core/operator/stored_moment.hpp>
#include <millrace/storage/state_store.hpp>
#include <utility>

namespace millrace {

namespace {

state_summary::stage summary_of(const engine::recorded_stage& recorded) {
  state_summary::stage made{.name = recorded.name};
  std::vector<operator_moment> moments;
  for (const std::string& bytes : recorded.moments) {
    byte_reader from{bytes};
    moments.push_back(read_moment(from, recorded.name));
  }
  if (moments.empty()) return made;
  const operator_moment together = add_up(moments);
  made.combined = together.now;
  made.events = together.counts.events;
  made.rows = together.counts.rows;
  made.late = together.counts.dropped_late + together.counts.partly_late;
  return made;
}

state_summary summary_of(const state_store& store, const std::string& directory) {
  const state_snapshot seen = store.snapshot();
  const auto epoch = seen.epoch();
  if (!epoch) throw failure(error_code::state_malformed, "state directory '" + directory + "' holds no epoch yet");
  const auto record = value_of_bytes<engine::epoch_record>(seen.record());
  state_summary made{.pipeline = record.pipeline,
                     .id = record.id,
                     .epoch = *epoch,
                     .key_groups = record.key_groups,
                     .ended = record.ended};
  for (const auto& source : record.sources) made.sources.push_back({.name = source.name, .splits = {}});
  for (const auto& split : record.splits) {
    if (split.source < made.sources.size()) made.sources[split.source].splits.push_back(split.name);
  }
  for (const auto& sink : record.sinks) made.sinks.push_back(sink.name);
  for (std::uint32_t stage = 0; stage < record.stages.size(); ++stage) {
    auto& into = made.stages.emplace_back(summary_of(record.stages[stage]));
    for (std::uint32_t group = 0; group < record.key_groups; ++group) {
      const std::size_t before = into.entries;
      seen.scan(engine::entry_prefix(stage, group), [&](std::string_view key, std::string_view value) {
        ++into.entries;
        into.entry_bytes += key.size() + value.size();
        return true;
      });
      into.key_groups_used += into.entries > before ? 1 : 0;
    }
  }
  made.unmerged = store.unmerged();
  return made;
}

}  // namespace

result<state_summary> inspect_state(const std::string& directory) {
  if (!std::filesystem::exists(directory + "/state.mdb")) {
    return error{error_code::state_malformed, "'" + directory + "' is no state directory: it has no state.mdb"};
  }
  auto store = state_store::open({.directory = directory, .read_only = true});
  if (!store) return store.error();
  try {
    return summary_of(store.value(), directory);
  } catch (const failure& refused) {
    return refused.reason();
  }
}

}  // namespace millrace
