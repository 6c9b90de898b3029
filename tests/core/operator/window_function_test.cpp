// Rule 22: what functions see and emit.
#include <millrace/core/operator/window_function.hpp>

#include <boost/test/unit_test.hpp>

#include <sstream>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

static_assert(window_function<decltype(total()), std::string, number>);
static_assert(window_function<decltype(all()), int, number>);

}  // namespace

BOOST_AUTO_TEST_SUITE(functions_of_windows)

BOOST_AUTO_TEST_CASE(a_process_function_sees_key_window_watermark_and_all_elements_in_order_of_arrival) {
  auto describing = process_elements<number, std::string>([](const auto& context, auto elements, auto&& emit) {
    std::ostringstream text;
    text << context.key << ' ' << describe(context.window) << ' ' << context.watermark.milliseconds;
    for (const auto& element : elements) text << ' ' << element.value << '@' << element.time.milliseconds;
    emit(text.str());
  });
  script run(window_options{.stage = "s", .windows = tens(), .function = describing});
  run.event(5, 50);
  run.event(3, 30);
  run.event(7, 70);
  BOOST_TEST(run.advance(12) == "+I a [0, 10) a [0, 10) 12 50@5 30@3 70@7 @9");
}

BOOST_AUTO_TEST_CASE(aggregate_then_process_sees_exactly_one_value) {
  auto scaled = process_result<std::string>(
      sum().for_values<number>(),
      [](const auto& context, const number& total, auto&& emit) { emit(context.key + "=" + std::to_string(total)); });
  script run(window_options{.stage = "s", .windows = tens(), .function = scaled});
  run.event(5, 50);
  run.event(3, 30);
  BOOST_TEST(run.advance(10) == "+I a [0, 10) a=80 @9");
}

BOOST_AUTO_TEST_CASE(a_function_may_emit_nothing_and_several_times) {
  auto copies = process_elements<number, number>([](const auto& /*context*/, auto elements, auto&& emit) {
    for (number count = 0; count < elements[0].value; ++count) emit(count);
  });
  script run(window_options{.stage = "s", .windows = tens(), .function = copies});
  run.event(1, 0, "none");
  run.event(1, 2, "two");
  BOOST_TEST(run.advance(10) == "+I two [0, 10) 0 @9; +I two [0, 10) 1 @9");
}

BOOST_AUTO_TEST_CASE(an_empty_pane_never_calls_the_function) {
  script run(window_options{.stage = "s", .windows = tens(), .function = total()});
  BOOST_TEST(run.advance(1000) == "");
  BOOST_TEST(run.end() == "");
}

BOOST_AUTO_TEST_SUITE_END()
