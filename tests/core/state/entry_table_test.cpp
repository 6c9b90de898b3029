#include <millrace/core/state/entry_table.hpp>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <string_view>

using namespace millrace;

namespace {

/// "a=1 b=2", in order.
std::string entries_of(const entry_table& table, std::uint32_t from, std::uint32_t before) {
  std::string text;
  table.reader_of(from, before).for_each([&](std::string_view key, std::string_view value) {
    text.append(text.empty() ? "" : " ").append(key).append("=").append(value);
  });
  return text;
}

entry_table filled() {
  entry_table table;
  table.put(1, "b", "2");
  table.put(1, "a", "1");
  table.put(2, "a", "3");
  table.put(3, "\xff", "4");
  return table;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_range_of_key_groups_gives_its_entries_ascending_by_key_within_a_group) {
  const entry_table table = filled();
  BOOST_TEST(entries_of(table, 1, 3) == "a=1 b=2 a=3");
  BOOST_TEST(entries_of(table, 0, 4) == "a=1 b=2 a=3 \xff=4");
  BOOST_TEST(entries_of(table, 0, 1) == "");
}

BOOST_AUTO_TEST_CASE(the_last_word_on_a_key_counts) {
  entry_table table = filled();
  table.put(1, "a", "9");
  table.erase(1, "b");
  table.erase(1, "c");
  BOOST_TEST(entries_of(table, 1, 2) == "a=9");
}

BOOST_AUTO_TEST_CASE(a_range_of_keys_goes_in_every_key_group_and_its_upper_bound_stays) {
  entry_table table = filled();
  table.put(2, "b", "5");
  table.erase_range("a", "b");
  BOOST_TEST(entries_of(table, 0, 4) == "b=2 b=5 \xff=4");
  BOOST_TEST(table.size() == 3U);
}
