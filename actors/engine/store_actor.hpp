// The one writer of a pipeline's state: complete epochs in, one at a time.
#pragma once

#include <caf/actor.hpp>
#include <caf/allowed_unsafe_message_type.hpp>
#include <caf/event_based_actor.hpp>
#include <memory>
#include <millrace/actors/engine/epoch_record.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/epoch_changes.hpp>
#include <millrace/storage/epoch_store.hpp>
#include <optional>

namespace millrace::engine {

/// To the store actor: put this epoch on disk.
struct complete_epoch {
  std::shared_ptr<const epoch_changes> changes;
};

/// From the store actor: the epoch is on disk, or why it is not.
struct stored_epoch {
  epoch_number epoch = 0;
  std::optional<error> failed{};
};

/// Runs in a thread of its own, since a write transaction stays on its thread. Between epochs it tidies up.
class store_actor final : public caf::event_based_actor {
public:
  struct parts {
    std::shared_ptr<epoch_store> store;
    epoch_record
        record;  ///< Of the last epoch; positions, moments and what sinks prepared are taken from each new one.
    caf::actor coordinator;
  };

  store_actor(caf::actor_config& config, parts given);

private:
  caf::behavior make_behavior() override;
  void on_exit() override;

  [[nodiscard]] std::optional<error> store(const epoch_changes& changes);
  void tidy_up();

  parts parts_;
  bool is_tidying_ = false;
};

}  // namespace millrace::engine

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::complete_epoch)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(millrace::engine::stored_epoch)
