#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <millrace/core/aggregate/kept_value.hpp>
#include <millrace/core/aggregate/sum_accumulator.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace millrace;

namespace {

enum class colour : std::uint16_t { red = 7, green = 300 };

struct click {
  std::string product;
  event_time time;
  double price = 0;
  std::optional<colour> shade;
  bool operator==(const click&) const = default;
};

struct sixteen {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;
  bool operator==(const sixteen&) const = default;
};

struct empty {
  bool operator==(const empty&) const = default;
};

template <class T>
void check_round_trip(const T& value) {
  BOOST_TEST((value_of_bytes<T>(stored_bytes(value)) == value));
}

}  // namespace

/// A type with a codec of its own: a map, as pairs.
template <>
struct millrace::codec<std::map<std::string, int>> {
  static void write(byte_writer& into, const std::map<std::string, int>& value) {
    codec<std::vector<std::pair<std::string, int>>>::write(into, {value.begin(), value.end()});
  }
  static std::map<std::string, int> read(byte_reader& from) {
    const auto pairs = codec<std::vector<std::pair<std::string, int>>>::read(from);
    return {pairs.begin(), pairs.end()};
  }
};

BOOST_AUTO_TEST_CASE(what_was_stored_comes_back) {
  check_round_trip(true);
  check_round_trip(std::int8_t{-1});
  check_round_trip(std::numeric_limits<std::int64_t>::min());
  check_round_trip(-0.5F);
  check_round_trip(std::numeric_limits<double>::infinity());
  check_round_trip(colour::green);
  check_round_trip(std::string("with \0 inside", 13));
  check_round_trip(std::string{});
  check_round_trip(std::vector<std::string>{"a", "", "ccc"});
  check_round_trip(std::vector<bool>{true, false});
  check_round_trip(std::optional<int>{});
  check_round_trip(std::optional<std::string>{"x"});
  check_round_trip(std::array<std::int16_t, 3>{1, -2, 3});
  check_round_trip(std::pair<std::string, int>{"a", 1});
  check_round_trip(std::tuple<int, std::string, double>{1, "two", 3.0});
  check_round_trip(event_time{-1});
  check_round_trip(time_window{event_time{-10}, event_time{0}});
}

BOOST_AUTO_TEST_CASE(plain_aggregates_need_no_word_from_their_author) {
  check_round_trip(click{"shoe", event_time{5}, 19.5, colour::red});
  check_round_trip(sixteen{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
  check_round_trip(empty{});
  check_round_trip(std::vector<click>{{"a", event_time{1}, 1, {}}, {"b", event_time{2}, 2, colour::green}});
}

BOOST_AUTO_TEST_CASE(a_type_may_bring_a_codec_of_its_own) {
  check_round_trip(std::map<std::string, int>{{"a", 1}, {"b", 2}});
}

BOOST_AUTO_TEST_CASE(accumulators_can_be_stored) {
  integer_sum total;
  total.add(std::numeric_limits<std::int64_t>::max());
  total.add(std::numeric_limits<std::int64_t>::max());
  BOOST_TEST(!value_of_bytes<integer_sum>(stored_bytes(total)).fits<std::int64_t>());
  compensated_sum price;
  price.add(0.1);
  price.add(1e100);
  price.add(-1e100);
  BOOST_TEST(value_of_bytes<compensated_sum>(stored_bytes(price)).value() == price.value());
  kept_value<std::string> last;
  last.keep("x", 7);
  const auto back = value_of_bytes<kept_value<std::string>>(stored_bytes(last));
  BOOST_TEST((back.value == last.value && back.arrival == 7U));
}

BOOST_AUTO_TEST_CASE(a_nan_keeps_its_bits) {
  BOOST_TEST(std::isnan(value_of_bytes<double>(stored_bytes(std::nan("")))));
}

BOOST_AUTO_TEST_CASE(bytes_that_are_cut_are_refused_wherever_they_are_cut) {
  const std::string bytes = stored_bytes(click{"shoe", event_time{5}, 19.5, colour::red});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    BOOST_CHECK_THROW((void)value_of_bytes<click>(bytes.substr(0, length)), failure);
  }
  BOOST_CHECK_THROW((void)value_of_bytes<click>(bytes + "x"), failure);
}

namespace {

struct with_array {
  char name[8];
  int level;
};
struct with_base : click {
  int level;
};
struct with_empty_base : empty {
  int level;
};

}  // namespace

BOOST_AUTO_TEST_CASE(views_arrays_and_bases_take_a_codec_of_their_own) {
  static_assert(!storable<std::string_view>);
  static_assert(!storable<std::span<const int>>);
  static_assert(!storable<std::optional<std::string_view>>);
  static_assert(!storable<with_array>);
  static_assert(!storable<with_base>);
  static_assert(!storable<with_empty_base>);
  BOOST_TEST(true);
}

BOOST_AUTO_TEST_CASE(a_list_of_values_without_members_comes_back) {
  BOOST_TEST(value_of_bytes<std::vector<empty>>(stored_bytes(std::vector<empty>(3))).size() == 3U);
}

BOOST_AUTO_TEST_CASE(pointers_and_what_owns_resources_without_a_codec_cannot_be_stored) {
  static_assert(!storable<int*>);
  static_assert(!storable<std::unique_ptr<int>>);
  static_assert(!storable<std::vector<int*>>);
  static_assert(!storable<long double>);
  static_assert(storable<click>);
  BOOST_TEST(true);
}
