#include <millrace/core/operator/stored_moment.hpp>

#include <boost/test/unit_test.hpp>

#include <millrace/core/error.hpp>
#include <string>
#include <vector>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

operator_moment moment_of(std::uint64_t each) {
  return {.stage = "s",
          .number = each,
          .now = watermark{-7},
          .counts = {each, 10 * each, 100 * each, 1'000 * each, 10'000 * each, 5},
          .arrivals = 3 * each,
          .tickets = 20 - each};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(moments)

BOOST_AUTO_TEST_CASE(a_moment_comes_back_without_its_number_and_its_open_panes) {
  std::string bytes;
  byte_writer into{bytes};
  write_moment(into, moment_of(2));
  byte_reader from{bytes};
  const operator_moment back = read_moment(from, "t");
  from.expect_end();
  BOOST_TEST(back.stage == "t");
  BOOST_TEST(back.number == 0U);
  BOOST_TEST((back.now == watermark{-7}));
  BOOST_TEST(in_words(back.counts) == "2 events, 20 rows, 200 dropped, 2000 partly late, 20000 in gaps, 0 panes");
  BOOST_TEST(back.arrivals == 6U);
  BOOST_TEST(back.tickets == 18U);
}

BOOST_AUTO_TEST_CASE(counts_add_up_and_the_greatest_arrivals_and_tickets_are_those_of_all) {
  const std::vector<operator_moment> all{moment_of(1), moment_of(2), moment_of(4)};
  const operator_moment together = add_up(all);
  BOOST_TEST(together.stage == "s");
  BOOST_TEST((together.now == watermark{-7}));
  BOOST_TEST(in_words(together.counts) == "7 events, 70 rows, 700 dropped, 7000 partly late, 70000 in gaps, 0 panes");
  BOOST_TEST(together.arrivals == 12U);
  BOOST_TEST(together.tickets == 19U);
}

BOOST_AUTO_TEST_CASE(the_first_of_those_that_go_on_has_the_counts_and_all_have_the_rest) {
  const operator_moment together = moment_of(3);
  BOOST_TEST(moment_for(together, 0).counts.events == 3U);
  for (const std::uint32_t index : {1U, 6U}) {
    const operator_moment other = moment_for(together, index);
    BOOST_TEST(other.counts.events == 0U);
    BOOST_TEST(other.counts.rows == 0U);
    BOOST_TEST(other.arrivals == 9U);
    BOOST_TEST(other.tickets == 17U);
    BOOST_TEST((other.now == watermark{-7}));
  }
}

BOOST_AUTO_TEST_CASE(operators_that_stood_at_different_watermarks_are_refused) {
  std::vector<operator_moment> all{moment_of(1), moment_of(2)};
  all[1].now = watermark{-6};
  BOOST_CHECK_EXCEPTION(static_cast<void>(add_up(all)), failure, [](const failure& thrown) {
    return thrown.reason().code == error_code::state_malformed &&
           thrown.reason().message.find("stage 's' stood at different watermarks, -7 and -6") != std::string::npos;
  });
}

BOOST_AUTO_TEST_SUITE_END()
