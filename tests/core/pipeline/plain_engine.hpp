// Runs a plan in a plain loop: no actors, no threads. For tests of the typed API.
#pragma once

#include <cstddef>
#include <memory>
#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/protocol/round_cutter.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <millrace/core/watermark/combiner.hpp>
#include <optional>
#include <tests/core/source/plain_port.hpp>
#include <vector>

namespace millrace {

struct plain_engine_options {
  std::size_t receivers = 2;
  std::size_t round = 4096;
  std::size_t batch = 4;
};

/// Reads every split in turns of 64 records, cuts rounds, and lets one operator a receiver work through each round
/// before the next begins. Throws `failure` where a real engine would end with one. Confined to its test.
class plain_engine {
public:
  using options = plain_engine_options;

  static void run(const logical_plan& plan, options chosen = {}) { plain_engine(plan, chosen).read_all(); }

private:
  struct split_state {
    std::unique_ptr<split_program> program;
    watermark reported{};
    bool idle = false;
    bool ended = false;
  };
  struct receiver {
    std::unique_ptr<plain_port> input;
    std::unique_ptr<keyed_operator> stage;
    std::vector<std::unique_ptr<plain_port>> outputs;
  };

  plain_engine(const logical_plan& plan, options chosen) : plan_(plan), stage_(plan.stages.front()) {
    for (const source_node& source : plan.sources) {
      auto opened = source.open(128);
      for (auto& program : opened.value()) splits_.push_back({.program = std::move(program)});
    }
    for (const sink_node& sink : plan.sinks) sinks_.push_back(sink.open().value());
    for (std::size_t i = 0; i < chosen.receivers; ++i) add_receiver(chosen.batch);
    const all_idle_policy policy = plan.sources.front().all_idle;
    cutter_.emplace(round_cutter::options{
        .splits = splits_.size(), .limit = chosen.round, .grid = stage_.grid, .all_idle = policy});
    combiner_.emplace(splits_.size(), policy);
  }

  void add_receiver(std::size_t capacity) {
    receiver made{.input = std::make_unique<plain_port>(stage_.make_input_batch, capacity),
                  .stage = stage_.make_operator(),
                  .outputs = {}};
    std::vector<output_port*> ports;
    for (const output_node& output : stage_.outputs) {
      made.outputs.push_back(std::make_unique<plain_port>(output.make_batch, capacity));
      ports.push_back(output.sinks.empty() ? nullptr : made.outputs.back().get());
    }
    made.stage->connect(ports);
    ports_.push_back(made.input.get());
    receivers_.push_back(std::move(made));
  }

  void read_all() {
    std::size_t left = splits_.size();
    while (left > 0) {
      for (std::size_t i = 0; i < splits_.size(); ++i) {
        if (!splits_[i].ended && turn(i)) --left;
      }
    }
    for (auto& sink : sinks_) sink->finish();
  }

  /// Returns true when the split has ended.
  bool turn(std::size_t index) {
    split_state& split = splits_[index];
    const auto id = static_cast<split_id>(index);
    const turn_outcome read = split.program->read(64, index, split.idle, *cutter_, ports_);
    switch (read.end) {
      case turn_end::used_up:
      case turn_end::no_credit: return false;
      case turn_end::round_cut:
      case turn_end::dry: end_round(); return false;
      case turn_end::wakes:
        split.idle = false;
        cutter_->on_active(id);
        end_round([&] { combiner_->on_active(id); });
        return false;
      case turn_end::signal:
        if (read.idle) {
          split.idle = true;
          cutter_->on_idle(id);
          end_round([&] { combiner_->on_idle(id); });
        } else if (cutter_->on_watermark(id, split.program->current())) {
          end_round();
        }
        return false;
      case turn_end::ended:
        cutter_->on_end(id);
        end_round([&] { combiner_->on_end(id); });
        split.ended = true;
        return true;
    }
    return false;
  }

  void end_round() {
    end_round([] {});
  }
  template <class Report>
  void end_round(Report report) {
    for (receiver& each : receivers_) {
      each.input->flush();
      for (const auto& events : each.input->sent) each.stage->process(*events, 0);
      each.input->sent.clear();
    }
    for (std::size_t i = 0; i < splits_.size(); ++i) {
      const watermark now = splits_[i].program->current();
      if (splits_[i].ended || now <= splits_[i].reported) continue;
      splits_[i].reported = now;
      combiner_->on_watermark(static_cast<split_id>(i), now);
    }
    report();
    cutter_->start_round();
    ++step_;
    for (std::size_t i = 0; i < receivers_.size(); ++i) answer(i);
    const step_mark mark{.step = step_,
                         .stage_watermark = combiner_->combined(),
                         .mark = receivers_.front().stage->forwarded(combiner_->combined()),
                         .idle = combiner_->idle(),
                         .end = combiner_->ended()};
    for (auto& sink : sinks_) {
      sink->close_step(mark);
      sink->flush();
    }
  }

  void answer(std::size_t index) {
    receiver& each = receivers_[index];
    each.stage->advance(combiner_->combined());
    for (std::size_t output = 0; output < each.outputs.size(); ++output) {
      plain_port& port = *each.outputs[output];
      port.flush();
      for (const auto& rows : port.sent) {
        for (const std::size_t sink : stage_.outputs[output].sinks) {
          sinks_[sink]->write(*rows, 0, rows->size(), step_, index);
        }
      }
      port.sent.clear();
    }
  }

  const logical_plan& plan_;
  const stage_node& stage_;
  std::vector<split_state> splits_;
  std::vector<receiver> receivers_;
  std::vector<output_port*> ports_;
  std::vector<std::unique_ptr<sink_writer>> sinks_;
  std::optional<round_cutter> cutter_;
  std::optional<combiner> combiner_;
  step_number step_ = 0;
};

}  // namespace millrace
