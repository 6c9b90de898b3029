// The actor around a source driver: it moves batches and reports, the driver decides.
#pragma once

#include <caf/actor.hpp>
#include <cstdint>
#include <memory>
#include <millrace/actors/engine/counters.hpp>
#include <millrace/actors/engine/credit_port.hpp>
#include <millrace/actors/engine/flow_settings.hpp>
#include <millrace/actors/engine/member.hpp>
#include <millrace/core/source/source_driver.hpp>
#include <millrace/core/time/clock.hpp>
#include <optional>
#include <vector>

namespace millrace::engine {

class source_actor final : public member, private source_host {
public:
  struct parts {
    source_driver::options driver;
    std::vector<driven_split> splits;
    std::vector<caf::actor> key_groups;
    caf::actor watermarks;
    std::function<std::unique_ptr<batch>()> make_batch;
    std::size_t batch_capacity = 4096;
    flow_settings flow{};
    bool keeps_state = false;  // epochs are stored
    std::optional<source_driver::position> resumed{};
    std::shared_ptr<const millrace::clock> processing_clock;
    std::shared_ptr<pipeline_counters> counters;
  };

  source_actor(caf::actor_config& config, identity who, parts given);

private:
  caf::behavior make_behavior() override;
  void on_exit() override;

  void end_round(round_report report) override;
  void send_events(std::size_t receiver, batch_hold events);
  void run();
  void run_soon();
  void wait_for_credit();
  void wake_later(event_time now, event_time at);
  void want_barrier(epoch_number epoch);
  void send_barrier();
  void stop();
  void publish() noexcept;

  parts parts_;
  std::unique_ptr<source_driver> driver_;
  std::vector<std::unique_ptr<credit_port>> ports_;
  std::vector<output_port*> port_view_;
  source_driver::state state_ = source_driver::state::busy;
  std::uint64_t timer_ = 0;        // generation of the running timer; older ones are stale
  epoch_number wanted_epoch_ = 0;  // its barrier is still to be sent; 0: none
  bool run_pending_ = false;
  bool stopped_ = false;
};

}  // namespace millrace::engine
