#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <millrace/core/aggregate/sum_accumulator.hpp>
#include <millrace/core/error.hpp>
#include <string>

namespace millrace {

constexpr auto int64_least = std::numeric_limits<std::int64_t>::min();
constexpr auto int64_greatest = std::numeric_limits<std::int64_t>::max();

BOOST_AUTO_TEST_SUITE(sum_accumulators)

BOOST_AUTO_TEST_CASE(an_integer_sum_may_leave_64_bits_on_the_way) {
  integer_sum total;
  for (int i = 0; i < 5; ++i) total.add(int64_greatest);
  for (int i = 0; i < 4; ++i) total.add(-int64_greatest);
  BOOST_TEST(total.value<std::int64_t>("sum") == int64_greatest);
}

BOOST_AUTO_TEST_CASE(both_ends_of_64_bits_fit_and_one_more_does_not) {
  integer_sum total;
  total.add(int64_least);
  BOOST_TEST(total.value<std::int64_t>("sum") == int64_least);
  total.add(-1);
  BOOST_TEST(!total.fits<std::int64_t>());
  BOOST_CHECK_THROW(static_cast<void>(total.value<std::int64_t>("sum")), failure);

  integer_sum positive;
  positive.add(int64_greatest);
  BOOST_TEST(positive.fits<std::int64_t>());
  positive.add(1);
  BOOST_TEST(!positive.fits<std::int64_t>());
  BOOST_TEST(positive.value<std::uint64_t>("sum") == 9223372036854775808U);
}

BOOST_AUTO_TEST_CASE(an_overflow_names_the_aggregate_the_sum_and_what_is_accepted) {
  integer_sum total;
  total.add(int64_least);
  total.add(int64_least);
  BOOST_CHECK_EXCEPTION(static_cast<void>(total.value<std::int64_t>("sum of delay")), failure,
                        [](const failure& thrown) {
                          return thrown.reason().code == error_code::sum_overflow &&
                                 thrown.reason().message ==
                                     "sum of delay: the sum -18446744073709551616 overflows; accepted are sums from "
                                     "-9223372036854775808 to 9223372036854775807";
                        });
}

BOOST_AUTO_TEST_CASE(unsigned_numbers_of_64_bits_are_not_taken_for_negative_ones) {
  integer_sum total;
  total.add(std::numeric_limits<std::uint64_t>::max());
  total.add(1U);
  BOOST_TEST(!total.fits<std::uint64_t>());
  total.add(-1);
  BOOST_TEST(total.value<std::uint64_t>("sum") == std::numeric_limits<std::uint64_t>::max());
}

BOOST_AUTO_TEST_CASE(merged_integer_sums_add_up_beyond_64_bits) {
  integer_sum left;
  integer_sum right;
  left.add(int64_greatest);
  right.add(int64_greatest);
  left.merge(right);
  BOOST_TEST(!left.fits<std::int64_t>());
  BOOST_TEST(left.as_double() == 18446744073709551616.0);
}

BOOST_AUTO_TEST_CASE(a_compensated_sum_keeps_what_plain_addition_loses) {
  compensated_sum total;
  for (const double value : {1.0, 1e100, 1.0, -1e100}) total.add(value);
  BOOST_TEST(total.value() == 2.0);
}

BOOST_AUTO_TEST_CASE(a_compensated_sum_of_tenths_is_exact) {
  compensated_sum total;
  for (int i = 0; i < 1000; ++i) total.add(0.1);
  BOOST_TEST(total.value() == 100.0);
}

BOOST_AUTO_TEST_CASE(merging_keeps_the_compensation_of_both) {
  compensated_sum left;
  compensated_sum right;
  for (const double value : {1.0, 1e100}) left.add(value);
  for (const double value : {1.0, -1e100}) right.add(value);
  left.merge(right);
  BOOST_TEST(left.value() == 2.0);
}

BOOST_AUTO_TEST_CASE(infinities_come_out_as_plain_addition_has_them) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  compensated_sum total;
  for (const double value : {1.0, infinity, 2.0}) total.add(value);
  BOOST_TEST(total.value() == infinity);
  compensated_sum both;
  both.merge(total);
  BOOST_TEST(both.value() == infinity);
  both.add(-infinity);
  BOOST_TEST(std::isnan(both.value()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace millrace
