#include <boost/test/unit_test.hpp>
#include <millrace/core/protocol/round_inbox.hpp>
#include <string>
#include <vector>

using namespace millrace;

namespace {

using inbox = round_inbox<std::string>;

round_answer answer(answer_number number, input_id input, round_number round) {
  return {.exchange = 0, .number = number, .input = input, .round = round, .combined = watermark{0}};
}

/// Works everything off: "a" for a batch, "#1" for an answer, "stop".
std::vector<std::string> work_off(inbox& from) {
  std::vector<std::string> done;
  while (auto* item = from.front()) {
    if (auto* events = std::get_if<inbox::events>(item)) {
      done.push_back(events->batch);
    } else if (auto* next = std::get_if<round_answer>(item)) {
      done.push_back("#" + std::to_string(next->number));
    } else if (auto* barrier = std::get_if<inbox::barrier>(item)) {
      done.push_back("|" + std::to_string(barrier->epoch));
    } else {
      done.emplace_back("stop");
    }
    from.pop();
  }
  return done;
}

using words = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(batches_of_the_running_round_are_ready_at_once) {
  inbox box{1};
  box.push(0, 1, "a");
  box.push(0, 1, "b");
  BOOST_TEST(work_off(box) == (words{"a", "b"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_batch_of_the_next_round_waits_for_the_answer_and_follows_it) {
  inbox box{1};
  box.push(0, 2, "next");
  box.push(0, 1, "running");
  BOOST_TEST(work_off(box) == words{"running"}, boost::test_tools::per_element());
  BOOST_TEST(box.parked() == 1U);
  box.push(answer(1, 0, 1));
  BOOST_TEST(work_off(box) == (words{"#1", "next"}), boost::test_tools::per_element());
  BOOST_TEST(box.parked() == 0U);
}

BOOST_AUTO_TEST_CASE(an_answer_to_one_input_does_not_release_another) {
  inbox box{2};
  box.push(1, 2, "other");
  box.push(answer(1, 0, 1));
  BOOST_TEST(work_off(box) == words{"#1"}, boost::test_tools::per_element());
  box.push(answer(2, 1, 1));
  BOOST_TEST(work_off(box) == (words{"#2", "other"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rounds_far_ahead_are_released_one_by_one_in_order) {
  inbox box{1};
  box.push(0, 2, "2a");
  box.push(0, 2, "2b");
  box.push(0, 3, "3");
  box.push(answer(1, 0, 1));
  box.push(answer(2, 0, 2));
  BOOST_TEST(work_off(box) == (words{"#1", "2a", "2b", "#2", "3"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_answer_from_the_clock_releases_nothing) {
  inbox box{1};
  box.push(0, 2, "next");
  box.push(answer(1, 0, 0));
  BOOST_TEST(work_off(box) == words{"#1"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_front_stays_until_it_is_popped) {
  inbox box{1};
  box.push(0, 1, "a");
  BOOST_TEST(box.front() == box.front());
  BOOST_TEST(box.ready() == 1U);
}

BOOST_AUTO_TEST_CASE(a_stop_comes_behind_what_is_ready) {
  inbox box{1};
  box.push(0, 1, "a");
  box.push_stop();
  box.push(answer(1, 0, 1));
  BOOST_TEST(work_off(box) == (words{"a", "stop", "#1"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_batch_behind_its_answer_is_a_fault) {
  inbox box{1};
  box.push(answer(1, 0, 1));
  BOOST_CHECK_THROW(box.push(0, 1, "too late"), failure);
}

BOOST_AUTO_TEST_CASE(answers_out_of_order_are_a_fault) {
  inbox box{1};
  BOOST_CHECK_THROW(box.push(answer(2, 0, 1)), failure);
}

BOOST_AUTO_TEST_CASE(an_answer_to_a_round_that_does_not_run_is_a_fault) {
  inbox box{1};
  BOOST_CHECK_THROW(box.push(answer(1, 0, 2)), failure);
}

BOOST_AUTO_TEST_CASE(an_answer_to_every_input_releases_the_next_round_of_each) {
  inbox box{2};
  box.push(0, 2, "a");
  box.push(1, 2, "b");
  box.push(answer(1, every_input, 1));
  BOOST_TEST(work_off(box) == (words{"#1", "a", "b"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_barrier_stands_behind_what_is_ready) {
  inbox box{1};
  box.push(0, 1, "a");
  box.push(answer(1, 0, 1));
  box.push_barrier(1, true);
  box.push(0, 2, "b");
  BOOST_TEST(work_off(box) == (words{"a", "#1", "|1", "b"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_barrier_inside_a_round_is_a_fault_where_rounds_are_whole) {
  inbox box{2};
  box.push(1, 1, "a");
  BOOST_CHECK_THROW(box.push_barrier(1, true), failure);
  box.push_barrier(1, false);
  BOOST_TEST(work_off(box) == (words{"a", "|1"}), boost::test_tools::per_element());
}
