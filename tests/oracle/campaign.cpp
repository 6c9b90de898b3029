#include "campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "compare.hpp"
#include "operator_engine.hpp"

namespace millrace::oracle {

namespace {

constexpr std::size_t most_reports = 5;

std::optional<std::string> difference_on(const engine& under_test, const random_case& tried, std::uint64_t seed,
                                         const outcome& expected) {
  try {
    return under_test.difference(expected, under_test.run(tried, seed));
  } catch (const std::exception& thrown) {
    return fmt::format("the engine threw: {}\n", thrown.what());
  }
}

std::string report_on(const engine& under_test, const random_case& failing, std::uint64_t seed) {
  const auto difference = [&](const script& steps) {
    const random_case shorter{failing.asked, steps};
    return difference_on(under_test, shorter, seed, under_test.expect(shorter, seed).expected);
  };
  const script least = shrunk(failing.steps, [&](const script& steps) { return difference(steps).has_value(); });
  return fmt::format("seed {}: {}\n{}  {}\n  again: oracle_scripts --engine {} --seeds 1 --first {}\n", seed,
                     text_of(failing.asked), text_of(least), difference(least).value_or("gone when run again\n"),
                     under_test.name, seed);
}

}  // namespace

engine operator_engine(operator_kind kind) {
  const auto run = [kind](const random_case& tried, std::uint64_t seed) {
    return run_on_operator(tried.asked, tried.steps, kind, seed % 3 == 0 ? 1 : 100);
  };
  return {kind == operator_kind::sliced ? "sliced" : "operator", run, difference_by_step};
}

tally run_campaign(const engine& under_test, std::uint64_t first, std::uint64_t seeds,
                   const std::function<void(const std::string&)>& report) {
  tally counted;
  for (std::uint64_t seed = first; seed < first + seeds && counted.differences < most_reports; ++seed) {
    const random_case tried = case_of(seed);
    const auto [expected, facts] = under_test.expect(tried, seed);
    if (difference_on(under_test, tried, seed, expected).has_value()) {
      ++counted.differences;
      report(report_on(under_test, tried, seed));
    }
    ++counted.scripts;
    counted.late += facts.late;
    counted.partly_late += facts.partly_late;
    counted.refired += facts.refired;
    counted.merged += facts.merged;
    counted.merged_after_firing += facts.merged_after_firing;
    counted.idle += facts.idle;
    counted.ended += facts.ended;
  }
  return counted;
}

std::string text_of(const tally& counted) {
  const auto share = [&](std::size_t part) {
    return counted.scripts == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(counted.scripts);
  };
  return fmt::format(
      "{} scripts, {} differences; late {:.1f} %, partly late {:.1f} %, re-fired {:.1f} %, merged {:.1f} %, merged "
      "after "
      "firing {:.1f} %, idle {:.1f} %, ended {:.1f} %",
      counted.scripts, counted.differences, share(counted.late), share(counted.partly_late), share(counted.refired),
      share(counted.merged), share(counted.merged_after_firing), share(counted.idle), share(counted.ended));
}

script shrunk(script failing, const std::function<bool(const script&)>& still_fails) {
  for (std::size_t chunk = std::max<std::size_t>(failing.size() / 2, 1);;) {
    bool removed = false;
    for (std::size_t from = 0; from < failing.size();) {
      const std::size_t to = std::min(from + chunk, failing.size());
      script shorter;
      for (std::size_t i = 0; i < failing.size(); ++i) {
        if (i < from || i >= to || failing[i].kind == step_kind::end) shorter.push_back(failing[i]);
      }
      if (shorter.size() < failing.size() && still_fails(shorter)) {
        failing = std::move(shorter);
        removed = true;
      } else {
        from = to;
      }
    }
    if (!removed && chunk == 1) return failing;
    chunk = std::max<std::size_t>(chunk / 2, 1);
  }
}

}  // namespace millrace::oracle
