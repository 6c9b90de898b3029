// The actor around a keyed operator: batches and answers in, rows and passed answers out.
#pragma once

#include <caf/actor.hpp>
#include <cstddef>
#include <memory>
#include <millrace/actors/engine/counters.hpp>
#include <millrace/actors/engine/credit_port.hpp>
#include <millrace/actors/engine/member.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/protocol/round_inbox.hpp>
#include <vector>

namespace millrace::engine {

class key_group_actor final : public member {
public:
  struct output {
    std::function<std::unique_ptr<batch>()> make_batch;
    std::vector<caf::actor> sinks;  // none: the output is not connected
  };
  struct parts {
    std::size_t index = 0;  // among the key-group actors of its exchange
    std::size_t inputs = 1;
    std::unique_ptr<keyed_operator> work;
    std::vector<output> outputs;
    std::size_t batch_capacity = 4096;
    std::shared_ptr<pipeline_counters> counters;
  };

  key_group_actor(caf::actor_config& config, identity who, parts given);

private:
  /// One way out: the port, and the answers passed behind rows that are still in its buffer.
  struct way_out {
    std::unique_ptr<credit_port> port;
    std::vector<caf::actor> sinks;
    std::vector<rows_message::boundary> boundaries;
  };
  using inbox = round_inbox<batch_hold>;

  caf::behavior make_behavior() override;
  void on_exit() override;

  void run();
  bool work_off(inbox::item& item);
  bool apply(const round_answer& answer);
  void pass_on(const round_answer& answer);
  void stop();
  bool wait_for_credit();
  void send_rows(way_out& out, batch_hold rows);
  void flush();
  void publish() noexcept;

  parts parts_;
  inbox inbox_;
  std::vector<way_out> ways_out_;
  std::size_t from_ = 0;    // first event of the front batch that is not applied
  bool suspended_ = false;  // an output has no credit
};

}  // namespace millrace::engine
