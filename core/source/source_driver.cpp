#include <algorithm>
#include <millrace/core/source/source_driver.hpp>
#include <millrace/core/time/arithmetic.hpp>
#include <utility>

namespace millrace {

namespace {

/// Passes over all splits within one step, so that the owner gets to its messages.
constexpr int passes_in_step = 64;

bool periodic(const source_driver::timing& timing) {
  return timing.report.what == report_mode::kind::periodic;
}

round_cutter make_cutter(const source_driver::options& chosen, std::size_t splits) {
  const auto any = [&](report_mode::kind what) {
    return std::any_of(chosen.sources.begin(), chosen.sources.end(),
                       [&](const auto& source) { return source.report.what == what; });
  };
  return round_cutter{{.splits = splits,
                       .limit = any(report_mode::kind::every_record) ? 1 : chosen.round,
                       .grid = chosen.grid,
                       .all_idle = chosen.all_idle,
                       .watch_grid = !any(report_mode::kind::periodic)}};
}

}  // namespace

source_driver::source_driver(options chosen, std::vector<driven_split> splits, event_time now)
    : options_(std::move(chosen)), cutter_(make_cutter(options_, splits.size())), pass_began_(now) {
  for (const auto& source : options_.sources) throttles_.emplace_back(source.rate, now);
  for (auto& split : splits) {
    const auto& wanted = options_.sources[split.source];
    splits_.push_back({.what = std::move(split),
                       .reported = watermark::none(),
                       .timer = idle_timer{wanted.idle_timeout.value_or(forever), now},
                       .next_report = now + wanted.report.interval,
                       .woken_at = event_time::none(),
                       .idle = false,
                       .ended = false});
  }
}

source_driver::outcome source_driver::step(event_time now, std::span<output_port* const> ports, source_host& host) {
  if (is_barrier_place()) return {.what = state::barrier, .wake_at = {}};
  if (ended_ == splits_.size()) {
    // Without a split nothing would ever be reported, and nobody would learn of the end.
    if (splits_.empty() && round_ == 0) end_round(host);
    return {.what = state::ended, .wake_at = {}};
  }
  resume_timers(now);
  for (int passes = 0; passes < passes_in_step;) {
    if (is_barrier_place()) return {.what = state::barrier, .wake_at = {}};
    if (round_ - answered_ >= unanswered_limit) {
      suspend_timers(now);
      return {.what = state::answers, .wake_at = {}};
    }
    if (cursor_ == 0 && left_in_turn_ == turn) begin_pass(now);
    switch (visit(splits_[cursor_], cursor_, ports, host)) {
      case pass::go_on: break;
      case pass::next_split:
        left_in_turn_ = turn;
        if (++cursor_ < splits_.size()) break;
        ++passes;
        cursor_ = 0;
        if (const auto end = end_pass(now, host); end.what != state::busy) return end;
        break;
      case pass::give_back: return {.what = ended_ == splits_.size() ? state::ended : state::busy, .wake_at = {}};
      case pass::no_credit: suspend_timers(now); return {.what = state::no_credit, .wake_at = {}};
      case pass::waits: suspend_timers(now); return {.what = state::waiting, .wake_at = wake_at_};
    }
  }
  return {};
}

source_driver::pass source_driver::visit(split_state& split, std::size_t index, std::span<output_port* const> ports,
                                         source_host& host) {
  if (split.ended) return pass::next_split;
  if (draining_) {
    end_split(split, index, host);
    return pass::give_back;
  }
  if (periodic(timing_of(split)) && pass_began_ >= split.next_report) report_periodically(split, host);

  auto& throttle = throttles_[split.what.source];
  const std::size_t allowed = throttle.allow(pass_began_, left_in_turn_);
  const std::size_t limit = wants_barrier_ ? left_in_turn_ : allowed;
  if (limit == 0) {
    wake_at_ = std::min(wake_at_, throttle.ready_at());
    // The turns of a single source stay in order, throttled or not; another source is not made to wait.
    return throttles_.size() == 1 ? pass::waits : pass::next_split;
  }

  const turn_outcome read = split.what.program->read(limit, index, split.idle, cutter_, ports);
  throttle.used(read.records);
  records_ += read.records;
  left_in_turn_ -= std::min(read.records, left_in_turn_);
  if (read.records > 0) {
    pass_read_ = true;
    split.timer.restart(pass_began_);
  }
  switch (read.end) {
    case turn_end::used_up: return left_in_turn_ == 0 ? pass::next_split : pass::go_on;
    case turn_end::round_cut:
      end_round(host);
      if (left_in_turn_ == 0) left_in_turn_ = turn, cursor_ = (cursor_ + 1) % splits_.size();
      return pass::give_back;
    case turn_end::no_credit: return pass::no_credit;
    case turn_end::dry: return found_dry(split, index, host);
    case turn_end::ended: end_split(split, index, host); return pass::give_back;
    case turn_end::wakes:
      pass_read_ = true;
      split.idle = false;
      split.woken_at = pass_began_;
      end_round(host, split_report{.split = split.what.id, .event = split_event::active, .mark = {}});
      cutter_.on_active(static_cast<split_id>(index));
      return pass::give_back;
    case turn_end::signal: break;
  }
  pass_read_ = true;
  if (read.idle) {
    go_idle(split, index, host);
    return pass::give_back;
  }
  const bool passed = cutter_.on_watermark(static_cast<split_id>(index), split.what.program->current());
  if (!passed && timing_of(split).report.what != report_mode::kind::every_record) return pass::go_on;
  end_round(host);
  return pass::give_back;
}

source_driver::pass source_driver::found_dry(split_state& split, std::size_t index, source_host& host) {
  pass_dry_ = true;
  wake_at_ = std::min(wake_at_, pass_began_ + options_.poll_interval);
  if (!split.idle && timing_of(split).idle_timeout) {
    if (split.timer.due(pass_began_) && pass_began_ > split.woken_at) {
      go_idle(split, index, host);
    } else {
      wake_at_ = std::min(wake_at_, std::max(split.timer.deadline(), split.woken_at + duration{1}));
    }
  }
  if (periodic(timing_of(split))) wake_at_ = std::min(wake_at_, split.next_report);
  return pass::next_split;
}

void source_driver::begin_pass(event_time now) {
  pass_began_ = now;
  pass_read_ = pass_dry_ = false;
  wake_at_ = event_time::max();
}

source_driver::outcome source_driver::end_pass(event_time now, source_host& host) {
  if (ended_ == splits_.size()) return {.what = state::ended, .wake_at = {}};
  if (pass_read_) return {};
  if (pass_dry_ && cutter_.records() > 0) end_round(host);
  if (pass_dry_) ++dry_passes_;
  if (is_barrier_place()) return {.what = state::barrier, .wake_at = {}};
  return {.what = state::waiting, .wake_at = std::max(wake_at_, now)};
}

void source_driver::end_round(source_host& host, std::optional<split_report> last) {
  round_report report{.exchange = options_.exchange, .input = options_.input, .round = running_round(), .lines = {}};
  // Splits that are not counted come last: by the combiner's rules one of them is counted when it has caught up with
  // what the others have reached, so its line has to follow theirs.
  for (const bool counted : {true, false}) {
    for (std::size_t index = 0; index < splits_.size(); ++index) {
      auto& split = splits_[index];
      const auto now = split.what.program->current();
      if (split.ended || periodic(timing_of(split)) || now <= split.reported) continue;
      if (cutter_.counted_at_round_start(static_cast<split_id>(index)) != counted) continue;
      split.reported = now;
      report.lines.push_back({.split = split.what.id, .event = split_event::watermark, .mark = now});
    }
  }
  if (last) {
    if (last->event != split_event::active) add_last_watermark(report, last->split);
    report.lines.push_back(*last);
  }
  cutter_.start_round();
  host.end_round(std::move(report));
  ++round_;
}

void source_driver::add_last_watermark(round_report& report, split_id id) {
  const auto split = std::find_if(splits_.begin(), splits_.end(), [&](const auto& one) { return one.what.id == id; });
  const auto now = split->what.program->current();
  if (!periodic(timing_of(*split)) || now <= split->reported) return;
  split->reported = now;
  report.lines.push_back({.split = id, .event = split_event::watermark, .mark = now});
}

void source_driver::report_periodically(split_state& split, source_host& host) {
  while (split.next_report <= pass_began_) split.next_report = split.next_report + timing_of(split).report.interval;
  const auto now = split.what.program->current();
  if (now <= split.reported || split.idle) return;
  split.reported = now;
  const auto index = static_cast<split_id>(&split - splits_.data());
  cutter_.on_watermark(index, now);
  end_round(host, split_report{.split = split.what.id, .event = split_event::watermark, .mark = now});
}

void source_driver::go_idle(split_state& split, std::size_t index, source_host& host) {
  if (split.idle) return;
  split.idle = true;
  end_round(host, split_report{.split = split.what.id, .event = split_event::idle, .mark = {}});
  cutter_.on_idle(static_cast<split_id>(index));
}

void source_driver::end_split(split_state& split, std::size_t index, source_host& host) {
  end_round(host, split_report{.split = split.what.id, .event = split_event::end, .mark = {}});
  cutter_.on_end(static_cast<split_id>(index));
  split.ended = true;
  ++ended_;
}

void source_driver::on_answered(round_number round) noexcept {
  answered_ = std::max(answered_, round);
}

source_driver::position source_driver::place_to_resume() const {
  position here{.splits = {}, .cutter = cutter_.state_now(), .cursor = cursor_, .left_in_turn = left_in_turn_};
  here.splits.reserve(splits_.size());
  for (const auto& split : splits_) {
    here.splits.push_back({.id = split.what.id,
                           .source = split.what.source,
                           .name = split.what.program->name(),
                           .place = split.what.program->place_to_resume(),
                           .reported = split.reported,
                           .idle = split.idle,
                           .ended = split.ended});
  }
  return here;
}

void source_driver::resume(const position& from) {
  expect_splits_of(from);
  resume_cutter(from);
  cursor_ = from.cursor;
  left_in_turn_ = from.left_in_turn;
  // The pass that is under way may have read before; if not, one more pass does no harm.
  pass_read_ = true;
  ended_ = 0;
  for (std::size_t index = 0; index < from.splits.size(); ++index) {
    auto& split = splits_[index];
    const auto& was = from.splits[index];
    if (was.place) split.what.program->resume(*was.place);
    split.reported = was.reported;
    split.idle = was.idle;
    split.ended = was.ended;
    if (split.ended) ++ended_;
  }
}

void source_driver::expect_splits_of(const position& from) const {
  if (from.splits.size() > splits_.size()) {
    throw failure(error_code::internal, "a position of " + std::to_string(from.splits.size()) + " splits for the " +
                                            std::to_string(splits_.size()) + " splits of a source");
  }
  for (std::size_t index = 0; index < from.splits.size(); ++index) {
    const auto& was = from.splits[index];
    const auto& is = splits_[index].what;
    if (was.source == is.source && was.name == is.program->name()) continue;
    throw failure(error_code::internal, "a position of split '" + was.name + "' of source number " +
                                            std::to_string(was.source + 1) + " for split '" + is.program->name() +
                                            "' of source number " + std::to_string(is.source + 1));
  }
}

void source_driver::resume_cutter(const position& from) {
  if (from.cutter) return cutter_.resume(*from.cutter);
  cutter_ = make_cutter(options_, splits_.size());
  for (std::size_t index = 0; index < from.splits.size(); ++index) {
    cutter_.on_watermark(static_cast<split_id>(index), from.splits[index].reported);
  }
  for (std::size_t index = 0; index < from.splits.size(); ++index) {
    const auto& was = from.splits[index];
    if (was.ended) {
      cutter_.on_end(static_cast<split_id>(index));
    } else if (was.idle) {
      cutter_.on_idle(static_cast<split_id>(index));
    }
  }
  cutter_.start_round();
}

std::size_t source_driver::idle_splits() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(splits_.begin(), splits_.end(), [](const auto& split) { return split.idle && !split.ended; }));
}

bool source_driver::is_barrier_place() const noexcept {
  return wants_barrier_ && cutter_.records() == 0;
}

void source_driver::suspend_timers(event_time now) {
  if (suspended_) return;
  suspended_ = true;
  for (auto& split : splits_) split.timer.pause(now);
}

void source_driver::resume_timers(event_time now) {
  if (!suspended_) return;
  suspended_ = false;
  pass_began_ = now;
  wake_at_ = event_time::max();  // what the pass was to be called for has come, or is found again
  for (auto& split : splits_) split.timer.resume(now);
}

}  // namespace millrace
