// The actor around a sink writer: rows in, steps closed in order.
#pragma once

#include <cstddef>
#include <memory>
#include <millrace/actors/engine/counters.hpp>
#include <millrace/actors/engine/member.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/core/protocol/barrier_alignment.hpp>
#include <millrace/core/protocol/step_ledger.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <vector>

namespace millrace::engine {

class sink_actor final : public member {
public:
  struct parts {
    std::size_t index = 0;
    std::size_t inputs = 1;
    bool blocking = false;     // runs in a thread of its own
    bool keeps_state = false;  // epochs are stored
    std::unique_ptr<sink_writer> writer;
    std::shared_ptr<pipeline_counters> counters;
  };

  sink_actor(caf::actor_config& config, identity who, parts given);

private:
  caf::behavior make_behavior() override;
  void on_exit() override;

  void take(const rows_message& message);
  void pass(std::size_t input, const step_mark& mark);
  void align(std::size_t input, epoch_number epoch);
  void commit(epoch_number epoch);
  void flush_soon();
  void finish(bool ended);

  parts parts_;
  step_ledger ledger_;
  barrier_alignment alignment_;
  std::vector<bool> begun_;  // by input: it has sent rows since the last step that it passed
  step_number closed_ = 0;
  std::size_t stopped_inputs_ = 0;
  bool flush_pending_ = false;
};

}  // namespace millrace::engine
