// An operator that writes down what it is told, and throws where the scenario says so.
#pragma once

#include <memory>
#include <millrace/core/operator/keyed_operator.hpp>
#include <utility>

#include "fuse.hpp"
#include "recording.hpp"

namespace millrace::simulation {

class recording_operator final : public keyed_operator {
public:
  recording_operator(std::unique_ptr<keyed_operator> inner, key_group_record& seen, happenings& happened,
                     std::shared_ptr<fuse> throwing)
      : inner_(std::move(inner)), seen_(seen), happened_(happened), throwing_(std::move(throwing)) {}

  void connect(std::span<output_port* const> ports) override { inner_->connect(ports); }
  void connect_next_stage(std::span<output_port* const> receivers, std::uint32_t key_groups) override {
    inner_->connect_next_stage(receivers, key_groups);
  }

  std::size_t process(const batch& events, std::size_t from) override;
  bool advance(watermark to) override;

  [[nodiscard]] watermark now() const noexcept override { return inner_->now(); }
  [[nodiscard]] watermark forwarded(watermark own) const noexcept override { return inner_->forwarded(own); }
  [[nodiscard]] operator_counts counts() const noexcept override { return inner_->counts(); }
  [[nodiscard]] std::shared_ptr<const operator_changes> freeze() override;
  void restore(const operator_changes& changes) override { inner_->restore(changes); }

  /// For a planted fault: what was loaded has no timers, so rises do nothing until an event comes.
  void forget_timers() noexcept { has_timers_ = false; }

private:
  std::unique_ptr<keyed_operator> inner_;
  key_group_record& seen_;
  happenings& happened_;
  std::shared_ptr<fuse> throwing_;
  bool has_timers_ = true;
};

}  // namespace millrace::simulation
