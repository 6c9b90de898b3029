// Random steps against the rules written once more, without anything remembered that can be worked out.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <millrace/core/error.hpp>
#include <millrace/core/watermark/combiner.hpp>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace millrace;

namespace {

/// Rules 6 to 10 over sets: every input is in exactly one of them.
struct rules {
  enum place { counted, behind, idle, ended };

  all_idle_policy policy;
  std::map<place, std::set<split_id>> inputs;
  std::map<split_id, std::int64_t> last;
  std::int64_t combined = INT64_MIN;
  bool output_idle = false;

  rules(std::size_t count, all_idle_policy chosen) : policy(chosen) {
    for (split_id input = 0; input < count; ++input) {
      inputs[counted].insert(input);
      last[input] = INT64_MIN;
    }
  }

  void move(split_id input, place to) {
    for (auto& [name, members] : inputs) members.erase(input);
    inputs[to].insert(input);
  }

  void watermark_of(split_id input, std::int64_t mark) {
    if (inputs[idle].contains(input)) return;
    last[input] = std::max(last[input], mark);
    conclude();
  }

  void status_of(split_id input, split_event event) {
    if (event == split_event::end) move(input, ended);
    if (event == split_event::idle) move(input, idle);
    if (event == split_event::active && inputs[idle].contains(input)) move(input, behind);
    conclude();
  }

  void grow() {
    const auto input = static_cast<split_id>(last.size());
    inputs[counted].insert(input);
    last[input] = INT64_MIN;
    conclude();
  }

  void clock(std::int64_t now) {
    if (policy.what != all_idle_policy::kind::wall_clock || !everyone_idle()) return;
    combined = std::max(combined, now - policy.lag.count());
  }

  bool everyone_idle() { return inputs[counted].empty() && inputs[behind].empty() && !inputs[idle].empty(); }

  std::vector<std::int64_t> marks_of(const std::set<split_id>& members) {
    std::vector<std::int64_t> marks;
    for (const split_id input : members) marks.push_back(last[input]);
    return marks;
  }

  void conclude() {
    const std::set<split_id> waiting = inputs[behind];
    for (const split_id input : waiting) {
      if (last[input] >= combined) move(input, counted);
    }
    output_idle = false;
    if (inputs[ended].size() == last.size()) {
      combined = INT64_MAX;
    } else if (everyone_idle()) {
      output_idle = policy.what != all_idle_policy::kind::wall_clock;
      if (policy.what == all_idle_policy::kind::flush_max) {
        for (const auto& [input, mark] : last) combined = std::max(combined, mark);
      }
    } else if (const auto marks = marks_of(inputs[counted]); !marks.empty()) {
      combined = std::max(combined, *std::min_element(marks.begin(), marks.end()));
    }
  }
};

struct coverage {
  int flushed = 0, behind = 0, followed = 0, ended = 0, grown = 0;
};

std::string bytes_of(const combiner& of) {
  std::string bytes;
  byte_writer into{bytes};
  of.write(into);
  return bytes;
}

combiner read(const std::string& bytes, all_idle_policy policy) {
  byte_reader from{bytes};
  combiner made = combiner::read(from, policy);
  from.expect_end();
  return made;
}

void play(std::uint64_t seed, coverage& seen) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t bound) { return static_cast<std::int64_t>(random() % bound); };
  const all_idle_policy policies[] = {all_idle_policy::flush_max(), all_idle_policy::hold(),
                                      all_idle_policy::wall_clock(duration{10})};
  const auto policy = policies[below(3)];
  auto count = static_cast<std::size_t>(1 + below(5));
  rules expected(count, policy);
  combiner got(count, policy);
  std::int64_t base = -100;

  for (int step = 0; step < 60; ++step) {
    const auto input = static_cast<split_id>(below(count));
    const auto choice = below(20);
    if (below(10) == 0) {
      const std::string bytes = bytes_of(got);
      got = read(bytes, policy);
      BOOST_REQUIRE(bytes_of(got) == bytes);
    }
    if (below(80) == 0 && !got.ended()) {
      const bool was_idle = expected.output_idle;
      expected.grow();
      BOOST_REQUIRE_EQUAL(got.grow(++count), was_idle != expected.output_idle);
      if (got.combined() > watermark::none()) ++seen.grown;
    }
    const auto combined_before = expected.combined;
    const bool idle_before = expected.output_idle;
    if (choice == 0) base += 30;
    if (choice > 16) {
      const std::int64_t now = base + below(60);
      expected.clock(now);
      const bool told = got.on_clock(event_time{now});
      BOOST_REQUIRE_EQUAL(told, expected.combined != combined_before);
      if (told) ++seen.followed;
    } else if (!expected.inputs[rules::ended].contains(input)) {
      bool told = false;
      if (choice < 10) {
        const std::int64_t mark = base + below(60);
        expected.watermark_of(input, mark);
        told = got.on_watermark(input, watermark{mark});
      } else if (choice < 13) {
        expected.status_of(input, split_event::idle);
        told = got.on_idle(input);
      } else if (choice < 16) {
        expected.status_of(input, split_event::active);
        told = got.on_active(input);
      } else {
        expected.status_of(input, split_event::end);
        told = got.on_end(input);
      }
      BOOST_REQUIRE_EQUAL(told, expected.combined != combined_before || expected.output_idle != idle_before);
    }
    BOOST_REQUIRE_EQUAL(got.combined().milliseconds, expected.combined);
    BOOST_REQUIRE_EQUAL(got.idle(), expected.output_idle);
    BOOST_REQUIRE_EQUAL(got.ended(), expected.inputs[rules::ended].size() == count);
    for (split_id each = 0; each < count; ++each) {
      BOOST_REQUIRE_EQUAL(got.counts(each), expected.inputs[rules::counted].contains(each));
    }
    if (!expected.inputs[rules::behind].empty()) ++seen.behind;
    if (expected.output_idle && expected.combined > combined_before) ++seen.flushed;
    if (got.ended()) ++seen.ended;
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(random_steps_agree_with_the_rules_written_a_second_time) {
  coverage seen;
  for (std::uint64_t seed = 1; seed <= 20'000; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      play(seed, seen);
    }
  }
  // Each state that the rules are about was reached many times, or the comparison would say little.
  BOOST_TEST(seen.flushed > 1000);
  BOOST_TEST(seen.behind > 1000);
  BOOST_TEST(seen.followed > 1000);
  BOOST_TEST(seen.ended > 1000);
  BOOST_TEST(seen.grown > 1000);
}

BOOST_AUTO_TEST_CASE(other_bytes_are_refused_or_are_a_combiner_of_some_kind) {
  std::mt19937_64 random(1);
  combiner made(3);
  made.on_watermark(0, watermark{10});
  made.on_watermark(1, watermark{30});
  made.on_end(1);
  made.on_idle(2);
  const std::string bytes = bytes_of(made);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    BOOST_CHECK_EXCEPTION((void)read(bytes.substr(0, length), {}), failure,
                          [](const failure& thrown) { return thrown.reason().code == error_code::state_malformed; });
  }
  int refused = 0;
  int taken = 0;
  for (int flip = 0; flip < 2000; ++flip) {
    std::string other = bytes;
    other[random() % other.size()] ^= static_cast<char>(1U << random() % 8);
    try {
      combiner got = read(other, {});
      const watermark before = got.combined();
      for (split_id input = 0; input < 3; ++input) {
        if (!got.ended(input)) got.on_end(input);
      }
      BOOST_TEST((got.combined() >= before));
      ++taken;
    } catch (const failure& thrown) {
      BOOST_TEST((thrown.reason().code == error_code::state_malformed));
      ++refused;
    }
  }
  BOOST_TEST(refused > 100);
  BOOST_TEST(taken > 100);
}
