#include <algorithm>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/stored_moment.hpp>
#include <utility>

namespace millrace {

void write_moment(byte_writer& into, const operator_moment& moment) {
  into.fixed(static_cast<std::uint64_t>(moment.now.milliseconds));
  const operator_counts& counts = moment.counts;
  for (const std::uint64_t number : {counts.events, counts.rows, counts.dropped_late, counts.partly_late, counts.in_gap,
                                     moment.arrivals, moment.tickets}) {
    into.count(number);
  }
}

operator_moment read_moment(byte_reader& from, std::string stage) {
  operator_moment moment;
  moment.stage = std::move(stage);
  moment.now = watermark{static_cast<std::int64_t>(from.fixed<std::uint64_t>())};
  operator_counts& counts = moment.counts;
  for (std::uint64_t* const number : {&counts.events, &counts.rows, &counts.dropped_late, &counts.partly_late,
                                      &counts.in_gap, &moment.arrivals, &moment.tickets}) {
    *number = from.count();
  }
  return moment;
}

operator_moment add_up(std::span<const operator_moment> all) {
  operator_moment together;
  together.stage = all.front().stage;
  together.now = all.front().now;
  for (const operator_moment& each : all) {
    if (each.now != together.now) {
      throw failure(error_code::state_malformed,
                    "the operators of stage '" + together.stage + "' stood at different watermarks, " +
                        std::to_string(together.now.milliseconds) + " and " + std::to_string(each.now.milliseconds));
    }
    together.counts.events += each.counts.events;
    together.counts.rows += each.counts.rows;
    together.counts.dropped_late += each.counts.dropped_late;
    together.counts.partly_late += each.counts.partly_late;
    together.counts.in_gap += each.counts.in_gap;
    together.arrivals = std::max(together.arrivals, each.arrivals);
    together.tickets = std::max(together.tickets, each.tickets);
  }
  return together;
}

operator_moment moment_for(const operator_moment& together, std::uint32_t index) {
  operator_moment moment = together;
  if (index != 0) moment.counts = {};
  return moment;
}

}  // namespace millrace
