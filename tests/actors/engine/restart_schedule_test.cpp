#include <boost/test/unit_test.hpp>
#include <millrace/actors/engine/restart_schedule.hpp>

using namespace millrace;
using engine::restart_schedule;

namespace {

const error full_disk{error_code::sink_unwritable, "no space"};
const error bad_record{error_code::user_function_threw, "key 'a': no"};
constexpr duration short_run{10};

}  // namespace

BOOST_AUTO_TEST_CASE(without_a_policy_there_is_no_restart) {
  restart_schedule schedule{restart_policy::none()};
  BOOST_TEST(!schedule.after(full_disk, short_run).has_value());
  BOOST_TEST(schedule.refusal().empty());
}

BOOST_AUTO_TEST_CASE(a_fixed_number_of_restarts) {
  restart_schedule schedule{restart_policy::fixed(2, duration{50})};
  BOOST_TEST((schedule.after(full_disk, short_run) == duration{50}));
  BOOST_TEST((schedule.after(full_disk, short_run) == duration{50}));
  BOOST_TEST(!schedule.after(full_disk, short_run).has_value());
  BOOST_TEST(schedule.refusal() == "after 2 restarts");
}

BOOST_AUTO_TEST_CASE(pauses_double_up_to_a_limit_and_begin_anew_after_a_long_run) {
  auto policy = restart_policy::exponential(duration{100}, duration{350});
  policy.reset_after = duration{1000};
  restart_schedule schedule{policy};
  for (const int pause : {100, 200, 350, 350}) BOOST_TEST((schedule.after(full_disk, short_run) == duration{pause}));
  BOOST_TEST((schedule.after(full_disk, duration{1000}) == duration{100}));
  BOOST_TEST((schedule.after(full_disk, duration{999}) == duration{200}));
}

BOOST_AUTO_TEST_CASE(the_same_failure_of_the_data_twice_is_final) {
  restart_schedule schedule{restart_policy::exponential(duration{1}, duration{1})};
  BOOST_TEST(schedule.after(bad_record, short_run).has_value());
  BOOST_TEST(schedule.after({bad_record.code, "key 'b': no"}, short_run).has_value());
  BOOST_TEST(schedule.after(full_disk, short_run).has_value());
  BOOST_TEST(schedule.after(bad_record, short_run).has_value());
  BOOST_TEST(!schedule.after(bad_record, short_run).has_value());
  BOOST_TEST(schedule.refusal() == "the same failure came back after a restart");
}
