#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <millrace/actors/connector/order_bytes.hpp>
#include <millrace/core/key/no_key.hpp>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace millrace;
using namespace std::string_literals;

namespace {

template <class T>
std::string bytes_of(const T& value) {
  std::string bytes;
  append_ordered(bytes, value);
  return bytes;
}

int sign(int compared) {
  return (compared > 0) - (compared < 0);
}

template <class T>
int order_of(const T& left, const T& right) {
  return left < right ? -1 : right < left ? 1 : 0;
}

/// Every pair of values compares as its bytes do.
template <class T>
void check(const std::vector<T>& values) {
  for (const T& left : values) {
    for (const T& right : values) {
      const std::string of_left = bytes_of(left);
      const std::string of_right = bytes_of(right);
      const bool same = sign(of_left.compare(of_right)) == order_of(left, right);
      const bool starts = of_left != of_right && of_right.starts_with(of_left);
      if (!same || starts) BOOST_ERROR("bytes compare otherwise than values");
    }
  }
}

struct by_seed {
  std::mt19937_64 random;
  by_seed() {
    const auto seed = std::random_device{}();
    BOOST_TEST_MESSAGE("seed " << seed);
    random.seed(seed);
  }
  std::string text() {
    std::string made;
    for (std::size_t left = random() % 5; left > 0; --left)
      made.push_back(
          "\0\x01\xFF"
          "ab"[random() % 5]);
    return made;
  }
  template <class T>
  T number() {
    return static_cast<T>(random() >> (random() % 64));
  }
};

template <class T>
void check_integers(by_seed& make) {
  using range = std::numeric_limits<T>;
  std::vector<T> values = {range::min(), static_cast<T>(range::min() + 1), static_cast<T>(-1), T{0}, T{1},
                           range::max()};
  for (int i = 0; i < 100; ++i) values.push_back(make.number<T>());
  check(values);
}

enum class signed_enum : std::int16_t { below = -300, zero = 0, above = 300 };
enum class unsigned_enum : std::uint8_t { low = 1, high = 200 };

struct person {
  std::string name;
  int age = 0;
  auto operator<=>(const person&) const = default;
};
struct no_order {
  int a;
};
static_assert(!has_order_bytes<no_order>);
static_assert(!has_order_bytes<std::tuple<int, no_order>>);

}  // namespace

template <>
struct millrace::order_bytes<person> {
  static void append(std::string& bytes, const person& value) {
    append_ordered(bytes, value.name);
    append_ordered(bytes, value.age);
  }
};
BOOST_FIXTURE_TEST_SUITE(order_of_bytes, by_seed)

BOOST_AUTO_TEST_CASE(integers_compare_as_their_bytes_do) {
  check_integers<std::int8_t>(*this);
  check_integers<std::uint8_t>(*this);
  check_integers<std::int16_t>(*this);
  check_integers<std::int32_t>(*this);
  check_integers<std::uint32_t>(*this);
  check_integers<std::int64_t>(*this);
  check_integers<std::uint64_t>(*this);
  check_integers<char>(*this);
  check(std::vector<bool>{false, true});
}

BOOST_AUTO_TEST_CASE(an_integer_takes_as_many_bytes_as_it_is_wide) {
  BOOST_TEST(bytes_of(std::int64_t{-1}) == "\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF");
  BOOST_TEST(bytes_of(std::uint16_t{258}) == "\x01\x02");
}

BOOST_AUTO_TEST_CASE(enumerations_compare_as_their_numbers) {
  check(std::vector{signed_enum::below, signed_enum::zero, signed_enum::above});
  check(std::vector{unsigned_enum::low, unsigned_enum::high});
}

BOOST_AUTO_TEST_CASE(doubles_compare_as_numbers_and_nan_is_last) {
  using range = std::numeric_limits<double>;
  std::vector<double> values = {-range::infinity(),
                                range::lowest(),
                                -1.5,
                                -range::denorm_min(),
                                -0.0,
                                0.0,
                                1e-300,
                                range::denorm_min(),
                                1.0,
                                range::max(),
                                range::min(),
                                range::infinity()};
  for (int i = 0; i < 200; ++i) {
    const double value = std::bit_cast<double>(random());
    if (!std::isnan(value)) values.push_back(value);
  }
  check(values);
  check(std::vector<float>{-std::numeric_limits<float>::infinity(), -2.5F, -0.0F, 0.0F, 1e-40F, 3.0F});
  BOOST_TEST(bytes_of(range::quiet_NaN()) == bytes_of(-range::quiet_NaN()));
  BOOST_TEST((bytes_of(range::quiet_NaN()) > bytes_of(range::infinity())));
}

BOOST_AUTO_TEST_CASE(texts_with_nul_bytes_compare_as_texts) {
  std::vector<std::string> values = {"", "\0"s, "\0\0"s, "\0\xFF"s, "a", "a\0"s, "a\0b"s, "ab", "\xFF"};
  for (int i = 0; i < 200; ++i) values.push_back(text());
  check(values);
  BOOST_TEST(bytes_of("a\0b"s) ==
             "a\0\xFF"
             "b\0\0"s);
}

BOOST_AUTO_TEST_CASE(parts_put_one_behind_the_other_compare_as_tuples) {
  std::vector<std::tuple<std::string, std::int32_t, std::string>> tuples;
  std::vector<std::pair<std::string, double>> pairs;
  std::vector<std::vector<std::string>> lists;
  std::vector<std::optional<std::string>> optionals = {std::nullopt, ""};
  std::vector<person> people;
  for (int i = 0; i < 250; ++i) {
    tuples.emplace_back(text(), static_cast<std::int32_t>(random() % 3) - 1, text());
    pairs.emplace_back(text(), static_cast<double>(random() % 3) - 1);
    lists.emplace_back();
    for (std::size_t left = random() % 4; left > 0; --left) lists.back().push_back(text());
    optionals.emplace_back(text());
    people.push_back({text(), static_cast<int>(random() % 3)});
  }
  check(tuples);
  check(pairs);
  check(lists);
  check(optionals);
  check(people);
}

BOOST_AUTO_TEST_CASE(times_and_windows_compare_as_they_do) {
  std::vector<event_time> times = {event_time::min(), event_time{-1}, event_time{0}, event_time::max()};
  std::vector<time_window> windows;
  std::vector<duration> lengths;
  for (int i = 0; i < 200; ++i) {
    times.emplace_back(number<std::int64_t>());
    windows.push_back({event_time{static_cast<std::int64_t>(random() % 5) - 2}, event_time{number<std::int64_t>()}});
    lengths.emplace_back(number<std::int64_t>());
  }
  check(times);
  check(windows);
  check(lengths);
  check(std::vector{watermark::none(), watermark{0}, watermark::final()});
}

BOOST_AUTO_TEST_CASE(a_type_without_members_has_no_bytes) {
  BOOST_TEST(bytes_of(no_key{}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
