#include <millrace/core/operator/side_outputs.hpp>

#include <boost/test/unit_test.hpp>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

const side_output<number> big{"big"};
const side_output<std::string> words{"words"};

auto sums_with_sides() {
  return process_elements<number, number>([](const auto& context, auto elements, auto&& emit) {
    number total = 0;
    for (const auto& element : elements) {
      total += element.value;
      if (element.value > 10) context.side(big, element.value);
    }
    context.side(words, "sum " + std::to_string(total));
    emit(total);
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(side_outputs_of_a_stage)

BOOST_AUTO_TEST_CASE(values_leave_by_their_declared_port_with_the_last_moment_of_the_window) {
  plain_port<timed_value<number>> bigs;
  plain_port<timed_value<std::string>> sentences;
  script run(
      window_options{
          .stage = "s", .windows = tens(), .function = sums_with_sides(), .sides = {declare(words), declare(big)}},
      {&sentences, &bigs});
  run.event(1, 5);
  run.event(2, 50);
  BOOST_TEST(run.advance(10) == "+I a [0, 10) 55 @9");
  BOOST_TEST((bigs.take() == std::vector{timed_value<number>{50, event_time{9}}}));
  BOOST_TEST((sentences.take() == std::vector{timed_value<std::string>{"sum 55", event_time{9}}}));
}

BOOST_AUTO_TEST_CASE(a_side_output_that_is_declared_and_not_connected_swallows) {
  script run(window_options{
      .stage = "s", .windows = tens(), .function = sums_with_sides(), .sides = {declare(words), declare(big)}});
  run.event(2, 50);
  BOOST_TEST(run.advance(10) == "+I a [0, 10) 50 @9");
}

BOOST_AUTO_TEST_CASE(a_tag_that_was_not_declared_is_a_failure_that_lists_those_that_were) {
  script run(window_options{.stage = "s", .windows = tens(), .function = sums_with_sides(), .sides = {declare(big)}});
  run.event(2, 50);
  BOOST_CHECK_EXCEPTION(run.advance(10), failure, [](const failure& thrown) {
    return thrown.reason().code == error_code::plan_incomplete &&
           thrown.reason().message ==
               "side output 'words' is not declared; declared are 'big': stage 's', key \"a\", window [0, 10)";
  });
}

BOOST_AUTO_TEST_CASE(a_tag_of_another_type_is_a_failure) {
  script run(window_options{.stage = "s",
                            .windows = tens(),
                            .function = sums_with_sides(),
                            .sides = {declare(big), declare(side_output<int>{"words"})}});
  run.event(2, 50);
  BOOST_CHECK_EXCEPTION(run.advance(10), failure, [](const failure& thrown) {
    return thrown.reason().message.find("side output 'words' was declared for another type of value") == 0;
  });
}

BOOST_AUTO_TEST_SUITE_END()
