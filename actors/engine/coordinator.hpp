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
#include <millrace/core/protocol/epoch_changes.hpp>
#include <millrace/core/protocol/epoch_ledger.hpp>
#include <optional>
#include <string>
#include <vector>

namespace millrace::engine {

/// How epochs are made.
struct epoch_settings {
  processing_guarantee guarantee = processing_guarantee::exactly_once;
  duration timeout{60'000};  ///< After it an epoch that is not complete is cancelled.
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
  };

  coordinator(caf::actor_config& config, parts given);

private:
  struct watched {
    member_list::entry what;
    bool done = false;
    bool ended = false;
    bool down = false;
  };

  caf::behavior make_behavior() override;
  void on_exit() override;

  void watch(const member_list& members);
  void on_done(const member_done& message);
  void on_failed(const member_failed& failed);
  void on_down(const caf::down_msg& down);
  void stop();
  void drain();
  void begin_epoch();
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
  bool wants_epoch_ = false;  // asked for while another was under way
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
