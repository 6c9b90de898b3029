#include <algorithm>
#include <millrace/actors/engine/way_out.hpp>
#include <utility>

namespace millrace::engine {

namespace {

class to_sinks final : public way_out {
public:
  to_sinks(way_out_parts parts, std::vector<caf::actor> sinks)
      : parts_(std::move(parts)),
        sinks_(std::move(sinks)),
        port_(parts_.flow.make_pool(1, parts_.make_batch, parts_.wake), parts_.batch_capacity,
              [this](batch_hold rows) { send(std::move(rows)); }) {}

  [[nodiscard]] std::vector<output_port*> ports() override { return {&port_}; }
  void pass_step(const step_mark& mark) override { boundaries_.push_back({.row = port_.size(), .what = mark}); }
  void pass_barrier(epoch_number epoch) override { boundaries_.push_back({.row = port_.size(), .what = epoch}); }
  void flush() override {
    port_.flush();
    if (!boundaries_.empty()) send({});
  }
  [[nodiscard]] bool open_or_wait() override { return port_.open_or_wait(); }
  void pass_stop() override {
    for (const auto& sink : sinks_) parts_.owner->send(sink, input_stopped{parts_.input});
  }
  void close() noexcept override {
    port_.close();
    sinks_.clear();
  }

private:
  void send(batch_hold rows) {
    const rows_message message{
        .input = parts_.input, .rows = std::move(rows), .boundaries = std::exchange(boundaries_, {})};
    for (const auto& sink : sinks_) parts_.owner->send(sink, message);
  }

  way_out_parts parts_;
  std::vector<caf::actor> sinks_;
  std::vector<rows_message::boundary> boundaries_;  // behind rows that are still in the port's buffer
  credit_port port_;
};

class to_stage final : public way_out {
public:
  to_stage(way_out_parts parts, exchange_id exchange, std::vector<caf::actor> receivers, caf::actor watermarks)
      : parts_(std::move(parts)),
        exchange_(exchange),
        receivers_(std::move(receivers)),
        watermarks_(std::move(watermarks)) {
    const auto pool = parts_.flow.make_pool(receivers_.size(), parts_.make_batch, parts_.wake);
    for (std::size_t receiver = 0; receiver < receivers_.size(); ++receiver) {
      ports_.push_back(std::make_unique<credit_port>(
          pool, parts_.batch_capacity, [this, receiver](batch_hold events) { send(receiver, std::move(events)); }));
    }
  }

  [[nodiscard]] std::vector<output_port*> ports() override {
    std::vector<output_port*> all;
    for (const auto& port : ports_) all.push_back(port.get());
    return all;
  }
  void pass_step(const step_mark& mark) override {
    flush();
    round_ = mark.step + 1;
    parts_.owner->send(watermarks_, passed_message{.exchange = exchange_, .input = input(), .mark = mark});
  }
  void pass_barrier(epoch_number epoch) override {
    flush();
    const barrier_message barrier{.exchange = exchange_, .input = input(), .epoch = epoch};
    for (const auto& receiver : receivers_) parts_.owner->send(receiver, barrier);
    parts_.owner->send(watermarks_, barrier);
  }
  void flush() override {
    for (const auto& port : ports_) port->flush();
  }
  [[nodiscard]] bool open_or_wait() override {
    return std::all_of(ports_.begin(), ports_.end(), [](const auto& port) { return port->open_or_wait(); });
  }
  void pass_stop() override { parts_.owner->send(watermarks_, stop_atom::value, input()); }
  void close() noexcept override {
    for (const auto& port : ports_) port->close();
    receivers_.clear();
    watermarks_ = nullptr;
  }

private:
  [[nodiscard]] input_id input() const noexcept { return static_cast<input_id>(parts_.input); }
  void send(std::size_t receiver, batch_hold events) {
    parts_.owner->send(
        receivers_[receiver],
        events_message{.exchange = exchange_, .input = input(), .round = round_, .events = std::move(events)});
  }

  way_out_parts parts_;
  exchange_id exchange_;
  std::vector<caf::actor> receivers_;
  caf::actor watermarks_;
  std::vector<std::unique_ptr<credit_port>> ports_;
  round_number round_ = 1;
};

}  // namespace

std::unique_ptr<way_out> way_to_sinks(way_out_parts parts, std::vector<caf::actor> sinks) {
  return std::make_unique<to_sinks>(std::move(parts), std::move(sinks));
}

std::unique_ptr<way_out> way_to_stage(way_out_parts parts, exchange_id exchange, std::vector<caf::actor> receivers,
                                      caf::actor watermarks) {
  return std::make_unique<to_stage>(std::move(parts), exchange, std::move(receivers), std::move(watermarks));
}

}  // namespace millrace::engine
