// Where an operator stands apart from its entries, as a part of each of its change sets.
#pragma once

#include <cstdint>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/keyed_operator.hpp>
#include <millrace/core/operator/operator_changes.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>

namespace millrace::detail {

struct operator_moment {
  std::string stage;
  std::uint64_t number = 0;  ///< Of the change set among those of its operator, from 1 on.
  watermark now;
  operator_counts counts;
  std::uint64_t arrivals = 0;
};

/// The change set as one of type `Changes` that follows `applied` others of stage `stage`. Errors: failure(internal)
/// when it is of another operator, or when one before it is missing.
template <class Changes>
[[nodiscard]] const Changes& following_changes(const operator_changes& given, const std::string& stage,
                                               std::uint64_t applied) {
  const auto* const changes = dynamic_cast<const Changes*>(&given);
  if (changes == nullptr) {
    throw failure(error_code::internal, "stage '" + stage + "' was given a change set of an operator of another type");
  }
  const operator_moment& moment = changes->moment;
  if (moment.stage != stage) {
    throw failure(error_code::internal, "stage '" + stage + "' was given a change set of stage '" + moment.stage + "'");
  }
  if (moment.number != applied + 1) {
    throw failure(error_code::internal, "stage '" + stage + "' was given change set " + std::to_string(moment.number) +
                                            " and has applied " + std::to_string(applied) +
                                            "; they are applied one after the other, oldest first");
  }
  return *changes;
}

}  // namespace millrace::detail
