#include <boost/test/unit_test.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/barrier_alignment.hpp>

using namespace millrace;

using outcome = barrier_alignment::outcome;

BOOST_AUTO_TEST_CASE(a_barrier_is_complete_when_every_input_has_sent_it) {
  barrier_alignment aligned{3};
  BOOST_TEST((aligned.arrive(2, 1) == outcome::waiting));
  BOOST_TEST((aligned.arrive(0, 1) == outcome::waiting));
  BOOST_TEST(aligned.open() == 1U);
  BOOST_TEST((aligned.arrive(1, 1) == outcome::complete));
  BOOST_TEST(aligned.open() == 0U);
}

BOOST_AUTO_TEST_CASE(only_inputs_that_have_sent_it_stand_behind_it) {
  barrier_alignment aligned{2};
  aligned.arrive(1, 1);
  BOOST_TEST(!aligned.is_behind(0));
  BOOST_TEST(aligned.is_behind(1));
  aligned.arrive(0, 1);
  BOOST_TEST(!aligned.is_behind(1));
}

BOOST_AUTO_TEST_CASE(a_newer_barrier_ends_the_older_alignment) {
  barrier_alignment aligned{2};
  aligned.arrive(0, 1);
  BOOST_TEST((aligned.arrive(1, 2) == outcome::waiting));
  BOOST_TEST(aligned.open() == 2U);
  BOOST_TEST(!aligned.is_behind(0));
  BOOST_TEST((aligned.arrive(1, 1) == outcome::dropped));
  BOOST_TEST((aligned.arrive(0, 2) == outcome::complete));
}

BOOST_AUTO_TEST_CASE(barriers_of_a_cancelled_epoch_are_dropped_before_and_after) {
  barrier_alignment aligned{2};
  BOOST_TEST(!aligned.cancel(1));
  BOOST_TEST((aligned.arrive(0, 1) == outcome::dropped));
  aligned.arrive(0, 2);
  BOOST_TEST(aligned.cancel(2));
  BOOST_TEST(!aligned.is_behind(0));
  BOOST_TEST((aligned.arrive(1, 2) == outcome::dropped));
  BOOST_TEST((aligned.arrive(1, 3) == outcome::waiting));
}

BOOST_AUTO_TEST_CASE(cancelling_an_older_epoch_leaves_the_alignment_alone) {
  barrier_alignment aligned{2};
  aligned.arrive(0, 5);
  BOOST_TEST(!aligned.cancel(4));
  BOOST_TEST((aligned.arrive(1, 5) == outcome::complete));
}

BOOST_AUTO_TEST_CASE(a_complete_epoch_is_closed) {
  barrier_alignment aligned{1};
  BOOST_TEST((aligned.arrive(0, 1) == outcome::complete));
  BOOST_TEST((aligned.arrive(0, 1) == outcome::dropped));
}

BOOST_AUTO_TEST_CASE(an_input_that_sends_a_barrier_twice_is_a_fault) {
  barrier_alignment aligned{2};
  aligned.arrive(0, 1);
  BOOST_CHECK_THROW(aligned.arrive(0, 1), failure);
}
