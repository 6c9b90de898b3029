#include <algorithm>
#include <millrace/actors/engine/restored_run.hpp>
#include <millrace/actors/engine/stage_entries.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/stored_moment.hpp>
#include <millrace/core/source/stored_position.hpp>
#include <random>
#include <string>
#include <utility>

namespace millrace::engine {

namespace {

error refused(const std::string& what) {
  return {error_code::state_refused, what};
}

template <class Parts>
std::string names_of(const Parts& parts) {
  std::string names;
  for (const auto& part : parts) names += (names.empty() ? "'" : ", '") + part.name + "'";
  return names.empty() ? "none" : names;
}

template <class Recorded, class Planned>
bool same_names(const Recorded& recorded, const Planned& planned) {
  return std::equal(recorded.begin(), recorded.end(), planned.begin(), planned.end(),
                    [](const auto& left, const auto& right) { return left.name == right.name; });
}

std::size_t source_actors_of(const opened_plan& opened) {
  return std::max<std::size_t>(1, std::min(opened.options.source_actors, opened.splits.size()));
}

std::vector<recorded_split> splits_of(const opened_plan& opened) {
  std::vector<recorded_split> all;
  for (const auto& split : opened.splits) {
    all.push_back({.source = static_cast<std::uint32_t>(split.source), .name = split.program->name()});
  }
  return all;
}

void load_operators(const epoch_record& record, opened_plan& opened) {
  const auto key_groups = static_cast<std::uint32_t>(opened.options.key_groups);
  const auto actors = static_cast<std::uint32_t>(opened.options.actors);
  for (std::uint32_t stage = 0; stage < opened.operators.size(); ++stage) {
    std::vector<operator_moment> moments;
    for (const std::string& bytes : record.stages[stage].moments) {
      byte_reader from{bytes};
      moments.push_back(read_moment(from, record.stages[stage].name));
    }
    if (moments.empty()) continue;  // epoch 0
    const operator_moment together = add_up(moments);
    std::uint32_t first = 0;
    for (std::uint32_t actor = 0; actor < actors; ++actor) {
      std::uint32_t last = first;
      while (last < key_groups && owner_of(last, key_groups, actors) == actor) ++last;
      opened.operators[stage][actor]->load(moment_for(together, actor),
                                           stage_reader{*opened.store, stage, first, last});
      first = last;
    }
  }
}

std::vector<source_driver::position> read_positions(const epoch_record& record, const opened_plan& opened) {
  const find_split find = [&](std::size_t source, const std::string& name) -> const split_program* {
    const auto found = std::find_if(opened.splits.begin(), opened.splits.end(), [&](const auto& split) {
      return split.source == source && split.program->name() == name;
    });
    return found == opened.splits.end() ? nullptr : found->program.get();
  };
  std::vector<source_driver::position> all;
  for (const std::string& stored : record.positions) {
    byte_reader bytes{stored};
    all.push_back(read_position(bytes, find, opened.plan.sources.front().all_idle));
    bytes.expect_end();
    for (const auto& split : all.back().splits) {
      if (split.id < opened.splits.size()) continue;
      throw failure(error_code::state_malformed, "split '" + split.name + "' has the number " +
                                                     std::to_string(split.id) + "; there are " +
                                                     std::to_string(opened.splits.size()));
    }
  }
  return all;
}

/// The positions of other source actors, for `actors` of them: split n is read by actor n modulo their number.
std::vector<source_driver::position> dealt_anew(const std::vector<source_driver::position>& given, std::size_t actors) {
  std::vector<source_driver::position> all(actors);
  for (const auto& one : given) {
    for (const auto& split : one.splits) all[split.id % actors].splits.push_back(split);
  }
  for (auto& one : all) {
    std::sort(one.splits.begin(), one.splits.end(),
              [](const auto& left, const auto& right) { return left.id < right.id; });
  }
  return all;
}

void resume_sources(const epoch_record& record, opened_plan& opened) {
  if (record.positions.empty()) return;  // epoch 0
  const std::size_t actors = source_actors_of(opened);
  auto positions = read_positions(record, opened);
  if (positions.size() != actors) positions = dealt_anew(positions, actors);
  restore_point from;
  for (std::size_t input = 0; input < actors; ++input) {
    // A file that has changed is refused here, before anything has begun.
    for (const auto& split : positions[input].splits) {
      if (split.place) opened.splits[split.id].program->resume(*split.place);
    }
    from.set_position(static_cast<input_id>(input), std::move(positions[input]));
  }
  byte_reader bytes{record.combined};
  auto combined = combiner::read(bytes, opened.plan.sources.front().all_idle);
  combined.grow(opened.splits.size());
  from.set_combined(std::move(combined));
  if (record.ended) from.set_ended();
  opened.restored = std::move(from);
}

void recover_sinks(const epoch_record& record, epoch_number epoch, opened_plan& opened) {
  for (std::size_t sink = 0; sink < opened.writers.size(); ++sink) {
    opened.writers[sink]->recover(epoch, record.sinks[sink].prepared);
  }
}

}  // namespace

result<std::optional<epoch_record>> record_for(const epoch_store& store, const logical_plan& plan,
                                               const run_options& options) {
  const auto last = store.last();
  if (!last) return std::optional<epoch_record>{};
  epoch_record record;
  try {
    record = value_of_bytes<epoch_record>(last->record);
  } catch (const failure& malformed) {
    return error{malformed.reason().code, "the record of epoch " + std::to_string(last->number) +
                                              " cannot be read: " + malformed.reason().message};
  }
  if (record.key_groups != options.key_groups) {
    return refused("the state has " + std::to_string(record.key_groups) + " key groups, the run is to have " +
                   std::to_string(options.key_groups) + "; the number is fixed for the life of the state");
  }
  if (!same_names(record.stages, plan.stages)) {
    return refused("the state has the stages " + names_of(record.stages) + ", the plan has " + names_of(plan.stages));
  }
  if (!same_names(record.sources, plan.sources)) {
    return refused("the state has the sources " + names_of(record.sources) + ", the plan has " +
                   names_of(plan.sources));
  }
  if (!same_names(record.sinks, plan.sinks)) {
    return refused("the state has the sinks " + names_of(record.sinks) + ", the plan has " + names_of(plan.sinks));
  }
  return std::optional(std::move(record));
}

std::optional<error> arrange_splits(const epoch_record& record, opened_plan& opened) {
  std::vector<opened_plan::opened_split> known;
  for (const recorded_split& one : record.splits) {
    if (one.source >= record.sources.size()) {
      return error{error_code::state_malformed, "split '" + one.name + "' is of a source that the state does not have"};
    }
    const auto found = std::find_if(opened.splits.begin(), opened.splits.end(), [&](const auto& split) {
      return split.program != nullptr && split.source == one.source && split.program->name() == one.name;
    });
    if (found == opened.splits.end()) {
      return refused("source '" + record.sources[one.source].name + "': '" + one.name +
                     "', which the state has read from, is not there any more");
    }
    known.push_back({found->source, std::move(found->program)});
  }
  std::vector<opened_plan::opened_split> added;
  for (auto& split : opened.splits) {
    if (split.program == nullptr) continue;
    if (record.ended) {
      return refused("source '" + record.sources[split.source].name + "': '" + split.program->name() +
                     "' is new, but all input had ended and everything has fired");
    }
    added.push_back(std::move(split));
  }
  std::move(added.begin(), added.end(), std::back_inserter(known));
  opened.splits = std::move(known);
  return std::nullopt;
}

void restore(const epoch_record& record, opened_plan& opened) {
  const epoch_number epoch = opened.store->last()->number;
  load_operators(record, opened);
  resume_sources(record, opened);
  recover_sinks(record, epoch, opened);
  opened.record = record;
  opened.record.splits = splits_of(opened);
  opened.epochs.last = epoch;
}

void begin_state(opened_plan& opened) {
  epoch_record record;
  std::random_device device;
  record.id = (std::uint64_t{device()} << 32U) | device();
  record.pipeline = opened.plan.name;
  record.key_groups = static_cast<std::uint32_t>(opened.options.key_groups);
  for (const auto& source : opened.plan.sources) record.sources.push_back({.name = source.name});
  record.splits = splits_of(opened);
  for (const auto& stage : opened.plan.stages) record.stages.push_back({.name = stage.name, .moments = {}});
  for (std::size_t sink = 0; sink < opened.writers.size(); ++sink) {
    record.sinks.push_back({.name = opened.plan.sinks[sink].name, .prepared = opened.writers[sink]->prepare(0)});
  }
  opened.store->commit(0, {}, stored_bytes(record));
  for (const auto& writer : opened.writers) writer->commit(0);
  opened.record = std::move(record);
}

}  // namespace millrace::engine
