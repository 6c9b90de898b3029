// Errors: one table of codes, one type that carries a sentence, and the result that holds either it or a value.
#pragma once

#include <boost/outcome/basic_result.hpp>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

namespace millrace {

/// What went wrong, in blocks by who has to act. The number is stable: new codes go to the end of a block.
enum class error_code {
  // Options: whoever wrote the value mends it.
  option_missing = 100,
  option_out_of_range = 101,
  option_unknown = 102,
  option_conflict = 103,
  // Plan: whoever built the pipeline mends it.
  plan_incomplete = 200,
  plan_duplicate_name = 201,
  not_supported_yet = 202,
  // Run time: the data or a user function.
  no_timestamp = 300,
  sum_overflow = 301,
  user_function_threw = 302,
  event_after_end = 303,
  upsert_needs_one_row = 304,
  stop_timed_out = 305,
  wait_refused = 306,
  stopped_by_failure = 307,
  out_of_memory = 308,
  // Sources and sinks: a file, its content, its place.
  source_missing = 400,
  source_unreadable = 401,
  record_malformed = 402,
  record_too_long = 403,
  sink_exists = 410,
  sink_unwritable = 411,
  sink_closed = 412,
  sink_is_also_input = 413,
  // State: a directory, its content, its owner.
  state_malformed = 500,
  state_refused = 501,
  state_in_use = 502,
  state_unwritable = 503,
  // Bug: ours.
  internal = 900,
};

/// The code's name as it is written above, for messages and tests.
std::string_view name_of(error_code code) noexcept;

/// One failure: a code for programs, one sentence for people. The sentence says what was wrong, where, and what is
/// accepted.
struct error {
  error_code code = error_code::internal;
  std::string message;
};

/// Thrown by `result::value()` on an error, and by operators and readers at a batch boundary.
class failure : public std::exception {
public:
  explicit failure(error reason) : reason_(std::move(reason)) {}
  failure(error_code code, std::string message) : reason_{code, std::move(message)} {}
  [[nodiscard]] const error& reason() const noexcept { return reason_; }
  [[nodiscard]] const char* what() const noexcept override { return reason_.message.c_str(); }

private:
  error reason_;
};

/// Lets `result<T>::value()` throw `failure` instead of ending the program.
struct throw_failure : boost::outcome_v2::policy::base {
  template <class Result>
  static constexpr void wide_value_check(Result&& self) {
    if (!base::_has_value(std::forward<Result>(self))) throw failure(base::_error(std::forward<Result>(self)));
  }
  template <class Result>
  static constexpr void wide_error_check(Result&& self) {
    if (!base::_has_error(std::forward<Result>(self))) {
      throw failure(error_code::internal, "asked a result that holds a value for its error");
    }
  }
};

/// A value or an `error`. `value()` throws `failure` when there is none.
template <class T>
using result = boost::outcome_v2::basic_result<T, error, throw_failure>;

}  // namespace millrace
