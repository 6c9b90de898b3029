// Runs a plan in a plain loop: no actors, no threads. For tests of the typed API.
#pragma once

#include <cstddef>
#include <cstdint>
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
/// before the next begins, stage after stage. Throws `failure` where a real engine would end with one. Confined to its
/// test.
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
    std::unique_ptr<keyed_operator> work;
    std::vector<std::unique_ptr<plain_port>> outputs;
  };
  struct stage_state {
    const stage_node& node;
    std::vector<receiver> receivers;
    std::vector<output_port*> inputs;
  };
  static constexpr std::uint32_t key_groups = 128;

  plain_engine(const logical_plan& plan, options chosen) : plan_(plan) {
    for (const source_node& source : plan.sources) {
      auto opened = source.open(key_groups);
      for (auto& program : opened.value()) splits_.push_back({.program = std::move(program)});
    }
    for (const sink_node& sink : plan.sinks) sinks_.push_back(sink.open(state_origin::none).value());
    for (const stage_node& node : plan.stages) stages_.push_back({.node = node, .receivers = {}, .inputs = {}});
    for (stage_state& stage : stages_) {
      for (std::size_t i = 0; i < chosen.receivers; ++i) add_receiver(stage, chosen.batch);
    }
    for (std::size_t i = 0; i + 1 < stages_.size(); ++i) {
      for (receiver& each : stages_[i].receivers) each.work->connect_next_stage(stages_[i + 1].inputs, key_groups);
    }
    const all_idle_policy policy = plan.sources.front().all_idle;
    cutter_.emplace(round_cutter::options{
        .splits = splits_.size(), .limit = chosen.round, .grid = plan.stages.front().grid, .all_idle = policy});
    combiner_.emplace(splits_.size(), policy);
  }

  static void add_receiver(stage_state& stage, std::size_t capacity) {
    receiver made{.input = std::make_unique<plain_port>(stage.node.make_input_batch, capacity),
                  .work = stage.node.make_operator(),
                  .outputs = {}};
    std::vector<output_port*> ports;
    for (const output_node& output : stage.node.outputs) {
      made.outputs.push_back(std::make_unique<plain_port>(output.make_batch, capacity));
      ports.push_back(output.sinks.empty() ? nullptr : made.outputs.back().get());
    }
    made.work->connect(ports);
    stage.inputs.push_back(made.input.get());
    stage.receivers.push_back(std::move(made));
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
    const turn_outcome read = split.program->read(64, index, split.idle, *cutter_, stages_.front().inputs);
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
    take_events(stages_.front());
    for (std::size_t i = 0; i < splits_.size(); ++i) {
      const watermark now = splits_[i].program->current();
      if (splits_[i].ended || now <= splits_[i].reported) continue;
      splits_[i].reported = now;
      combiner_->on_watermark(static_cast<split_id>(i), now);
    }
    report();
    cutter_->start_round();
    ++step_;
    watermark now = combiner_->combined();
    for (stage_state& stage : stages_) {
      if (stage.node.previous_stage) take_events(stage);
      now = answer(stage, now);
    }
    for (auto& sink : sinks_) sink->flush();
  }

  static void take_events(stage_state& stage) {
    for (receiver& each : stage.receivers) {
      each.input->flush();
      for (const auto& events : each.input->sent) each.work->process(*events, 0);
      each.input->sent.clear();
    }
  }

  /// Closes a step of the stage's sinks. Returns what goes on to the next stage.
  watermark answer(stage_state& stage, watermark own) {
    for (std::size_t i = 0; i < stage.receivers.size(); ++i) {
      stage.receivers[i].work->advance(own);
      write_rows(stage, i);
    }
    const step_mark mark{.step = step_,
                         .stage_watermark = own,
                         .mark = stage.receivers.front().work->forwarded(own),
                         .idle = combiner_->idle(),
                         .end = combiner_->ended()};
    for (const output_node& output : stage.node.outputs) {
      for (const std::size_t sink : output.sinks) sinks_[sink]->close_step(mark);
    }
    return mark.mark;
  }

  void write_rows(stage_state& stage, std::size_t index) {
    receiver& each = stage.receivers[index];
    for (std::size_t output = 0; output < each.outputs.size(); ++output) {
      plain_port& port = *each.outputs[output];
      port.flush();
      for (const auto& rows : port.sent) {
        for (const std::size_t sink : stage.node.outputs[output].sinks) {
          sinks_[sink]->write(*rows, 0, rows->size(), step_, index);
        }
      }
      port.sent.clear();
    }
  }

  const logical_plan& plan_;
  std::vector<split_state> splits_;
  std::vector<stage_state> stages_;
  std::vector<std::unique_ptr<sink_writer>> sinks_;
  std::optional<round_cutter> cutter_;
  std::optional<combiner> combiner_;
  step_number step_ = 0;
};

}  // namespace millrace
