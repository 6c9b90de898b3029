// Where an operator stands apart from its entries, as a part of each of its change sets.
#pragma once

#include <cstdint>
#include <millrace/core/operator/operator_counts.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>

namespace millrace {

struct operator_moment {
  std::string stage;
  std::uint64_t number = 0;  ///< Of the change set among those of its operator, from 1 on. Not stored.
  watermark now;
  operator_counts counts;
  std::uint64_t arrivals = 0;  ///< Events taken so far: the next one's place in the order of arrival.
  std::uint64_t tickets = 0;   ///< Given to panes so far.
};

}  // namespace millrace
