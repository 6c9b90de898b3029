// Watches the actors of a pipeline: ends them when the work is done, when one fails, or when asked to.
#pragma once

#include <caf/actor.hpp>
#include <caf/event_based_actor.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <millrace/actors/engine/counters.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/actors/engine/run_state.hpp>
#include <millrace/actors/engine/store_actor.hpp>
#include <millrace/core/protocol/epoch_changes.hpp>
#include <millrace/core/protocol/epoch_ledger.hpp>
#include <optional>
#include <string>
#include <vector>

namespace millrace::engine {

/// How epochs are made.
struct epoch_settings {
  processing_guarantee guarantee = processing_guarantee::exactly_once;
  duration timeout{60'000};            ///< After it an epoch that is not complete is cancelled.
  std::optional<duration> interval{};  ///< From one beginning to the next; empty: when asked for.
  duration minimum_pause{0};           ///< From an end to the next beginning.
  epoch_number last = 0;               ///< The one that the pipeline goes on from.
  /// Takes each complete epoch, in the coordinator. May be empty.
  std::function<void(const epoch_changes&)> completed{};
};

enum class member_kind : unsigned char { source, watermarks, key_group, sink };

/// The actors that a coordinator watches, sent to it once they all exist.
struct member_list {
  struct entry {
    caf::actor actor;
    member_kind kind = member_kind::source;
    std::string name;
  };
  std::vector<entry> entries;
};

class coordinator final : public caf::event_based_actor {
public:
  struct parts {
    std::shared_ptr<run_state> state;
    std::shared_ptr<pipeline_counters> counters;
    duration stop_limit{10'000};
    epoch_settings epochs{};
    /// Makes the actor that stores epochs and answers this coordinator. Empty: none is stored.
    std::function<caf::actor(const caf::actor& coordinator)> make_store{};
  };

  coordinator(caf::actor_config& config, parts given);

private:
  struct watched {
    member_list::entry what;
    bool done = false;
    bool ended = false;
    bool down = false;
    epoch_number committed = 0;  // a sink's
  };
  /// Why an epoch is to be stored before the pipeline may go on ending.
  enum class last_epoch : unsigned char { not_wanted, wanted, under_way, done };

  caf::behavior make_behavior() override;
  void on_exit() override;

  void watch(const member_list& members);
  void on_done(const member_done& message);
  void on_failed(const member_failed& failed);
  void on_down(const caf::down_msg& down);
  void on_store_down();
  void stop();
  void drain();
  void begin_epoch();
  void begin_epoch_later(duration pause);
  void after_epoch();
  void release(epoch_number epoch);
  void on_stored(const stored_epoch& stored);
  void on_committed(const member_committed& message);
  void want_last_epoch();
  void give_up_last_epoch(const error& reason);
  void end_after_last_epoch();
  void stop_sources();
  void on_acknowledged(const member_acknowledged& message);
  void cancel_epoch();
  void dismiss();
  void time_is_up(std::uint64_t generation);
  void arm_limit();
  void finish();
  [[nodiscard]] std::string unanswered() const;

  parts parts_;
  std::vector<watched> members_;
  epoch_ledger<member_changes> epochs_;
  caf::actor store_;
  epoch_number storing_ = 0;    // complete, and not stored yet
  bool wants_epoch_ = false;    // asked for while another was under way
  bool resting_ = false;        // the minimum pause is running
  std::uint64_t rest_ = 0;      // its generation
  std::uint64_t interval_ = 0;  // generation of the running interval
  last_epoch last_ = last_epoch::not_wanted;
  epoch_number last_number_ = 0;  // of the last epoch, once it is under way
  bool watching_ = false;
  std::optional<error> failure_;
  std::uint64_t limit_ = 0;  // generation of the running time limit
  bool dismissing_ = false;  // every member is told to go
  bool stopping_ = false;
  bool draining_ = false;
  bool finished_ = false;
};

}  // namespace millrace::engine

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::member_list)
