#include <boost/test/unit_test.hpp>
#include <millrace/core/watermark/idle_timer.hpp>

using namespace millrace;

namespace {

event_time at(std::int64_t milliseconds) {
  return event_time{milliseconds};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(idleness)

BOOST_AUTO_TEST_CASE(the_timer_is_due_at_exactly_the_timeout_after_the_start) {
  const idle_timer timer(duration{100}, at(50));
  BOOST_TEST(!timer.due(at(50)));
  BOOST_TEST(!timer.due(at(149)));
  BOOST_TEST(timer.due(at(150)));
  BOOST_TEST(timer.due(at(1000)));
  BOOST_TEST(timer.deadline().milliseconds == 150);
}

BOOST_AUTO_TEST_CASE(a_record_starts_it_again) {
  idle_timer timer(duration{100}, at(0));
  timer.restart(at(70));
  BOOST_TEST(!timer.due(at(100)));
  BOOST_TEST(!timer.due(at(169)));
  BOOST_TEST(timer.due(at(170)));
  timer.restart(at(200));
  BOOST_TEST(!timer.due(at(200)));
  BOOST_TEST(timer.deadline().milliseconds == 300);
}

BOOST_AUTO_TEST_CASE(time_spent_blocked_or_paused_does_not_count) {
  idle_timer timer(duration{100}, at(0));
  timer.pause(at(30));
  BOOST_TEST(!timer.due(at(100)));
  BOOST_TEST(!timer.due(at(5000)));
  BOOST_TEST((timer.deadline() == event_time::max()));
  timer.resume(at(1000));
  BOOST_TEST(timer.deadline().milliseconds == 1070);
  BOOST_TEST(!timer.due(at(1069)));
  BOOST_TEST(timer.due(at(1070)));
}

BOOST_AUTO_TEST_CASE(several_pauses_add_up) {
  idle_timer timer(duration{100}, at(0));
  timer.pause(at(30));
  timer.resume(at(40));
  timer.pause(at(60));
  timer.resume(at(90));
  BOOST_TEST(timer.deadline().milliseconds == 140);
}

BOOST_AUTO_TEST_CASE(pausing_or_resuming_twice_counts_once) {
  idle_timer timer(duration{100}, at(0));
  timer.pause(at(30));
  timer.pause(at(80));
  timer.resume(at(200));
  timer.resume(at(250));
  BOOST_TEST(timer.deadline().milliseconds == 270);
}

BOOST_AUTO_TEST_CASE(a_record_that_comes_during_a_pause_gives_the_whole_timeout_afterwards) {
  idle_timer timer(duration{100}, at(0));
  timer.pause(at(30));
  timer.restart(at(50));
  BOOST_TEST(!timer.due(at(500)));
  timer.resume(at(500));
  BOOST_TEST(timer.deadline().milliseconds == 600);
}

BOOST_AUTO_TEST_CASE(a_timer_paused_after_it_was_due_is_due_when_it_goes_on) {
  idle_timer timer(duration{100}, at(0));
  timer.pause(at(120));
  BOOST_TEST(!timer.due(at(130)));
  timer.resume(at(150));
  BOOST_TEST(timer.due(at(150)));
}

BOOST_AUTO_TEST_CASE(forever_is_not_due_before_the_end_of_time) {
  idle_timer timer(forever, at(5));
  timer.pause(at(10));
  timer.resume(at(20));
  BOOST_TEST(!timer.due(event_time{event_time::max().milliseconds - 1}));
}

BOOST_AUTO_TEST_SUITE_END()
