#include <millrace/core/window/output_mode.hpp>

#include <boost/test/unit_test.hpp>

using namespace millrace;

BOOST_AUTO_TEST_SUITE(output_modes)

BOOST_AUTO_TEST_CASE(a_mode_is_found_by_its_name) {
  for (const auto mode : {output_mode::append, output_mode::upsert, output_mode::retract, output_mode::final_only}) {
    BOOST_TEST((output_mode_named(name_of(mode)).value() == mode));
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_name_is_refused_and_the_known_ones_are_listed) {
  const auto found = output_mode_named("updates");
  BOOST_REQUIRE(found.has_error());
  BOOST_TEST((found.error().code == error_code::option_unknown));
  BOOST_TEST(found.error().message ==
             "output mode 'updates' is unknown; accepted are append, upsert, retract, final_only");
}

BOOST_AUTO_TEST_SUITE_END()
