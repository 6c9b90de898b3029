// What an engine did with a case, in the terms in which the case says what it expects.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "test_case.hpp"

namespace conformance {

struct observation {
  std::vector<output_row> outputs;  ///< In the order in which they came.
  std::vector<late_row> late;
  std::uint64_t dropped_late = 0;
  std::uint64_t partly_late = 0;
  std::vector<watermark_change> watermark_out;
  std::vector<idle_change> idle_out;
  std::uint64_t open_windows = 0;
  std::map<std::string, std::size_t> owners;  ///< The actor of each key; a key that is absent belongs to actor 0.
};

/// Takes over an engine's counters. With a late output no event is dropped: one that is counted as late and did not
/// come out there, or the other way round, shows as dropped.
void take_counts(observation& seen, const pipeline_choice& pipeline, std::uint64_t dropped_late,
                 std::uint64_t partly_late, std::uint64_t open_windows);

}  // namespace conformance
