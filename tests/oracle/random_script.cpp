#include "random_script.hpp"

#include <algorithm>
#include <limits>

#include "aligned_windows.hpp"

namespace millrace::oracle {

namespace {

constexpr std::int64_t line_start = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t line_end = std::numeric_limits<std::int64_t>::max();

/// Where on the time line a script plays, and how far its times spread.
struct stage_of_time {
  std::int64_t least;
  std::int64_t greatest;

  [[nodiscard]] std::int64_t span() const noexcept { return greatest - least; }
};

stage_of_time random_stage(dice& random) {
  const std::int64_t span = random.one_of<std::int64_t>({20, 60, 60, 200, 200, 5000});
  switch (random.below(20)) {
    case 0: return {line_start + 1, line_start + 1 + span};
    case 1: return {line_end - span, line_end};
    case 2: return {1'709'164'800'000, 1'709'164'800'000 + span};
    default: {
      const std::int64_t least = -random.between(0, span);
      return {least, least + span};
    }
  }
}

job random_job(dice& random, const stage_of_time& stage) {
  job asked;
  const std::int64_t span = stage.span();
  asked.window = random.one_of<window_kind>(
      {window_kind::tumbling, window_kind::sliding, window_kind::sliding, window_kind::session, window_kind::session});
  asked.size = duration{random.one_of<std::int64_t>({1, random.between(1, 5), random.between(2, span / 4 + 2),
                                                     random.between(2, span / 4 + 2), random.between(span / 2, span),
                                                     random.between(span, 4 * span)})};
  if (asked.window == window_kind::sliding) {
    asked.size = duration{
        random.one_of<std::int64_t>({random.between(2, 5), random.between(2, span / 4 + 2),
                                     random.between(span / 4, span), span / 2 + 1, random.between(span, 4 * span)})};
  }
  if (asked.window == window_kind::session) {
    asked.size = duration{random.one_of<std::int64_t>(
        {1, random.between(1, 5), random.between(1, span / 10 + 1), random.between(1, span / 10 + 1), span / 4})};
  }
  if (random.percent(2)) asked.size = duration{line_end / random.between(1, 4)};
  const std::int64_t size = asked.size.count();
  if (asked.window == window_kind::sliding) {
    const std::int64_t least = std::max<std::int64_t>(size / 12, 1);
    asked.slide = duration{random.one_of<std::int64_t>(
        {random.between(least, size), random.between(least, size), std::max<std::int64_t>(size / 3, 1), size,
         add_on_the_line(size, random.between(1, std::min<std::int64_t>(size, 1000)))})};
  }
  if (asked.window != window_kind::session && random.percent(50)) {
    const std::int64_t modulus = asked.window == window_kind::sliding ? asked.slide.count() : size;
    const std::int64_t most = std::min<std::int64_t>(modulus - 1, 1'000'000);
    asked.offset = duration{random.between(-most, most)};
  }
  asked.allowed_lateness =
      random.one_of<duration>({duration{0}, duration{0}, duration{1}, duration{random.between(1, 10)},
                               duration{random.between(1, span)}, duration{random.between(1, span)}, forever});
  asked.mode =
      random.one_of<emit_mode>({emit_mode::append, emit_mode::upsert, emit_mode::retract, emit_mode::final_only});
  asked.function = static_cast<function_kind>(random.below(8));
  asked.all_idle = random.percent(75) ? idle_policy::flush_max : idle_policy::hold;
  asked.splits = static_cast<std::uint32_t>(random.one_of<std::int64_t>({1, 1, 2, 2, 3, 4}));
  return asked;
}

/// Writes a script step by step, remembering what a sensible source would.
class writer {
public:
  writer(dice& random, const stage_of_time& stage, const job& asked)
      : random_(random),
        stage_(stage),
        splits_(asked.splits),
        keys_(random.between(1, 3)),
        busy_idling_(random.percent(40)),
        reaches_the_end_of_time_(random.percent(3)) {
    for (split& each : splits_) each.clock = stage.least;
    disorder_ = random.one_of<std::int64_t>({0, stage.span() / 20, stage.span() / 10, stage.span() / 3});
    pace_ = std::max<std::int64_t>(1, random.one_of<std::int64_t>({1, stage.span() / 40, stage.span() / 10}));
  }

  script write(std::size_t length) {
    while (steps_.size() < length) one_step();
    while (!open_splits().empty()) end(random_.one_of(open_splits()));
    return std::move(steps_);
  }

private:
  struct split {
    std::int64_t clock = 0;  // about where its event time stands
    bool idle = false;
    bool ended = false;
  };

  [[nodiscard]] std::vector<std::uint32_t> open_splits() const {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < splits_.size(); ++i) {
      if (!splits_[i].ended) open.push_back(i);
    }
    return open;
  }

  [[nodiscard]] std::int64_t on_stage(std::int64_t time) const {
    return std::clamp(time, stage_.least, stage_.greatest);
  }

  void one_step() {
    const std::uint32_t which = random_.one_of(open_splits());
    split& chosen = splits_[which];
    const std::uint64_t roll = random_.below(100);
    if (chosen.idle && roll < 30) return signal(which, step_kind::active);
    if (busy_idling_ && roll < 6) return signal(which, step_kind::idle);
    if (roll < 9 && open_splits().size() > 1) return end(which);
    if (roll < 32) return raise(which);
    event(which);
  }

  void event(std::uint32_t which) {
    split& chosen = splits_[which];
    chosen.clock = on_stage(add_on_the_line(chosen.clock, random_.between(0, pace_)));
    std::int64_t time = add_on_the_line(chosen.clock, -random_.between(0, disorder_));
    if (random_.percent(12)) time = random_.between(stage_.least, stage_.greatest);
    steps_.push_back({.kind = step_kind::event,
                      .split = which,
                      .key = random_.between(1, keys_),
                      .time = event_time{on_stage(time)},
                      .value = random_.percent(5) ? random_.between(-1'000'000'000'000, 1'000'000'000'000)
                                                  : random_.between(-2, 3)});
  }

  void raise(std::uint32_t which) {
    std::int64_t mark = add_on_the_line(splits_[which].clock, random_.between(-disorder_, 2 * pace_));
    if (random_.percent(10)) mark = random_.between(stage_.least, stage_.greatest);
    if (reaches_the_end_of_time_ && random_.percent(20)) mark = line_end - random_.between(0, 2);
    steps_.push_back({.kind = step_kind::watermark, .split = which, .mark = watermark{mark}});
  }

  void signal(std::uint32_t which, step_kind kind) {
    splits_[which].idle = kind == step_kind::idle;
    steps_.push_back({.kind = kind, .split = which});
  }

  void end(std::uint32_t which) {
    splits_[which].ended = true;
    steps_.push_back({.kind = step_kind::end, .split = which});
  }

  dice& random_;
  stage_of_time stage_;
  std::vector<split> splits_;
  std::int64_t keys_;
  bool busy_idling_;
  bool reaches_the_end_of_time_;  // by a watermark, not by END
  std::int64_t disorder_ = 0;
  std::int64_t pace_ = 1;
  script steps_;
};

}  // namespace

random_case case_of(std::uint64_t seed) {
  dice random(seed);
  const stage_of_time stage = random_stage(random);
  const job asked = random_job(random, stage);
  const auto length = static_cast<std::size_t>(random.one_of<std::int64_t>({6, 20, 40, 60, 60}));
  return {asked, writer(random, stage, asked).write(length)};
}

}  // namespace millrace::oracle
