#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <limits>
#include <millrace/core/key/key_hash.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using namespace millrace;

namespace {

constexpr std::uint32_t groups = 128;

enum class colour : std::uint8_t { red = 42 };

struct no_hash {
  bool operator==(const no_hash&) const = default;
};

static_assert(stream_key<int> && stream_key<std::string> && stream_key<std::tuple<std::string, int>>);
static_assert(stream_key<colour> && stream_key<bool> && stream_key<std::pair<int, std::string>>);
static_assert(!stream_key<no_hash> && !stream_key<double>);

/// How many of the hashes of `count` keys lie in each group.
template <class KeyAt>
std::vector<std::uint64_t> spread(std::uint64_t count, KeyAt key_at) {
  std::vector<std::uint64_t> in_group(groups);
  for (std::uint64_t i = 0; i < count; ++i) ++in_group.at(key_group_of(key_hash(key_at(i)), groups));
  return in_group;
}

/// Expects `count` keys to lie evenly: random ones leave 5 standard deviations about once in ten thousand such tests.
template <class KeyAt>
void check_spread(KeyAt key_at) {
  constexpr std::uint64_t count = 128'000;  // 1,000 a group, standard deviation 32
  const auto in_group = spread(count, key_at);
  BOOST_TEST(*std::min_element(in_group.begin(), in_group.end()) > 1000U - 160U);
  BOOST_TEST(*std::max_element(in_group.begin(), in_group.end()) < 1000U + 160U);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(key_hashing)

// These vectors are part of the format on disk: a change of one makes old state unreadable.

BOOST_AUTO_TEST_CASE(integers_have_their_written_hash) {
  BOOST_TEST(key_hash(0) == 0xe220a8397b1dcdafU);
  BOOST_TEST(key_hash(1) == 0x910a2dec89025cc1U);
  BOOST_TEST(key_hash(42) == 0xbdd732262feb6e95U);
  BOOST_TEST(key_hash(-1) == 0xe4d971771b652c20U);
  BOOST_TEST(key_hash(std::numeric_limits<std::int64_t>::max()) == 0x2a67d7552e039ea7U);
  BOOST_TEST(key_hash(std::numeric_limits<std::int64_t>::min()) == 0x481ec0a212a9f3dbU);
}

BOOST_AUTO_TEST_CASE(the_width_of_an_integer_does_not_matter) {
  BOOST_TEST(key_hash(std::int8_t{-1}) == key_hash(std::int64_t{-1}));
  BOOST_TEST(key_hash(std::uint16_t{42}) == key_hash(std::int64_t{42}));
  BOOST_TEST(key_hash(true) == key_hash(1));
  BOOST_TEST(key_hash(colour::red) == key_hash(42));
}

BOOST_AUTO_TEST_CASE(strings_have_their_written_hash) {
  BOOST_TEST(key_hash(std::string()) == 0xe220a8397b1dcdafU);
  BOOST_TEST(key_hash(std::string("a")) == 0x121842d00719760bU);
  BOOST_TEST(key_hash(std::string("\0", 1)) == 0x08b4fda8c892b50eU);
  BOOST_TEST(key_hash(std::string("a\0", 2)) == 0x39ba9543be132d80U);
  BOOST_TEST(key_hash(std::string("1234567")) == 0x8e98187b34b1b347U);
  BOOST_TEST(key_hash(std::string("12345678")) == 0x3e8ec462dc9a15b3U);
  BOOST_TEST(key_hash(std::string("123456789")) == 0x3f7d9f7c349a01b3U);
  BOOST_TEST(key_hash(std::string(8, '\xff')) == 0x48ab8254069d443bU);
  BOOST_TEST(key_hash(std::string("Z\xc3\xbcrich")) == 0x05c449cfa929555eU);
}

BOOST_AUTO_TEST_CASE(a_view_hashes_as_the_string_it_shows) {
  const std::string whole = "x123456789x";
  BOOST_TEST(key_hash(std::string_view(whole).substr(1, 9)) == key_hash(std::string("123456789")));
  BOOST_TEST(key_hash(std::string_view()) == key_hash(std::string()));
}

BOOST_AUTO_TEST_CASE(tuples_have_their_written_hash_and_their_order_matters) {
  using two = std::tuple<std::string, int>;
  BOOST_TEST(key_hash(std::tuple<int>(7)) == 0x3d41bf495cd3075fU);
  BOOST_TEST(key_hash(two("JFK", -5)) == 0x442dfb176ca4b061U);
  BOOST_TEST((key_hash(std::tuple<int, std::string>(-5, "JFK")) == 0xd09aacf5a88e526aU));
}

BOOST_AUTO_TEST_CASE(a_pair_hashes_as_the_tuple_of_its_parts) {
  BOOST_TEST((key_hash(std::pair<std::string, int>("JFK", -5)) == key_hash(std::tuple<std::string, int>("JFK", -5))));
}

BOOST_AUTO_TEST_CASE(groups_have_their_written_number) {
  BOOST_TEST(key_group_of(key_hash(0), groups) == 113U);
  BOOST_TEST(key_group_of(key_hash(-1), groups) == 114U);
  BOOST_TEST(key_group_of(key_hash(std::string("a")), groups) == 9U);
  BOOST_TEST(key_group_of(key_hash(std::string("Z\xc3\xbcrich")), groups) == 2U);
  BOOST_TEST(key_group_of(key_hash(std::string("a")), 1) == 0U);
}

BOOST_AUTO_TEST_CASE(the_group_of_a_hash_covers_all_groups_and_no_more) {
  for (const std::uint32_t count : {1U, 7U, 128U, 65536U}) {
    BOOST_TEST(key_group_of(0, count) == 0U);
    BOOST_TEST(key_group_of(std::numeric_limits<std::uint64_t>::max(), count) == count - 1);
  }
}

BOOST_AUTO_TEST_CASE(the_lower_half_of_a_hash_does_not_move_the_group) {
  constexpr std::uint64_t upper = 0x5a5a5a5a00000000U;
  BOOST_TEST(key_group_of(upper, groups) == key_group_of(upper | 0xffffffffU, groups));
}

BOOST_AUTO_TEST_CASE(keys_spread_evenly_over_the_groups) {
  check_spread([](std::uint64_t i) { return i; });
  check_spread([](std::uint64_t i) { return -static_cast<std::int64_t>(i) * 1'000'000; });
  check_spread([](std::uint64_t i) { return i << 40U; });
  check_spread([](std::uint64_t i) { return "user-" + std::to_string(i); });
  check_spread([](std::uint64_t i) { return std::string(i % 400, 'a') + std::to_string(i); });
  check_spread([](std::uint64_t i) { return std::tuple(i % 320, i / 320); });
}

BOOST_AUTO_TEST_CASE(actors_own_contiguous_ranges_that_cover_every_group) {
  for (const std::uint32_t count : {8U, 100U, 128U, 65536U}) {
    for (std::uint32_t actors = 1; actors <= 8; ++actors) {
      BOOST_TEST_CONTEXT(count << " groups, " << actors << " actors") {
        std::vector<std::uint32_t> owned(actors);
        std::uint32_t before = 0;
        for (std::uint32_t group = 0; group < count; ++group) {
          const std::uint32_t owner = owner_of(group, count, actors);
          BOOST_REQUIRE(owner < actors);
          BOOST_REQUIRE(owner >= before);
          before = owner;
          ++owned[owner];
        }
        const auto [fewest, most] = std::minmax_element(owned.begin(), owned.end());
        BOOST_TEST(*fewest >= count / actors);
        BOOST_TEST(*most <= count / actors + 1);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
