#include <millrace/actors/engine/messages.hpp>
#include <millrace/actors/engine/planted_fault.hpp>
#include <millrace/actors/engine/stage_entries.hpp>
#include <millrace/actors/engine/store_actor.hpp>
#include <millrace/core/operator/stored_moment.hpp>
#include <utility>
#include <variant>

namespace millrace::engine {

namespace {

/// Entries that are moved at a time while nothing else waits: some milliseconds.
constexpr std::size_t merged_at_once = 4096;

/// Takes the changes of members into the record of the epoch, and their entries.
class epoch_writer {
public:
  epoch_writer(epoch_record& into, epoch_entries& entries) : into_(into), entries_(entries) {}

  void operator()(const source_changes& of) {
    // The number of source actors may be another one in this run: their positions are all taken anew.
    if (!has_positions_) into_.positions.clear();
    has_positions_ = true;
    if (of.input >= into_.positions.size()) into_.positions.resize(of.input + std::size_t{1});
    into_.positions[of.input] = of.stored;
  }
  void operator()(const exchange_changes& of) const {
    if (of.state) {
      into_.combined.clear();
      byte_writer writer{into_.combined};
      of.state->write(writer);
    }
    if (of.exchange == 0) into_.ended = of.ended;
  }
  void operator()(const stage_changes& of) const {
    auto& moments = into_.stages[of.exchange].moments;
    if (of.actor >= moments.size()) moments.resize(of.actor + 1);
    if (is_planted(planted_fault::frozen_read_back_old)) {
      for (auto set = of.sets.rbegin(); set != of.sets.rend(); ++set) entries_.add(of.exchange, **set);
    } else {
      for (const auto& set : of.sets) entries_.add(of.exchange, *set);
    }
    std::string bytes;
    byte_writer writer{bytes};
    write_moment(writer, of.sets.back()->moment());
    moments[of.actor] = std::move(bytes);
  }
  void operator()(const sink_changes& of) const { into_.sinks[of.sink].prepared = of.prepared; }

private:
  epoch_record& into_;
  epoch_entries& entries_;
  bool has_positions_ = false;
};

}  // namespace

store_actor::store_actor(caf::actor_config& config, parts given)
    : caf::event_based_actor(config), parts_(std::move(given)) {
  // The moments of the run before may be of another number of actors.
  for (auto& stage : parts_.record.stages) stage.moments.clear();
}

caf::behavior store_actor::make_behavior() {
  tidy_up();
  return {
      [this](const complete_epoch& complete) {
        send(parts_.coordinator, stored_epoch{.epoch = complete.changes->epoch, .failed = store(*complete.changes)});
        tidy_up();
      },
      [this](run_atom) {
        is_tidying_ = false;
        try {
          if (!parts_.store->merge(merged_at_once)) tidy_up();
        } catch (const failure&) {
          // A full disk, say. The entries stay where they are, and the next epoch tries again.
        }
      },
  };
}

std::optional<error> store_actor::store(const epoch_changes& changes) {
  try {
    epoch_record next = parts_.record;
    epoch_entries entries{next.key_groups};
    epoch_writer write{next, entries};
    for (const auto& member : changes.members) std::visit(write, member);
    const auto all = entries.take(*parts_.store);
    parts_.store->commit(changes.epoch, all, stored_bytes(next));
    parts_.record = std::move(next);
    return std::nullopt;
  } catch (const failure& known) {
    return known.reason();
  } catch (const std::exception& other) {
    return error{error_code::state_unwritable,
                 std::string("storing epoch ") + std::to_string(changes.epoch) + ": " + other.what()};
  }
}

/// Behind whatever waits, so that an epoch is never held up for long.
void store_actor::tidy_up() {
  if (!std::exchange(is_tidying_, true)) send(this, run_atom::value);
}

void store_actor::on_exit() {
  parts_.store.reset();
  parts_.coordinator = nullptr;
}

}  // namespace millrace::engine
