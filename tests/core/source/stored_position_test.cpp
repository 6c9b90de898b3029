#include <boost/test/unit_test.hpp>
#include <deque>
#include <millrace/core/protocol/watermark_service.hpp>
#include <millrace/core/source/stored_position.hpp>
#include <random>
#include <string>
#include <tests/core/source/scripted_split.hpp>
#include <vector>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

using state = source_driver::state;
using scripts = std::vector<std::deque<entry>>;

std::string bytes_of(const source_driver::position& position) {
  std::string bytes;
  byte_writer into{bytes};
  write_position(into, position);
  return bytes;
}

source_driver::position read(const std::string& bytes, const bench& fresh, all_idle_policy policy = {}) {
  byte_reader from{bytes};
  auto position = read_position(
      from,
      [&](std::size_t source, const std::string& name) -> const split_program* {
        for (std::size_t index = 0; index < fresh.splits.size(); ++index) {
          if (fresh.splits[index]->name() == name && index % fresh.sources == source) return fresh.splits[index];
        }
        return nullptr;
      },
      policy);
  from.expect_end();
  return position;
}

/// To the end, or until nothing is left to read but dry splits.
void play(bench& made) {
  for (int pauses = 0; pauses < 10'000; ++pauses) {
    const auto outcome = made.settle();
    if (outcome.what == state::ended || outcome.what == state::waiting) return;
  }
  BOOST_ERROR("there is no end");
}

/// Stops at the first place of a barrier behind so many reports.
void stop_after(bench& made, std::size_t reports) {
  while (made.reports.size() < reports) (void)made.driver->step(event_time{0}, {}, made);
  made.driver->want_barrier();
  while (made.settle().what != state::barrier) {
  }
}

std::string lines(const std::string& report) {
  return report.substr(report.find(':'));
}

struct random_run {
  std::mt19937_64 random;
  scripts played{};
  source_driver::options options{.sources = {{}}};

  explicit random_run(std::uint64_t seed) : random(seed) {
    const auto splits = 1 + below(4);
    for (std::uint64_t split = 0; split < splits; ++split) played.push_back(script());
    options.round = 1 + below(70);
    if (below(4) > 0) options.grid.add(duration{1 + static_cast<std::int64_t>(below(60))}, 0ms);
    if (below(2) == 0) options.all_idle = all_idle_policy::hold();
    if (below(3) == 0) options.sources.push_back({});
    if (below(6) == 0) options.sources.front().report = report_mode::every_record();
  }

  std::uint64_t below(std::uint64_t bound) { return random() % bound; }

  std::deque<entry> script() {
    std::deque<entry> made;
    auto time = static_cast<std::int64_t>(below(300));
    const auto stretches = below(8);
    for (std::uint64_t stretch = 0; stretch < stretches; ++stretch) {
      switch (below(5)) {
        case 0:
          made.push_back({turn_end::signal, 0});
          if (below(2) == 0) made.push_back({turn_end::wakes, 0});
          break;
        case 1: made.push_back({turn_end::no_credit, 0}); break;
        case 2: made.push_back({turn_end::signal, time += static_cast<std::int64_t>(below(50)) + 1}); break;
        default: break;
      }
      const auto count = below(90);
      for (std::uint64_t index = 0; index < count; ++index) {
        made.push_back({turn_end::used_up, time += static_cast<std::int64_t>(below(4)) - 1});
      }
    }
    made.push_back({turn_end::ended, 0});
    return made;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(stored_position)

BOOST_AUTO_TEST_CASE(a_driver_that_goes_on_from_bytes_reports_what_the_one_left_alone_does) {
  std::size_t stops = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    random_run run(seed);
    bench whole{run.played, run.options};
    play(whole);
    for (std::size_t after = 0; after <= whole.reports.size(); after += 1 + run.below(7)) {
      BOOST_TEST_CONTEXT("seed " << seed << " after " << after) {
        bench stopped{run.played, run.options};
        stop_after(stopped, after);
        const std::string bytes = bytes_of(stopped.driver->place_to_resume());
        bench resumed{run.played, run.options};
        resumed.driver->resume(read(bytes, resumed, run.options.all_idle));
        BOOST_REQUIRE(bytes_of(resumed.driver->place_to_resume()) == bytes);
        play(resumed);
        const std::size_t done = stopped.reports.size();
        BOOST_REQUIRE_EQUAL(resumed.reports.size(), whole.reports.size() - done);
        for (std::size_t index = 0; index < resumed.reports.size(); ++index) {
          BOOST_REQUIRE_EQUAL(lines(resumed.reports[index]), lines(whole.reports[done + index]));
        }
        BOOST_REQUIRE_EQUAL(stopped.driver->records() + resumed.driver->records(), whole.driver->records());
        ++stops;
      }
    }
  }
  BOOST_TEST(stops > 4000U);
}

BOOST_AUTO_TEST_CASE(splits_that_are_new_begin_at_their_start_and_the_combined_watermark_waits_for_them) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    random_run run(seed);
    BOOST_TEST_CONTEXT("seed " << seed) {
      bench stopped{run.played, run.options};
      watermark_service before(0, run.played.size(), run.options.all_idle);
      stopped.on_report = [&](const round_report& report) { before.on_report(report); };
      stop_after(stopped, run.below(20) % (1 + run.played.size()));
      if (before.combined() == watermark::final()) continue;
      const std::string bytes = bytes_of(stopped.driver->place_to_resume());
      scripts more = run.played;
      more.push_back(run.script());
      bench resumed{more, run.options};
      resumed.driver->resume(read(bytes, resumed, run.options.all_idle));

      std::string stored;
      byte_writer into{stored};
      before.state().write(into);
      byte_reader from{stored};
      combiner restored = combiner::read(from, run.options.all_idle);
      restored.grow(more.size());
      watermark_service after(0, restored);
      watermark last = before.combined();
      resumed.on_report = [&](const round_report& report) {
        const auto answer = after.on_report(report);
        BOOST_REQUIRE((answer.combined >= last));
        last = answer.combined;
      };
      play(resumed);
      BOOST_REQUIRE(after.ended());
      std::size_t records = 0;
      for (const auto& script : more) {
        for (const entry& each : script) records += each.what == turn_end::used_up ? 1 : 0;
      }
      BOOST_REQUIRE_EQUAL(stopped.driver->records() + resumed.driver->records(), records);
    }
  }
}

BOOST_AUTO_TEST_CASE(where_all_splits_had_ended_a_new_one_cuts_rounds_as_if_it_were_alone) {
  auto script = records(1, 25);
  script.push_back(the_end);
  source_driver::options options{.sources = {{}}};
  options.grid.add(10ms, 0ms);
  bench first{{script}, options};
  play(first);
  bench second{{script, script}, options};
  second.driver->resume(read(bytes_of(first.driver->place_to_resume()), second));
  play(second);
  const std::vector<std::string> expected{"1: 1=1", "2: 1=10", "3: 1=20", "4: 1=25 1 end"};
  BOOST_TEST(second.reports == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_split_that_cannot_be_set_back_reads_on_and_reports_beyond_what_it_had_reported) {
  bench first{{records(1, 30), records(1, 30)}};
  first.splits[1]->resumable = false;
  play(first);
  first.driver->want_barrier();
  first.settle();
  const auto position = first.driver->place_to_resume();
  BOOST_TEST(position.splits[0].place);
  BOOST_TEST(!position.splits[1].place);
  bench second{{records(1, 40), records(25, 2)}};
  // Its first split is longer now, so what is left of its script is told from the end.
  second.driver->resume(read(bytes_of(position), second));
  play(second);
  BOOST_TEST(second.reports.back().find("1=") == std::string::npos);
  second.splits[1]->script() = records(31, 1);
  play(second);
  BOOST_TEST(second.reports.back().find("1=31") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_position_put_together_of_several_drivers_goes_on_from_what_was_reported) {
  auto ended = records(1, 5);
  ended.push_back(the_end);
  bench first{{records(1, 30), ended, {{turn_end::signal, 0}}}};
  play(first);
  auto position = first.driver->place_to_resume();
  position.cutter.reset();
  source_driver::options options{.sources = {{}}};
  options.grid.add(10ms, 0ms);
  bench second{{records(1, 30), ended, {{turn_end::signal, 0}}}, options};
  second.driver->resume(read(bytes_of(position), second));
  BOOST_TEST(second.driver->idle_splits() == 1U);
  second.splits[0]->script() = records(31, 15);
  play(second);
  const std::vector<std::string> expected{"1: 0=40", "2: 0=45"};
  BOOST_TEST(second.reports == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_split_that_is_gone_is_refused_by_its_name) {
  bench first{{records(1, 3), records(1, 3)}};
  play(first);
  const std::string bytes = bytes_of(first.driver->place_to_resume());
  bench second{{records(1, 3)}};
  BOOST_CHECK_EXCEPTION((void)read(bytes, second), failure, [](const failure& thrown) {
    return thrown.reason().code == error_code::state_refused &&
           thrown.reason().message.starts_with("split '2' of source number 1 is part of the state");
  });
}

BOOST_AUTO_TEST_CASE(a_place_that_cannot_be_read_is_refused_naming_the_split) {
  bench first{{records(1, 3), {}}};
  const std::string bytes = bytes_of(first.driver->place_to_resume());
  bench second{{records(1, 2), {}}};
  BOOST_CHECK_EXCEPTION((void)read(bytes, second), failure, [](const failure& thrown) {
    return thrown.reason().code == error_code::state_malformed &&
           thrown.reason().message == "the stored place of split '1' of source number 1: the script is shorter";
  });
}

BOOST_AUTO_TEST_CASE(a_position_of_other_splits_is_refused) {
  bench first{{records(1, 3), records(1, 3)}};
  auto position = first.driver->place_to_resume();
  bench shorter{{records(1, 3)}};
  BOOST_CHECK_THROW(shorter.driver->resume(position), failure);
  std::swap(position.splits[0], position.splits[1]);
  bench same{{records(1, 3), records(1, 3)}};
  BOOST_CHECK_THROW(same.driver->resume(position), failure);
}

BOOST_AUTO_TEST_CASE(other_bytes_are_refused_or_are_a_position_of_some_kind) {
  std::size_t refused = 0;
  std::size_t taken = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    random_run run(seed);
    bench stopped{run.played, run.options};
    stop_after(stopped, run.below(6) % (1 + run.played.size()));
    const std::string bytes = bytes_of(stopped.driver->place_to_resume());
    BOOST_TEST_CONTEXT("seed " << seed) {
      for (std::size_t length = 0; length < bytes.size(); ++length) {
        bench fresh{run.played, run.options};
        BOOST_REQUIRE_EXCEPTION((void)read(bytes.substr(0, length), fresh), failure, [](const failure& thrown) {
          return thrown.reason().code == error_code::state_malformed;
        });
      }
      for (std::size_t flips = 0; flips < 100; ++flips) {
        std::string other = bytes;
        for (std::uint64_t flip = 0; flip <= run.below(3); ++flip) {
          other[run.below(other.size())] ^= static_cast<char>(1U << run.below(8));
        }
        bench fresh{run.played, run.options};
        source_driver::position position;
        try {
          position = read(other, fresh, run.options.all_idle);
        } catch (const failure& thrown) {
          BOOST_REQUIRE((thrown.reason().code == error_code::state_malformed ||
                         thrown.reason().code == error_code::state_refused));
          ++refused;
          continue;
        }
        try {
          fresh.driver->resume(position);
        } catch (const failure& thrown) {
          BOOST_REQUIRE((thrown.reason().code == error_code::internal));  // names that changed places
          continue;
        }
        play(fresh);
        ++taken;
      }
    }
  }
  BOOST_TEST(refused > 1000U);
  BOOST_TEST(taken > 1000U);
}

BOOST_AUTO_TEST_SUITE_END()
