// The two ways out of a key-group actor: to sinks, and to the next keyed stage.
#pragma once

#include <caf/actor.hpp>
#include <caf/event_based_actor.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <millrace/actors/engine/credit_port.hpp>
#include <millrace/actors/engine/flow_settings.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <vector>

namespace millrace::engine {

/// Carries the rows of one output, and in band behind them the steps and barriers that are passed on. Confined to its
/// key-group actor.
class way_out {
public:
  virtual ~way_out() = default;

  /// The ports that the operator fills.
  [[nodiscard]] virtual std::vector<output_port*> ports() = 0;
  /// The step of the rows so far is over.
  virtual void pass_step(const step_mark& mark) = 0;
  virtual void pass_barrier(epoch_number epoch) = 0;
  /// Sends what is there, rows of a batch that is not full included.
  virtual void flush() = 0;
  /// Makes sure of an open buffer in each port, or asks for the `credit` message. Requires a `flush` before.
  [[nodiscard]] virtual bool open_or_wait() = 0;
  /// Says to whoever is behind that nothing follows.
  virtual void pass_stop() = 0;
  virtual void close() noexcept = 0;
};

/// What both ways need to know.
struct way_out_parts {
  caf::event_based_actor* owner = nullptr;
  std::function<void()> wake;  // sends the owner `credit`; from any thread
  std::function<std::unique_ptr<batch>()> make_batch;
  std::size_t batch_capacity = 4096;
  flow_settings flow{};
  std::size_t input = 0;  // the owner, as receivers know it
};

/// Rows go to every one of `sinks`.
std::unique_ptr<way_out> way_to_sinks(way_out_parts parts, std::vector<caf::actor> sinks);

/// Rows, as events, go to one of `receivers` each; steps are passed to `watermarks`.
std::unique_ptr<way_out> way_to_stage(way_out_parts parts, exchange_id exchange, std::vector<caf::actor> receivers,
                                      caf::actor watermarks);

}  // namespace millrace::engine
