// The dictionary of an operator: rows by key, reused when no slice uses them, in a table that grows in small steps.
#include <millrace/core/operator/key_rows.hpp>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace millrace;
using namespace millrace::detail;

BOOST_AUTO_TEST_SUITE(rows_of_keys)

BOOST_AUTO_TEST_CASE(a_table_finds_what_is_in_it_and_nothing_else_through_any_insertions_and_erasures) {
  for (const std::uint64_t kinds : {~std::uint64_t{0}, std::uint64_t{0xfff}, std::uint64_t{0x7000000}}) {
    std::mt19937_64 random(7);
    row_table table;
    std::vector<std::uint64_t> hashes;
    const auto hash_of = [&](row_index row) { return hashes[row]; };
    std::set<row_index> held;
    for (int step = 0; step < 30'000; ++step) {
      if (held.empty() || random() % 5 < 3) {
        const auto row = static_cast<row_index>(hashes.size());
        hashes.push_back(random() & kinds);
        table.insert(hashes.back(), row, hash_of);
        held.insert(row);
      } else {
        auto gone = held.lower_bound(static_cast<row_index>(random() % hashes.size()));
        if (gone == held.end()) gone = held.begin();
        table.erase(hashes[*gone], *gone, hash_of);
        held.erase(gone);
      }
      const auto asked = static_cast<row_index>(random() % hashes.size());
      const row_index found = table.find(hashes[asked], [&](row_index row) { return row == asked; });
      BOOST_TEST_REQUIRE(found == (held.count(asked) != 0 ? asked : no_row));
    }
    for (row_index row = 0; row < hashes.size(); ++row) {
      const row_index found = table.find(hashes[row], [&](row_index other) { return row == other; });
      BOOST_TEST_REQUIRE(found == (held.count(row) != 0 ? row : no_row));
    }
    BOOST_TEST(table.size() == held.size());
  }
}

BOOST_AUTO_TEST_CASE(no_step_of_a_growing_table_moves_more_than_two_thousand_slots) {
  row_table table;
  const auto hash_of = [](row_index row) { return key_hash(row); };
  for (row_index row = 0; row < 300'000; ++row) table.insert(key_hash(row), row, hash_of);
  BOOST_TEST(table.size() == 300'000U);
  BOOST_TEST(table.greatest_part() <= 2048U);
}

BOOST_AUTO_TEST_CASE(a_row_stands_for_its_key_while_it_is_used_and_for_three_generations_more) {
  key_rows<std::string> rows;
  const auto row_of = [&](const std::string& key) { return rows.find_or_create(key, key_hash(key)); };
  const row_index first = row_of("a");
  rows.use(first);
  for (int generation = 0; generation < 5; ++generation) rows.begin_generation();
  BOOST_TEST(row_of("b") != first);
  BOOST_TEST(row_of("a") == first);
  rows.release(first);
  rows.begin_generation();
  rows.begin_generation();
  BOOST_TEST(row_of("c") != first);
  BOOST_TEST(rows.find("a", key_hash(std::string("a"))) == first);
  rows.begin_generation();
  BOOST_TEST(row_of("d") == first);
  BOOST_TEST(rows.key_of(first) == "d");
  BOOST_TEST(rows.find("a", key_hash(std::string("a"))) == no_row);
}

BOOST_AUTO_TEST_CASE(a_row_that_is_used_again_is_not_given_away) {
  key_rows<std::string> rows;
  const auto row_of = [&](const std::string& key) { return rows.find_or_create(key, key_hash(key)); };
  const row_index first = row_of("a");
  rows.use(first);
  rows.release(first);
  rows.use(row_of("a"));
  for (int generation = 0; generation < 5; ++generation) rows.begin_generation();
  BOOST_TEST(row_of("b") != first);
  BOOST_TEST(row_of("a") == first);
}

BOOST_AUTO_TEST_CASE(keys_that_come_and_go_take_no_more_rows_than_four_generations_use) {
  key_rows<std::string> rows;
  for (int generation = 0; generation < 100; ++generation) {
    std::vector<row_index> used;
    for (int key = 0; key < 100; ++key) {
      const std::string name = std::to_string(generation) + "/" + std::to_string(key);
      used.push_back(rows.find_or_create(name, key_hash(name)));
      rows.use(used.back());
    }
    for (const row_index row : used) rows.release(row);
    rows.begin_generation();
  }
  BOOST_TEST(rows.size() <= 400U);
}

BOOST_AUTO_TEST_CASE(a_restored_dictionary_knows_the_same_keys_and_gives_away_rows_that_nothing_uses) {
  key_rows<int> rows;
  key_rows<int> restored;
  int key = 0;
  const auto use_ten = [&](key_rows<int>& in) {
    std::vector<row_index> used;
    for (int count = 0; count < 10; ++count, ++key) {
      used.push_back(in.find_or_create(key, key_hash(key)));
      in.use(used.back());
    }
    for (const row_index row : used) in.release(row);
    in.begin_generation();
  };
  for (int generation = 0; generation < 60; ++generation) {
    use_ten(rows);
    const auto frozen = rows.freeze();
    BOOST_TEST(frozen.size() == 10U);
    restored.restore(frozen);
    restored.rest(frozen);
    restored.begin_generation();
  }
  BOOST_TEST(rows.freeze().empty());
  BOOST_TEST(restored.size() == rows.size());
  for (int known = 0; known < key; ++known) {
    BOOST_TEST_REQUIRE(restored.find(known, key_hash(known)) == rows.find(known, key_hash(known)));
  }
  for (int generation = 0; generation < 60; ++generation) use_ten(restored);
  BOOST_TEST(restored.size() == rows.size());
}

BOOST_AUTO_TEST_SUITE_END()
