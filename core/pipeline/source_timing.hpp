// How a source keeps time besides its watermark generator.
#pragma once

#include <millrace/core/plan/logical_plan.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/all_idle.hpp>
#include <optional>

namespace millrace {

/// Second argument of `watermarks`. `build` refuses what is out of range.
struct source_timing {
  /// After this long without a record a split is idle and holds no watermark back, > 0. Absent: never.
  std::optional<duration> idle_timeout{};
  /// What happens when every input is idle. The same for all sources of a stage.
  all_idle_policy all_idle{};
  /// When watermarks are reported.
  report_mode report{};
  /// Records per second at most, over all splits of the source, >= 0; 0: as fast as it goes.
  double rate = 0;
};

}  // namespace millrace
