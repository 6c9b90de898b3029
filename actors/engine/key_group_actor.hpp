// The actor around a keyed operator: batches, answers and barriers in, rows and what was passed on out.
#pragma once

#include <caf/actor.hpp>
#include <chrono>
#include <cstddef>
#include <memory>
#include <millrace/actors/engine/counters.hpp>
#include <millrace/actors/engine/flow_settings.hpp>
#include <millrace/actors/engine/member.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/actors/engine/way_out.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/protocol/barrier_gate.hpp>
#include <millrace/core/protocol/round_inbox.hpp>
#include <vector>

namespace millrace::engine {

class key_group_actor final : public member {
public:
  struct output {
    std::function<std::unique_ptr<batch>()> make_batch;
    std::vector<caf::actor> sinks;      // none: the output is not connected, or leads to a stage
    std::vector<caf::actor> receivers;  // the key-group actors of the next stage
    caf::actor watermarks;              // with receivers: the watermark actor of their exchange
    exchange_id exchange = 0;           // with receivers
  };
  struct parts {
    exchange_id exchange = 0;
    std::size_t index = 0;  // among the key-group actors of its exchange
    std::size_t inputs = 1;
    std::size_t counter = 0;  // among the key-group actors of all exchanges
    std::unique_ptr<keyed_operator> work;
    std::vector<std::shared_ptr<const operator_changes>> restored{};
    std::vector<output> outputs;
    std::uint32_t key_groups = 128;
    std::size_t batch_capacity = 4096;
    flow_settings flow{};
    processing_guarantee guarantee = processing_guarantee::exactly_once;
    std::shared_ptr<pipeline_counters> counters;
  };

  key_group_actor(caf::actor_config& config, identity who, parts given);

private:
  using inbox = round_inbox<batch_hold>;

  caf::behavior make_behavior() override;
  void on_exit() override;

  void connect();
  void take(const aligned_barrier& barrier);
  void run();
  bool work_off(inbox::item& item);
  bool apply(const round_answer& answer);
  void pass_on(const round_answer& answer);
  [[nodiscard]] step_mark mark_behind(const round_answer& answer) const;
  void freeze(epoch_number epoch);
  void note_freeze(std::chrono::nanoseconds lasted) noexcept;
  void pass_step(step_mark mark);
  void stop();
  bool wait_for_credit();
  void flush();
  void publish() noexcept;
  [[nodiscard]] auto entering();

  struct frozen {
    epoch_number epoch;
    std::shared_ptr<const operator_changes> changes;
  };

  parts parts_;
  // Before the inbox: events behind a barrier wait here for the barrier of the watermark actor, the last input.
  barrier_gate<events_message> gate_;
  inbox inbox_;
  std::vector<std::unique_ptr<way_out>> ways_out_;  // nullptr: not connected
  std::vector<frozen> uncommitted_;                 // a cancelled epoch's changes belong to the next one
  step_mark last_;                                  // the step passed last
  std::size_t from_ = 0;                            // first event of the front batch that is not applied
  bool suspended_ = false;                          // an output has no credit
};

}  // namespace millrace::engine
