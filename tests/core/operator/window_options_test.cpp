#include <millrace/core/operator/window_options.hpp>

#include <boost/test/unit_test.hpp>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

struct not_comparable {
  number value = 0;
};

auto good() {
  return window_options{.stage = "counts", .windows = tens(), .function = total()};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(options_of_an_operator)

BOOST_AUTO_TEST_CASE(good_options_pass) {
  BOOST_TEST(!check_window_options(good()).has_value());
}

BOOST_AUTO_TEST_CASE(a_negative_lateness_is_refused_with_its_value) {
  auto bad = good();
  bad.allowed_lateness = -5ms;
  BOOST_TEST(check_window_options(bad)->message ==
             "stage 'counts': allowed lateness is -5 ms; accepted is 0 or more, or forever");
  BOOST_CHECK_THROW((make_window_operator<std::string, number>(bad)), failure);
}

BOOST_AUTO_TEST_CASE(a_changelog_of_values_that_cannot_be_compared_is_refused) {
  const auto function = process_elements<number, not_comparable>(
      [](const auto& /*context*/, auto /*elements*/, auto&& emit) { emit(not_comparable{}); });
  auto options = window_options{.stage = "s", .windows = tens(), .function = function};
  BOOST_TEST(!check_window_options(options).has_value());
  options.mode = output_mode::final_only;
  BOOST_TEST(!check_window_options(options).has_value());
  options.mode = output_mode::retract;
  BOOST_TEST(check_window_options(options)->message ==
             "stage 's': output mode retract needs results that can be copied and compared with ==, and those of this "
             "function cannot; accepted are append and final_only");
  options.mode = output_mode::upsert;
  BOOST_TEST((check_window_options(options)->code == error_code::option_conflict));
}

BOOST_AUTO_TEST_CASE(two_side_outputs_of_one_name_are_refused) {
  auto bad = good();
  bad.sides = {declare(side_output<int>{"big"}), declare(side_output<double>{"big"})};
  BOOST_TEST(check_window_options(bad)->message ==
             "stage 'counts': two side outputs are named 'big'; each needs a name of its own");
}

BOOST_AUTO_TEST_SUITE_END()
