#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <millrace/storage/key_layout.hpp>
#include <string>
#include <vector>

using namespace millrace;

BOOST_AUTO_TEST_CASE(times_sort_as_numbers_do_also_below_zero) {
  const std::vector<std::int64_t> times{std::numeric_limits<std::int64_t>::min(), -256, -1, 0, 1, 255, 256,
                                        std::numeric_limits<std::int64_t>::max()};
  std::vector<std::string> keys;
  for (const auto time : times) keys.push_back(key_writer{}.time(time).bytes());
  BOOST_TEST(std::is_sorted(keys.begin(), keys.end()));
  BOOST_TEST((std::adjacent_find(keys.begin(), keys.end()) == keys.end()));
}

BOOST_AUTO_TEST_CASE(a_key_reads_stage_group_time_and_user_key) {
  const auto key = key_writer{}.number(std::uint32_t{1}).number(std::uint8_t{2}).time(-1).user_key("ab").bytes();
  BOOST_TEST(key == std::string("\0\0\0\1\2\x7f\xff\xff\xff\xff\xff\xff\xff\0ab", 16));
}

BOOST_AUTO_TEST_CASE(a_long_user_key_is_told_by_a_hash_of_16_bytes) {
  const std::string longest(key_writer::longest_user_key, 'k');
  BOOST_TEST(key_writer{}.user_key(longest).bytes().size() == longest.size() + 1);
  const auto hashed = key_writer{}.user_key(longest + "k").bytes();
  BOOST_TEST(hashed.size() == 17U);
  BOOST_TEST(hashed != key_writer{}.user_key(longest + "l").bytes());
  BOOST_TEST(key_writer{}.user_key("").bytes() == std::string(1, '\0'));
}
