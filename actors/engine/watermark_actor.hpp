// The actor around a watermark service: reports in, answers out to every key-group actor and back to the source.
#pragma once

#include <caf/actor.hpp>
#include <cstddef>
#include <memory>
#include <millrace/actors/engine/counters.hpp>
#include <millrace/actors/engine/member.hpp>
#include <millrace/core/protocol/watermark_service.hpp>
#include <millrace/core/time/clock.hpp>
#include <vector>

namespace millrace::engine {

class watermark_actor final : public member {
public:
  struct parts {
    watermark_service service;
    std::vector<caf::actor> key_groups;
    std::size_t inputs = 1;
    duration tick{10};  // how often the clock is looked at under `wall_clock`
    std::shared_ptr<const millrace::clock> processing_clock;
    std::shared_ptr<pipeline_counters> counters;
  };

  watermark_actor(caf::actor_config& config, identity who, parts given);

private:
  caf::behavior make_behavior() override;
  void on_exit() override;

  void answer(const round_answer& answer);
  void follow_clock();

  parts parts_;
  std::size_t stopped_inputs_ = 0;
  bool ticking_ = false;
};

}  // namespace millrace::engine
