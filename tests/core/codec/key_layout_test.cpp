#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <millrace/core/codec/key_layout.hpp>
#include <millrace/core/error.hpp>
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

BOOST_AUTO_TEST_CASE(a_key_is_read_part_by_part) {
  key_writer of;
  of.number(std::uint8_t{7}).time(-5).time(std::numeric_limits<std::int64_t>::max());
  const std::size_t beginning = of.bytes().size();
  for (const std::string& user : {std::string{}, std::string("a\0b", 3), std::string(400, 'k')}) {
    of.cut(beginning);
    key_reader from{of.user_key(user).bytes()};
    BOOST_TEST(from.number() == 7U);
    BOOST_TEST(from.time() == -5);
    BOOST_TEST(from.time() == std::numeric_limits<std::int64_t>::max());
    BOOST_TEST(from.user_key().value() == user);
  }
  key_writer long_one;
  key_reader hashed{long_one.user_key(std::string(401, 'k')).bytes()};
  BOOST_TEST(!hashed.user_key().has_value());
}

BOOST_AUTO_TEST_CASE(a_key_that_is_cut_is_refused) {
  const std::string bytes = key_writer{}.time(1).user_key(std::string(401, 'k')).bytes();
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const auto read = [&] {
      key_reader from{std::string_view(bytes).substr(0, length)};
      static_cast<void>(from.time());
      static_cast<void>(from.user_key());
    };
    BOOST_CHECK_THROW(read(), failure);
  }
}
