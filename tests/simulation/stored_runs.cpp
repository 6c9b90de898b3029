#include "stored_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <millrace/actors/engine/epoch_record.hpp>
#include <millrace/core/codec/codec.hpp>
#include <utility>
#include <vector>

#include "judge.hpp"
#include "simulated_run.hpp"

namespace millrace::simulation {

namespace {

template <class Row>
std::optional<std::string> difference(const char* what, const std::vector<Row>& expected, const std::vector<Row>& got) {
  const auto sorted = [](const std::vector<Row>& rows) {
    std::vector<std::string> all;
    for (const auto& each : rows) all.push_back(oracle::text_of(each));
    std::sort(all.begin(), all.end());
    return all;
  };
  const auto wanted = sorted(expected);
  const auto shown = sorted(got);
  if (wanted == shown) return std::nullopt;
  const auto listed = [](const std::vector<std::string>& rows) {
    std::string text;
    for (const auto& each : rows) text += "    " + each + "\n";
    return text;
  };
  return fmt::format("{}: the world has seen other ones\n  expected\n{}  seen\n{}", what, listed(wanted),
                     listed(shown));
}

std::optional<std::string> violation_of_the_world(const shown_rows& expected, const shown_rows& got) {
  if (auto found = difference("rows", expected.rows, got.rows)) return found;
  return difference("late events", expected.late, got.late);
}

/// The rows do not depend on when what happens.
bool comes_out_alone(const scenario& asked) {
  const bool one_source =
      std::all_of(asked.stored.begin(), asked.stored.end(), [](const auto& one) { return one.source_actors == 1; });
  const bool dry = std::any_of(asked.splits.begin(), asked.splits.end(), [](const auto& split) {
    return std::any_of(split.begin(), split.end(), [](const auto& each) { return each.stall.count() > 0; });
  });
  return one_source && !dry && asked.before == stage_before::none && !asked.idle_timeout && asked.rate == 0 &&
         asked.report.what != report_mode::kind::periodic;
}

shown_rows undisturbed(scenario asked) {
  asked.source_actors = 1;
  asked.epochs_at.clear();
  const auto seen = run(asked);
  shown_rows all;
  for (const auto& each : seen.rows.rows) all.rows.push_back(each.row);
  for (const auto& each : seen.late.rows) all.late.push_back(each.row);
  return all;
}

class stored_chain {
public:
  explicit stored_chain(const scenario& asked) : asked_(asked) {
    asked_.throws = throwing_place::nowhere;
    asked_.control = control_kind::none;
    asked_.guarantee = processing_guarantee::exactly_once;
    asked_.epoch_timeout = duration{60'000};
  }

  stored_verdict take() {
    for (const auto& how : asked_.stored) {
      if (!go_on(how)) return std::move(found_);
      ++asked_.schedule.seed;
    }
    found_.violation = violation_at_the_end();
    return std::move(found_);
  }

private:
  /// Returns false when there is nothing more to do.
  bool go_on(const stored_run& how) {
    auto here = asked_;
    here.actors = how.actors;
    here.source_actors = how.source_actors;
    auto done = run_stored(here, how, kept_);
    if (!done) {
      if (found_.runs == 0 && done.error().code == error_code::option_conflict) return false;
      return fail("cannot be opened: " + done.error().message + "\n");
    }
    const recording seen = std::move(done).value();
    ++found_.runs;
    const auto before = dealt_to(here, past_);
    found_.crashed = found_.crashed || seen.crashed;
    found_.failed_commit = found_.failed_commit || seen.failed_commits > 0;
    found_.slow_store = found_.slow_store || seen.seen.slow_store;
    if (!past_.empty()) {
      found_.rescaled = found_.rescaled || past_.calls.front().size() != how.actors;
      if (auto wrong = violation_of_the_world(rows_of(here, past_), {seen.shown, seen.shown_late})) return fail(*wrong);
    } else if (!seen.shown.empty() || !seen.shown_late.empty()) {
      return fail("rows were shown before the first epoch\n");
    }
    if (seen.all_had_ended) return true;
    if (auto wrong = violation_in(here, seen, before)) return fail(*wrong);
    const auto last = kept_->store.last()->number;
    const auto epoch = std::find_if(seen.epochs.begin(), seen.epochs.end(),
                                    [&](const epoch_changes& each) { return each.epoch == last; });
    past_ = epoch == seen.epochs.end() ? before : past_of(seen, *epoch, before);
    return true;
  }

  bool fail(const std::string& what) {
    found_.violation = fmt::format("keeping state, run {}: {}", found_.runs, what);
    return false;
  }

  std::optional<std::string> violation_at_the_end() {
    const auto last = kept_->store.last();
    if (!value_of_bytes<engine::epoch_record>(last->record).ended) return "keeping state: the end is in no epoch\n";
    if (kept_->store.size() > 0) {
      return fmt::format("keeping state: {} entries are left behind the end\n", kept_->store.size());
    }
    const shown_rows got{kept_->rows.shown, kept_->late.shown};
    if (auto wrong = violation_of_the_world(rows_of(asked_, past_), got)) return "keeping state, at the end: " + *wrong;
    if (!comes_out_alone(asked_)) return std::nullopt;
    if (auto wrong = violation_of_the_world(undisturbed(asked_), got)) {
      return "keeping state, against an undisturbed run: " + *wrong;
    }
    return std::nullopt;
  }

  scenario asked_;
  stored_verdict found_;
  std::shared_ptr<kept_state> kept_ = std::make_shared<kept_state>();
  past past_;
};

}  // namespace

stored_verdict verdict_on_stored(const scenario& asked) {
  return asked.stored.empty() ? stored_verdict{} : stored_chain(asked).take();
}

}  // namespace millrace::simulation
