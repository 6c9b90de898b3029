#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <millrace/core/codec/byte_reader.hpp>
#include <millrace/core/codec/byte_writer.hpp>
#include <millrace/core/error.hpp>
#include <string>

using namespace millrace;

namespace {

bool is_malformed(const failure& thrown) {
  return thrown.reason().code == error_code::state_malformed;
}

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_are_written_lowest_byte_first) {
  std::string bytes;
  byte_writer into{bytes};
  into.fixed(std::uint32_t{0x01020304});
  into.fixed(std::uint8_t{0xff});
  BOOST_TEST(bytes == std::string("\x04\x03\x02\x01\xff", 5));
  byte_reader from{bytes};
  BOOST_TEST(from.fixed<std::uint32_t>() == 0x01020304U);
  BOOST_TEST(from.fixed<std::uint8_t>() == 0xffU);
  from.expect_end();
}

BOOST_AUTO_TEST_CASE(a_count_takes_as_many_bytes_as_it_needs) {
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{127}, std::uint64_t{128}, std::uint64_t{16'383},
                                     std::uint64_t{16'384}, std::numeric_limits<std::uint64_t>::max()}) {
    std::string bytes;
    byte_writer{bytes}.count(number);
    byte_reader from{bytes};
    BOOST_TEST(from.count() == number);
    from.expect_end();
  }
  std::string small;
  byte_writer{small}.count(127);
  BOOST_TEST(small.size() == 1U);
}

BOOST_AUTO_TEST_CASE(nothing_is_read_beyond_the_end) {
  byte_reader from{"abc"};
  BOOST_CHECK_EXCEPTION((void)from.fixed<std::uint32_t>(), failure, is_malformed);
  BOOST_CHECK_EXCEPTION((void)from.bytes(4), failure, is_malformed);
  BOOST_TEST(from.bytes(3) == "abc");
  BOOST_CHECK_EXCEPTION((void)from.count(), failure, is_malformed);
}

BOOST_AUTO_TEST_CASE(a_length_beyond_the_bytes_that_are_there_is_refused_before_memory_is_asked_for) {
  std::string bytes;
  byte_writer{bytes}.count(1'000'000'000);
  byte_reader from{bytes};
  BOOST_CHECK_EXCEPTION((void)from.length(), failure, is_malformed);
}

BOOST_AUTO_TEST_CASE(a_count_of_more_than_64_bits_is_refused) {
  const std::string bytes(9, '\xff');
  const std::string too_great = bytes + '\x02';
  byte_reader from{too_great};
  BOOST_CHECK_EXCEPTION((void)from.count(), failure, is_malformed);
}

BOOST_AUTO_TEST_CASE(bytes_too_many_are_refused) {
  const byte_reader from{"a"};
  BOOST_CHECK_EXCEPTION(from.expect_end(), failure, is_malformed);
}
