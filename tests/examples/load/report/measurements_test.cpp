#include "report/measurements.hpp"

#include <boost/test/unit_test.hpp>

using namespace millrace::load;

namespace {

repetition of(double engine, double reference, bool match = true) {
  repetition made;
  made.events_per_second = engine;
  made.reference_events_per_second = reference;
  made.results_match = match;
  return made;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(measurements)

BOOST_AUTO_TEST_CASE(the_median_of_an_even_number_is_between_the_middle_two) {
  BOOST_TEST(median({9, 1, 5}) == 5.0);
  BOOST_TEST(median({9, 1, 5, 6}) == 5.5);
}

BOOST_AUTO_TEST_CASE(the_ratio_is_that_of_the_medians_and_its_spread_that_of_the_repetitions) {
  const std::string line = json_line({}, {of(100, 200), of(300, 400), of(200, 1000)});
  BOOST_TEST(has(line, R"("events_per_second":200,"reference_events_per_second":400,"ratio":0.5000,)"));
  BOOST_TEST(has(line, R"("ratio_min":0.2000,"ratio_max":0.7500)"));
  BOOST_TEST(has(line, R"("results_match":true)"));
}

BOOST_AUTO_TEST_CASE(one_repetition_that_differs_is_enough_to_say_so) {
  const std::vector<repetition> done{of(1, 1), of(1, 1, false), of(1, 1)};
  BOOST_TEST(!all_match(done));
  BOOST_TEST(has(json_line({}, done), R"("results_match":false)"));
  BOOST_TEST(has(line_of(2, done[1]), "DO NOT MATCH"));
}

BOOST_AUTO_TEST_SUITE_END()
