// Rounds judge events as a report after every record would, and the service that hears of rounds alone agrees.
#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <millrace/core/protocol/round_cutter.hpp>
#include <millrace/core/protocol/watermark_service.hpp>
#include <random>
#include <vector>

using namespace millrace;

namespace {

/// A source actor over some splits, told step by step what its splits bring.
class source {
public:
  /// With `restarted`, a fresh cutter goes on from the state of the one before after each round.
  source(std::size_t splits, std::size_t limit, const round_grid& grid, all_idle_policy policy, bool restarted)
      : fresh_({.splits = splits, .limit = limit, .grid = grid, .all_idle = policy}),
        cutter_(fresh_),
        restarted_(restarted),
        service_(0, splits, policy),
        marks_(splits),
        reported_(splits) {}

  void record(split_id split, watermark mark) {
    marks_[split] = std::max(marks_[split], mark);
    if (!cutter_.on_record(split, marks_[split])) return;
    end_round({});
  }

  void status(split_id split, split_event event) {
    end_round({{.split = split, .event = event, .mark = {}}});
    if (event == split_event::idle) cutter_.on_idle(split);
    if (event == split_event::active) cutter_.on_active(split);
    if (event == split_event::end) cutter_.on_end(split);
    check_agreement();
    restart();
  }

  /// What events of the running round are judged by.
  [[nodiscard]] watermark answered() const { return service_.combined(); }
  [[nodiscard]] round_number rounds() const { return round_; }

private:
  void end_round(std::vector<split_report> status_lines) {
    round_report report{.exchange = 0, .input = 0, .round = ++round_, .lines = {}};
    for (const bool counted : {true, false}) {
      for (split_id split = 0; split < marks_.size(); ++split) {
        if (marks_[split] <= reported_[split] || cutter_.counted_at_round_start(split) != counted) continue;
        reported_[split] = marks_[split];
        report.lines.push_back({.split = split, .event = split_event::watermark, .mark = marks_[split]});
      }
    }
    report.lines.insert(report.lines.end(), status_lines.begin(), status_lines.end());
    cutter_.start_round();
    service_.on_report(report);
    if (!status_lines.empty()) return;
    check_agreement();
    restart();
  }

  void restart() {
    if (!restarted_) return;
    const auto left = cutter_.state_now();
    cutter_ = fresh_;
    cutter_.resume(left);
  }

  void check_agreement() { BOOST_REQUIRE_EQUAL(cutter_.combined().milliseconds, service_.combined().milliseconds); }

  round_cutter fresh_;
  round_cutter cutter_;
  bool restarted_;
  watermark_service service_;
  std::vector<watermark> marks_;
  std::vector<watermark> reported_;
  round_number round_ = 0;
};

/// The grid times of `step` and `offset` that a watermark has reached, counted from a time far enough below.
std::int64_t reached(watermark mark, std::int64_t step, std::int64_t offset) {
  std::int64_t count = 0;
  for (std::int64_t time = offset - 100 * step; time <= 1000; time += step) count += mark.milliseconds >= time ? 1 : 0;
  return count;
}

struct coverage {
  int records = 0, rounds = 0, apart = 0;
};

void play(std::uint64_t seed, coverage& seen) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t bound) { return static_cast<std::int64_t>(random() % bound); };
  const auto splits = static_cast<std::size_t>(1 + below(4));
  const std::array<std::int64_t, 2> steps{5 + below(20), 3 + below(30)};
  const std::array<std::int64_t, 2> offsets{below(5), below(3)};
  round_grid grid;
  for (std::size_t at : {0U, 1U}) grid.add(duration{steps[at]}, duration{offsets[at]});
  const auto policy = below(2) == 0 ? all_idle_policy::flush_max() : all_idle_policy::hold();
  const std::array<std::size_t, 4> limits{1, 3, 17, 4096};

  source actor(splits, limits[static_cast<std::size_t>(below(4))], grid, policy, below(2) == 0);
  combiner every_record(splits, policy);
  std::vector<std::int64_t> greatest(splits, -50 + below(40));
  std::vector<split_event> status(splits, split_event::active);
  split_id split = 0;
  for (int step = 0; step < 150; ++step) {
    if (below(5) == 0) split = static_cast<split_id>(below(splits));
    if (status[split] == split_event::end) continue;
    const auto choice = below(25);
    if (choice == 0 || (status[split] == split_event::idle && choice < 8)) {
      const bool was_idle = status[split] == split_event::idle;
      status[split] = below(6) == 0 ? split_event::end : was_idle ? split_event::active : split_event::idle;
      actor.status(split, status[split]);
      if (status[split] == split_event::end) every_record.on_end(split);
      if (status[split] == split_event::idle) every_record.on_idle(split);
      if (status[split] == split_event::active) every_record.on_active(split);
      continue;
    }
    if (status[split] == split_event::idle) continue;
    // This record is judged now: no grid time may lie between the two watermarks.
    for (std::size_t at : {0U, 1U}) {
      BOOST_REQUIRE_EQUAL(reached(actor.answered(), steps[at], offsets[at]),
                          reached(every_record.combined(), steps[at], offsets[at]));
    }
    if (actor.answered() != every_record.combined()) ++seen.apart;
    ++seen.records;
    greatest[split] += below(6) - 1;
    every_record.on_watermark(split, watermark{greatest[split]});
    actor.record(split, watermark{greatest[split]});
  }
  seen.rounds += static_cast<int>(actor.rounds());
}

}  // namespace

BOOST_AUTO_TEST_CASE(events_are_judged_as_if_the_watermark_were_reported_after_every_record) {
  coverage seen;
  for (std::uint64_t seed = 1; seed <= 5'000; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      play(seed, seen);
    }
  }
  BOOST_TEST(seen.rounds > 50'000);
  BOOST_TEST(seen.records > 2 * seen.rounds);
  BOOST_TEST(seen.apart > seen.records / 10);  // rounds do tell less than every record would
}
