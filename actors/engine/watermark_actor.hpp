// The actor around the watermarks of an exchange: reports in, answers out to every key-group actor and back to sources.
#pragma once

#include <caf/actor.hpp>
#include <cstddef>
#include <memory>
#include <millrace/actors/engine/counters.hpp>
#include <millrace/actors/engine/member.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/core/protocol/barrier_gate.hpp>
#include <millrace/core/protocol/relayed_watermarks.hpp>
#include <millrace/core/protocol/watermark_service.hpp>
#include <millrace/core/time/clock.hpp>
#include <variant>
#include <vector>

namespace millrace::engine {

class watermark_actor final : public member {
public:
  struct parts {
    exchange_id exchange = 0;
    std::variant<watermark_service, relayed_watermarks> service;  // behind sources, or behind key-group actors
    std::vector<caf::actor> key_groups;
    std::size_t inputs = 1;
    processing_guarantee guarantee = processing_guarantee::exactly_once;
    duration tick{10};  // how often the clock is looked at under `wall_clock`
    std::shared_ptr<const millrace::clock> processing_clock;
    std::shared_ptr<pipeline_counters> counters;
  };

  watermark_actor(caf::actor_config& config, identity who, parts given);

private:
  /// A report and who is to have the answer, or what a key-group actor has passed.
  struct source_report {
    round_report report;
    caf::actor from;
  };
  using arrival = std::variant<source_report, passed_message>;

  caf::behavior make_behavior() override;
  void on_exit() override;

  void take(input_id input, arrival message, bool ends);
  void handle(const source_report& arrived);
  void handle(const passed_message& arrived);
  void answer(const round_answer& answer);
  void take_barrier(const barrier_message& barrier);
  void pass_barrier(epoch_number epoch);
  void cancel(epoch_number epoch);
  void follow_clock();
  [[nodiscard]] auto handling();

  parts parts_;
  barrier_gate<arrival> gate_;
  std::size_t stopped_inputs_ = 0;
  bool ticking_ = false;
};

}  // namespace millrace::engine
