#include "examples/conformance/case_plan.hpp"

#include <boost/test/unit_test.hpp>
#include <memory>

using namespace conformance;

namespace {

test_case ten_milliseconds() {
  test_case wanted;
  wanted.id = "ten";
  wanted.pipeline.window.type = window_type::tumbling;
  wanted.pipeline.window.size_ms = 10;
  wanted.pipeline.sources = 1;
  return wanted;
}

std::string explained(plan_shape shape) {
  const test_case wanted = ten_milliseconds();
  const auto steps = std::make_shared<script>(wanted.steps);
  return plan_of(wanted, shape, steps, std::make_shared<recorder>()).value().explain();
}

bool says(const std::string& words, const std::string& part) {
  return words.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_window_of_a_case_stands_behind_the_source_or_behind_a_second_exchange) {
  const std::string one = explained(plan_shape::one_stage);
  BOOST_TEST(says(one, "exchange 0: 'script' to stage 'case', by key group"));
  BOOST_TEST(!says(one, "exchange 1"));
  const std::string two = explained(plan_shape::two_stages);
  BOOST_TEST(says(two, "exchange 0: 'script' to stage 'pass on', by key group"));
  BOOST_TEST(says(two, "exchange 1: stage 'pass on' to stage 'case', by key group"));
}
