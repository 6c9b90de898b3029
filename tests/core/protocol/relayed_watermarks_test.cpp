#include <boost/test/unit_test.hpp>
#include <millrace/core/protocol/relayed_watermarks.hpp>
#include <vector>

using namespace millrace;

namespace {

struct bench {
  relayed_watermarks relayed{1, 2};
  std::vector<round_answer> answers{};

  void pass(input_id input, const step_mark& mark) {
    relayed.on_passed(input, mark, [&](const round_answer& next) { answers.push_back(next); });
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_round_is_answered_once_when_every_input_has_passed_it) {
  bench made;
  const step_mark first{.step = 1, .stage_watermark = watermark{20}, .mark = watermark{10}};
  made.pass(0, first);
  BOOST_TEST(made.answers.empty());
  made.pass(1, first);
  BOOST_TEST_REQUIRE(made.answers.size() == 1U);
  const round_answer expected{.exchange = 1,
                              .number = 1,
                              .input = every_input,
                              .round = 1,
                              .combined = watermark{10},
                              .idle = false,
                              .end = false};
  BOOST_TEST((made.answers.front() == expected));
}

BOOST_AUTO_TEST_CASE(rounds_of_a_fast_input_wait_for_the_slow_one_and_are_answered_in_order) {
  bench made;
  for (step_number step = 1; step <= 3; ++step) made.pass(0, {.step = step});
  made.pass(1, {.step = 1});
  made.pass(1, {.step = 2});
  BOOST_TEST_REQUIRE(made.answers.size() == 2U);
  BOOST_TEST(made.answers[1].number == 2U);
}

BOOST_AUTO_TEST_CASE(idleness_and_the_end_are_passed_on) {
  bench made;
  for (input_id input = 0; input < 2; ++input) made.pass(input, {.step = 1, .idle = true});
  BOOST_TEST(made.answers.back().idle);
  BOOST_TEST(!made.relayed.ended());
  for (input_id input = 0; input < 2; ++input) made.pass(input, {.step = 2, .mark = watermark::final(), .end = true});
  BOOST_TEST(made.answers.back().end);
  BOOST_TEST(made.relayed.ended());
}
