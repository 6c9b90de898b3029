// Change sets are applied one after the other, each to an operator of the stage that made it.
#pragma once

#include <cstdint>
#include <millrace/core/error.hpp>
#include <millrace/core/operator/operator_changes.hpp>
#include <string>

namespace millrace::detail {

/// The change set as one of type `Changes` that follows `applied` others of stage `stage`. Errors: failure(internal)
/// when it is of another operator, or when one before it is missing.
template <class Changes>
[[nodiscard]] const Changes& following_changes(const operator_changes& given, const std::string& stage,
                                               std::uint64_t applied) {
  const auto* const changes = dynamic_cast<const Changes*>(&given);
  if (changes == nullptr) {
    throw failure(error_code::internal, "stage '" + stage + "' was given a change set of an operator of another type");
  }
  const operator_moment& stood = changes->moment();
  if (stood.stage != stage) {
    throw failure(error_code::internal, "stage '" + stage + "' was given a change set of stage '" + stood.stage + "'");
  }
  if (stood.number != applied + 1) {
    throw failure(error_code::internal, "stage '" + stage + "' was given change set " + std::to_string(stood.number) +
                                            " and has applied " + std::to_string(applied) +
                                            "; they are applied one after the other, oldest first");
  }
  return *changes;
}

}  // namespace millrace::detail
