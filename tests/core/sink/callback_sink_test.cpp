#include <boost/test/unit_test.hpp>
#include <millrace/core/sink/callback_sink.hpp>
#include <stdexcept>
#include <string>
#include <vector>

using namespace millrace;

namespace {

row_batch<int> batch_of(std::vector<int> rows) {
  row_batch<int> made;
  for (const int each : rows) made.rows.push_back(each);
  return made;
}

error thrown_by(const auto& sink) {
  auto writer = sink.template open<int>().value();
  try {
    writer->write(batch_of({1}), 0, 1, 1, 0);
  } catch (const failure& thrown) {
    return thrown.reason();
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(callback_sink_suite)

BOOST_AUTO_TEST_CASE(each_row_of_the_range_is_given_in_order_and_each_step_when_it_closes) {
  std::vector<int> rows;
  std::vector<step_number> steps;
  const callback_sink sink([&](const int& given) { rows.push_back(given); },
                           [&](const step_mark& mark) { steps.push_back(mark.step); });
  auto writer = sink.open<int>().value();
  writer->write(batch_of({1, 2, 3, 4}), 1, 3, 1, 0);
  BOOST_TEST(rows == (std::vector<int>{2, 3}), boost::test_tools::per_element());
  writer->close_step({.step = 1, .stage_watermark = {}, .mark = {}});
  writer->flush();
  writer->finish();
  BOOST_TEST(steps == (std::vector<step_number>{1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_the_function_throws_becomes_a_failure) {
  const error reason = thrown_by(callback_sink([](const int&) { throw std::runtime_error("no more"); }));
  BOOST_TEST((reason.code == error_code::user_function_threw));
  BOOST_TEST(reason.message == "the function of a callback sink threw: no more");
}

BOOST_AUTO_TEST_CASE(a_failure_keeps_its_code) {
  const error reason = thrown_by(callback_sink([](const int&) { throw failure(error_code::sink_closed, "gone"); }));
  BOOST_TEST((reason.code == error_code::sink_closed));
}

BOOST_AUTO_TEST_SUITE_END()
