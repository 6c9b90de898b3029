// A sink that writes down its rows and steps, and throws where the scenario says so.
#pragma once

#include <memory>
#include <millrace/core/batch/batch.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <utility>

#include "fuse.hpp"
#include "recording.hpp"

namespace millrace::simulation {

template <class Row>
class recording_writer final : public sink_writer {
public:
  recording_writer(sink_record<Row>& seen, std::shared_ptr<fuse> throwing)
      : seen_(seen), throwing_(std::move(throwing)) {}

  void write(const batch& rows, std::size_t from, std::size_t to, step_number step, std::size_t input) override {
    throwing_->burn(throwing_place::sink);
    const auto& typed = static_cast<const row_batch<Row>&>(rows);
    for (std::size_t i = from; i < to; ++i) seen_.rows.push_back({input, step, typed.rows[i]});
    if (step <= closed()) ++seen_.rows_behind_their_step;
  }
  void close_step(const step_mark& mark) override { seen_.steps.push_back(mark); }
  void flush() override {}
  void finish() override { ++seen_.finishes; }

private:
  [[nodiscard]] step_number closed() const { return seen_.steps.empty() ? 0 : seen_.steps.back().step; }

  sink_record<Row>& seen_;
  std::shared_ptr<fuse> throwing_;
};

}  // namespace millrace::simulation
