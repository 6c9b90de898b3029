// Random scripts on the whole graph of actors.
#include <boost/test/unit_test.hpp>
#include <string>

#include "actors_engine.hpp"
#include "campaign.hpp"

namespace millrace::oracle {

BOOST_AUTO_TEST_SUITE(random_scripts_on_actors)

BOOST_AUTO_TEST_CASE(five_hundred_scripts_differ_in_nothing) {
  const tally counted = run_campaign(actors_engine(), 1, 500, [](const std::string& report) { BOOST_ERROR(report); });
  BOOST_TEST_MESSAGE(text_of(counted));
  BOOST_TEST(counted.scripts == 500U);
  BOOST_TEST(counted.differences == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace millrace::oracle
