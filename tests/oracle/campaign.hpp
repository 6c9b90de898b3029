// Many random scripts, an engine against the oracle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "oracle.hpp"
#include "random_script.hpp"
#include "script.hpp"
#include "stage.hpp"

namespace millrace::oracle {

/// What the oracle says of a case by itself.
[[nodiscard]] inline expectation expected_alone(const random_case& tried, std::uint64_t /*seed*/) {
  return expectation_of(tried.asked, tried.steps);
}

/// An engine under test: its name on the command line, how it runs a script, how its outcome is compared, and what is
/// expected of it.
struct engine {
  std::string name;
  std::function<outcome(const random_case&, std::uint64_t seed)> run;
  std::function<std::optional<std::string>(const outcome& expected, const outcome& got)> difference;
  std::function<expectation(const random_case&, std::uint64_t seed)> expect = expected_alone;
};

/// A window operator in a plain loop.
[[nodiscard]] engine operator_engine(operator_kind kind = operator_kind::general);

/// How many scripts of a campaign have what.
struct tally {
  std::size_t scripts = 0;
  std::size_t differences = 0;
  std::size_t late = 0;
  std::size_t partly_late = 0;
  std::size_t refired = 0;
  std::size_t merged = 0;
  std::size_t merged_after_firing = 0;
  std::size_t idle = 0;
  std::size_t ended = 0;
};

/// Runs the scripts of `seeds` seeds from `first` on. Each one that differs is shrunk and told to `report`, with the
/// command that runs it again; after five it stops.
[[nodiscard]] tally run_campaign(const engine& under_test, std::uint64_t first, std::uint64_t seeds,
                                 const std::function<void(const std::string&)>& report);

/// "5000 scripts, 0 differences; late 41.2 %, partly late 17.0 %, ...".
[[nodiscard]] std::string text_of(const tally& counted);

/// Removes steps (ends excepted) as long as `still_fails`, and returns what is left.
[[nodiscard]] script shrunk(script failing, const std::function<bool(const script&)>& still_fails);

}  // namespace millrace::oracle
