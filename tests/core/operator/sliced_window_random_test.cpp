// The operator over slices against the general one: the same random scripts, step by step.
#include <millrace/core/operator/sliced_window_operator.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "stopping_run.hpp"
#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

struct tally {
  std::size_t scripts = 0, different = 0, late = 0, partly_late = 0, refired = 0, gaps = 0, stopped = 0;
};

template <class Row>
bool ends_rise(const std::vector<Row>& rows) {
  return std::is_sorted(rows.begin(), rows.end(),
                        [](const Row& left, const Row& right) { return left.window.end < right.window.end; });
}

class random_scripts {
public:
  explicit random_scripts(std::uint32_t seed) : random_(seed) {}

  template <class Assigner, class Function>
  void run(const window_options<Assigner, Function>& options, tally& all) {
    using out = typename Function::value_type;
    const std::size_t room = below(4) == 0 ? 1 : 100;
    stopping_run<out> expected(make_window_operator<int, number>(options), room);
    stopping_run<out> got(make_sliced_window_operator<int, number>(options), room);
    const std::int64_t disorder = 1 + below(60);
    const std::int64_t stride = 1 + below(20);
    const std::int64_t keys = 1 + below(5);
    std::int64_t time = below(400) - 200;
    std::int64_t mark = time - disorder;
    ++all.scripts;
    for (std::int64_t step = 5 + below(25); step >= 0; --step) {
      events fed;
      for (std::int64_t count = below(8); count > 0; --count) {
        const int key = static_cast<int>(below(keys));
        const std::int64_t back = below(3) == 0 ? below(2 * disorder + 10) : below(6);
        fed.append(event_time{time - back}, key_hash(key), key, below(9) - 4);
      }
      if (below(40) == 0) time += 100 + below(2000);
      time += below(stride);
      mark = std::max(mark, time - below(disorder));
      const watermark raised = step == 0 ? watermark::final() : watermark{mark};
      const std::uint64_t rows_before = got.driven().counts().rows;
      expected.process(fed);
      got.process(fed);
      if (got.driven().counts().rows > rows_before) ++all.refired;
      bool same = agree(expected, got, false);
      expected.advance(raised);
      got.advance(raised);
      same = same && agree(expected, got, true);
      if (!same) {
        ++all.different;
        return;
      }
    }
    const operator_counts counts = got.driven().counts();
    if (counts.open_panes != 0) ++all.different;
    all.late += counts.dropped_late > 0 ? 1 : 0;
    all.partly_late += counts.partly_late > 0 ? 1 : 0;
    all.gaps += counts.in_gap > 0 ? 1 : 0;
    all.stopped += got.stops() > 5 ? 1 : 0;
  }

  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint32_t>(bound));
  }

private:
  template <class Run>
  static bool agree(Run& expected, Run& got, bool rise) {
    const auto rows = got.take_rows();
    return in_words(expected.driven().counts()) == in_words(got.driven().counts()) && (!rise || ends_rise(rows)) &&
           by_key(expected.take_rows()) == by_key(rows) && expected.take_late() == got.take_late();
  }

  std::mt19937 random_;
};

constexpr output_mode modes[] = {output_mode::append, output_mode::upsert, output_mode::retract,
                                 output_mode::final_only};

template <class Assigner>
void run_with(random_scripts& scripts, const Assigner& windows, tally& all) {
  const std::int64_t size = windows.size().count();
  const std::int64_t lateness[] = {0, 0, scripts.below(5), scripts.below(3 * size), scripts.below(200)};
  const duration kept = scripts.below(12) == 0 ? forever : duration{lateness[scripts.below(5)]};
  const auto run = [&](auto aggregate) {
    const window_options options{.stage = "s",
                                 .windows = windows,
                                 .function = aggregate_window(aggregate_for<number>(aggregate)),
                                 .allowed_lateness = kept,
                                 .mode = modes[scripts.below(4)]};
    scripts.run(options, all);
  };
  switch (scripts.below(3)) {
    case 0: return run(several(count(), sum()));
    case 1: return run(several(first(), last(), max()));
    default: return run(collect());
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(slices_against_panes)

BOOST_AUTO_TEST_CASE(rows_late_events_and_counts_of_random_scripts_are_those_of_the_general_operator) {
  tally all;
  for (std::uint32_t seed = 1; seed <= 20'000 && all.different == 0; ++seed) {
    random_scripts scripts(seed);
    const std::int64_t size = 1 + scripts.below(scripts.below(4) == 0 ? 90 : 20);
    if (scripts.below(4) == 0) {
      const std::int64_t offset = scripts.below(2 * size - 1) - size + 1;
      run_with(scripts, tumbling::make({.size = duration{size}, .offset = duration{offset}}).value(), all);
    } else {
      const std::int64_t slide = 1 + scripts.below(scripts.below(3) == 0 ? 2 * size : size);
      const std::int64_t offset = scripts.below(2 * slide - 1) - slide + 1;
      run_with(scripts,
               sliding::make({.size = duration{size}, .slide = duration{slide}, .offset = duration{offset}}).value(),
               all);
    }
    BOOST_TEST(all.different == 0U, "seed " << seed);
  }
  BOOST_TEST(all.scripts == 20'000U);
  for (const std::size_t some : {all.late, all.partly_late, all.refired, all.gaps, all.stopped}) {
    BOOST_TEST(some > all.scripts / 100);
  }
}

BOOST_AUTO_TEST_SUITE_END()
