#include <millrace/core/operator/pane_schedule.hpp>

#include <boost/test/unit_test.hpp>

#include <string>

using namespace millrace;

namespace {

using schedule = detail::pane_schedule<char>;

void add(schedule& to, std::int64_t time, std::int64_t end, char place) {
  to.add({{event_time{time}, event_time{end}}, place, 1});
}

std::string drain(schedule& from, std::int64_t now) {
  std::string places;
  for (auto due = from.next(watermark{now}); due; due = from.next(watermark{now})) {
    places += due->place;
    from.pop();
  }
  return places;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(schedule_of_panes)

BOOST_AUTO_TEST_CASE(visits_come_by_time_then_by_end_of_window_then_by_insertion) {
  schedule due;
  add(due, 20, 10, 'd');
  add(due, 10, 10, 'a');
  add(due, 20, 5, 'c');
  add(due, 20, 10, 'e');
  add(due, 10, 10, 'b');
  BOOST_TEST(drain(due, 9) == "");
  BOOST_TEST(drain(due, 10) == "ab");
  BOOST_TEST(drain(due, 99) == "cde");
}

BOOST_AUTO_TEST_CASE(the_first_visit_stays_the_first_until_it_is_popped) {
  schedule due;
  add(due, 10, 10, 'a');
  add(due, 10, 10, 'b');
  BOOST_TEST(due.next(watermark{10})->place == 'a');
  BOOST_TEST(due.next(watermark{10})->place == 'a');
  due.pop();
  BOOST_TEST(due.next(watermark{10})->place == 'b');
  add(due, 30, 30, 'c');
  due.pop();
  BOOST_TEST(!due.next(watermark{10}).has_value());
  add(due, 10, 10, 'd');
  BOOST_TEST(drain(due, 30) == "dc");
}

BOOST_AUTO_TEST_CASE(a_bucket_that_was_emptied_is_not_written_to_again) {
  schedule due;
  for (int round = 0; round < 20; ++round) {
    add(due, round, round, 'a');
    add(due, round, round, 'b');
    BOOST_TEST(drain(due, round) == "ab");
  }
}

BOOST_AUTO_TEST_SUITE_END()
