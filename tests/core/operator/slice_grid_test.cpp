// Where slices and windows lie.
#include <millrace/core/operator/slice_grid.hpp>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <limits>
#include <millrace/core/window/sliding.hpp>
#include <vector>

using namespace millrace;
using namespace millrace::detail;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(grid_of_slices)

BOOST_AUTO_TEST_CASE(the_windows_of_a_slice_are_those_of_every_time_in_it) {
  for (int size = 1; size <= 12; ++size) {
    for (int slide = 1; slide <= 12; ++slide) {
      for (int offset = 1 - slide; offset < slide; ++offset) {
        const auto windows =
            sliding::make({.size = duration{size}, .slide = duration{slide}, .offset = duration{offset}}).value();
        const slice_grid grid(windows.size(), windows.slide(), windows.offset());
        for (int time = -30; time < 30; ++time) {
          const slice_place place = grid.place_of(event_time{time});
          BOOST_TEST_REQUIRE((place.start <= event_time{time} && event_time{time} < place.end));
          std::vector<time_window> expected;
          windows.for_each_window(event_time{time}, [&](time_window window) { expected.push_back(window); });
          std::vector<time_window> got;
          for (auto at = grid.first_window(place.slice); at <= grid.last_window(place.slice); ++at) {
            got.push_back(grid.window(at));
          }
          BOOST_TEST_REQUIRE((expected == got));
          BOOST_TEST_REQUIRE(place.covered == !expected.empty());
          BOOST_TEST_REQUIRE((grid.place_of(place.start).slice == place.slice));
          BOOST_TEST_REQUIRE((grid.place_of(place.end).slice == place.slice + 1));
          BOOST_TEST_REQUIRE((grid.slice(place.slice) == time_window{place.start, place.end}));
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(sixty_seconds_every_seven_and_a_bit_give_two_slices_a_slide) {
  const slice_grid grid(60s, 7001ms, 0s);
  BOOST_TEST((grid.slices_per_window() == 17));
  BOOST_TEST((grid.place_of(event_time{0}).end == event_time{60'000 % 7001}));
  BOOST_TEST((grid.place_of(event_time{60'000 % 7001}).end == event_time{7001}));
}

BOOST_AUTO_TEST_CASE(the_first_window_not_reached_is_the_first_that_ends_behind_the_watermark) {
  const slice_grid grid(10ms, 5ms, 2ms);
  for (std::int64_t mark = -40; mark < 40; ++mark) {
    for (const duration lateness : {0ms, 3ms, 17ms}) {
      const grid_index first = grid.first_not_reached(watermark{mark}, lateness);
      BOOST_TEST(!watermark{mark}.reached(grid.window(first).freed_at(lateness)));
      BOOST_TEST(watermark{mark}.reached(grid.window(first - 1).freed_at(lateness)));
    }
  }
  BOOST_TEST((grid.first_not_reached(watermark::final(), 0ms) == after_all));
  BOOST_TEST((grid.first_not_reached(watermark{5}, forever) == before_all));
  BOOST_TEST((grid.first_not_reached(watermark::final(), forever) == after_all));
}

BOOST_AUTO_TEST_CASE(both_ends_of_the_time_line_have_slices_whatever_the_size) {
  const duration longest{std::numeric_limits<std::int64_t>::max()};
  for (const duration slide : {duration{1}, duration{7}, longest}) {
    const slice_grid grid(longest, slide, duration{0});
    for (const event_time time :
         {event_time{std::numeric_limits<std::int64_t>::min() + 1}, event_time{-1}, event_time{0}, event_time::max()}) {
      const slice_place place = grid.place_of(time);
      BOOST_TEST(place.covered);
      BOOST_TEST((grid.first_window(place.slice) <= grid.last_window(place.slice)));
      BOOST_TEST((grid.window(grid.last_window(place.slice)).start <= time));
    }
  }
}

BOOST_AUTO_TEST_CASE(bounds_tell_the_number_of_a_slice_and_of_a_window_also_at_the_ends_of_the_time_line) {
  const duration longest{std::numeric_limits<std::int64_t>::max()};
  for (const duration size : {duration{1}, duration{6}, duration{7}, longest}) {
    for (const duration slide : {duration{1}, duration{4}, duration{7}, longest}) {
      const slice_grid grid(size, slide, slide - duration{1});
      for (const event_time time : {event_time{std::numeric_limits<std::int64_t>::min() + 1}, event_time{-1},
                                    event_time{0}, event_time{3}, event_time::max()}) {
        const slice_place place = grid.place_of(time);
        const time_window bounds{place.start, place.end};
        BOOST_TEST((grid.slice(place.slice) == bounds));
        if (!place.covered) {
          BOOST_TEST(!grid.slice_number(bounds).has_value());
          continue;
        }
        BOOST_TEST((grid.slice_number(bounds) == place.slice));
        for (const grid_index number : {grid.first_window(place.slice), grid.last_window(place.slice)}) {
          BOOST_TEST((grid.window_number(grid.window(number)) == number));
        }
      }
    }
  }
  const slice_grid grid(10ms, 5ms, 2ms);
  for (const time_window none : {time_window{event_time{0}, event_time{10}}, time_window{event_time{2}, event_time{13}},
                                 time_window{event_time{3}, event_time{12}}}) {
    BOOST_TEST(!grid.window_number(none).has_value());
    BOOST_TEST(!grid.slice_number(none).has_value());
  }
}

BOOST_AUTO_TEST_SUITE_END()
