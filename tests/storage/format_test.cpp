#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/codec/key_layout.hpp>
#include <millrace/storage/lmdb/run_keys.hpp>
#include <string>
#include <tuple>

using namespace millrace;

// The example of docs/formats.md. Changing these bytes means another format.
BOOST_AUTO_TEST_CASE(the_bytes_are_those_of_the_page_on_formats) {
  const std::string key = key_writer{}.number(std::uint32_t{1}).number(std::uint8_t{2}).time(-1).user_key("ab").bytes();
  BOOST_TEST(key == std::string("\x00\x00\x00\x01\x02\x7f\xff\xff\xff\xff\xff\xff\xff\x00"
                                "ab",
                                16));
  BOOST_TEST(lmdb::run_key(7, key) == std::string("\0\0\0\0\0\0\0\x07", 8) + key);
  BOOST_TEST(lmdb::epoch_of(lmdb::run_key(7, key)) == 7U);
  BOOST_TEST(lmdb::entry_of(lmdb::run_key(7, key)) == key);
  const std::string value = stored_bytes(std::tuple<std::int64_t, std::string>{-2, "xy"});
  BOOST_TEST(value == std::string("\xfe\xff\xff\xff\xff\xff\xff\xff\x02xy", 11));
  std::string held;
  lmdb::encode_run_value(value, held);
  BOOST_TEST(held == '\1' + value);
  lmdb::encode_run_value(std::nullopt, held);
  BOOST_TEST(held == std::string(1, '\0'));
  BOOST_TEST(!lmdb::decode_run_value(held).has_value());
}
