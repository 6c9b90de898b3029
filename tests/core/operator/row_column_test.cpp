#include <millrace/core/operator/row_column.hpp>

#include <boost/test/unit_test.hpp>

#include <map>
#include <random>
#include <utility>
#include <vector>

using namespace millrace::detail;

namespace {

using column = row_column<int>;
using chunks = std::vector<frozen_chunk<int>>;

/// Copies, and counts how often.
struct counting_copy {
  int copied = 0;
  int operator()(int value) {
    ++copied;
    return value;
  }
};

void write(column& into, row_index row, int value, counting_copy& copy) {
  into.open(row, copy);
  into.find_or_create(row, [] { return 0; }) = value;
}

void apply(column& to, const chunks& frozen) {
  for (const auto& each : frozen) to.restore(each, [](row_index) {});
}

std::map<row_index, int> values_of(const column& of) {
  std::map<row_index, int> all;
  of.for_each([&](row_index row, int value) { all[row] = value; });
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(columns)

BOOST_AUTO_TEST_CASE(a_freeze_hands_over_the_chunks_that_were_written_and_no_others) {
  chunk_pool<int> pool;
  column values(pool);
  counting_copy copy;
  for (row_index row = 0; row < 100 * 256; ++row) write(values, row, 1, copy);
  BOOST_TEST(values.freeze().size() == 100U);
  BOOST_TEST(values.freeze().empty());
  write(values, 300, 2, copy);
  write(values, 301, 2, copy);
  write(values, 99 * 256, 2, copy);
  BOOST_TEST(values.is_open(300));
  BOOST_TEST(!values.is_open(600));
  const chunks second = values.freeze();
  BOOST_TEST_REQUIRE(second.size() == 2U);
  BOOST_TEST(second[0].index == 1U);
  BOOST_TEST(second[1].index == 99U);
  BOOST_TEST(!values.is_open(300));
}

BOOST_AUTO_TEST_CASE(the_first_write_after_a_freeze_copies_one_chunk_and_leaves_the_frozen_one_as_it_was) {
  chunk_pool<int> pool;
  column values(pool);
  counting_copy copy;
  for (row_index row = 0; row < 10 * 256; ++row) write(values, row, 1, copy);
  const chunks frozen = values.freeze();
  BOOST_TEST(copy.copied == 0);
  BOOST_TEST(*values.find(700) == 1);
  BOOST_TEST((values.find_open(700) == nullptr));
  write(values, 700, 2, copy);
  write(values, 701, 3, copy);
  BOOST_TEST(copy.copied == 256);
  BOOST_TEST(*values.find(700) == 2);
  BOOST_TEST(frozen[2].values->value(700 % 256) == 1);
  BOOST_TEST(values.size() == 10U * 256U);
}

BOOST_AUTO_TEST_CASE(a_chunk_that_nobody_else_holds_any_more_is_written_in_its_place) {
  chunk_pool<int> pool;
  column values(pool);
  counting_copy copy;
  write(values, 5, 1, copy);
  static_cast<void>(values.freeze());  // and let go
  write(values, 5, 2, copy);
  BOOST_TEST(copy.copied == 0);
  const chunks again = values.freeze();
  BOOST_TEST_REQUIRE(again.size() == 1U);
  BOOST_TEST(again[0].values->value(5) == 2);
}

BOOST_AUTO_TEST_CASE(two_columns_over_the_same_frozen_chunks_do_not_see_each_others_values) {
  chunk_pool<int> pool;
  column values(pool);
  counting_copy copy;
  write(values, 5, 1, copy);
  const chunks frozen = values.freeze();
  column left(pool);
  column right(pool);
  apply(left, frozen);
  apply(right, frozen);
  write(left, 5, 2, copy);
  write(right, 6, 3, copy);
  BOOST_TEST((values_of(left) == std::map<row_index, int>{{5, 2}}));
  BOOST_TEST((values_of(right) == std::map<row_index, int>{{5, 1}, {6, 3}}));
  BOOST_TEST((values_of(values) == std::map<row_index, int>{{5, 1}}));
}

BOOST_AUTO_TEST_CASE(a_column_that_is_cleared_leaves_frozen_chunks_alone) {
  chunk_pool<int> pool;
  chunks frozen;
  {
    column values(pool);
    counting_copy copy;
    write(values, 5, 1, copy);
    frozen = values.freeze();
  }
  column next(pool);
  next.create(5, [] { return 7; });
  BOOST_TEST(frozen[0].values->value(5) == 1);
}

BOOST_AUTO_TEST_CASE(chunks_frozen_at_any_time_rebuild_the_column) {
  const unsigned seed = 20241130;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  chunk_pool<int> pool;
  column values(pool);
  counting_copy copy;
  std::vector<std::pair<chunks, std::map<row_index, int>>> frozen;
  for (int step = 0; step < 3000; ++step) {
    write(values, static_cast<row_index>(random() % 2000), step, copy);
    if (random() % 30 == 0) {
      chunks handed_over = values.freeze();
      frozen.emplace_back(std::move(handed_over), values_of(values));
    }
  }
  column rebuilt(pool);
  for (const auto& [handed_over, expected] : frozen) {
    std::size_t added = 0;
    const std::size_t before = rebuilt.size();
    for (const auto& each : handed_over) rebuilt.restore(each, [&](row_index) { ++added; });
    BOOST_TEST_REQUIRE((values_of(rebuilt) == expected));
    BOOST_TEST_REQUIRE(rebuilt.size() == expected.size());
    BOOST_TEST_REQUIRE(before + added == expected.size());
  }
}

BOOST_AUTO_TEST_SUITE_END()
