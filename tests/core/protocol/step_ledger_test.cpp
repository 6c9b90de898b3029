#include <boost/test/unit_test.hpp>
#include <millrace/core/protocol/step_ledger.hpp>
#include <vector>

using namespace millrace;

namespace {

struct closed_steps {
  step_ledger ledger;
  std::vector<step_number> closed{};

  void pass(std::size_t input, step_number step) {
    ledger.passed(input, {.step = step, .stage_watermark = {}, .mark = {}},
                  [this](const step_mark& mark) { closed.push_back(mark.step); });
  }
};

using steps = std::vector<step_number>;

}  // namespace

BOOST_AUTO_TEST_CASE(a_step_closes_when_every_input_has_passed_its_answer) {
  closed_steps seen{step_ledger{2}};
  seen.pass(0, 1);
  BOOST_TEST(seen.closed.empty());
  BOOST_TEST(seen.ledger.open_steps() == 1U);
  seen.pass(1, 1);
  BOOST_TEST(seen.closed == steps{1}, boost::test_tools::per_element());
  BOOST_TEST(seen.ledger.open_steps() == 0U);
}

BOOST_AUTO_TEST_CASE(rows_of_a_faster_input_belong_to_a_later_step) {
  closed_steps seen{step_ledger{2}};
  seen.pass(0, 1);
  seen.pass(0, 2);
  BOOST_TEST(seen.ledger.step_of(0) == 3U);
  BOOST_TEST(seen.ledger.step_of(1) == 1U);
}

BOOST_AUTO_TEST_CASE(steps_close_in_order_each_once) {
  closed_steps seen{step_ledger{3}};
  for (step_number step = 1; step <= 3; ++step) seen.pass(0, step);
  seen.pass(1, 1);
  seen.pass(1, 2);
  BOOST_TEST(seen.closed.empty());
  seen.pass(2, 1);
  BOOST_TEST(seen.closed == steps{1}, boost::test_tools::per_element());
  seen.pass(2, 2);
  seen.pass(2, 3);
  seen.pass(1, 3);
  BOOST_TEST(seen.closed == (steps{1, 2, 3}), boost::test_tools::per_element());
}
