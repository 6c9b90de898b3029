#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/storage/state_store.hpp>
#include <string>
#include <tests/storage/temporary_directory.hpp>
#include <vector>

using namespace millrace;

namespace {

constexpr std::uint64_t test_map = 1ULL << 32U;

state_store open_at(const std::string& path) {
  auto opened = state_store::open({.directory = path, .map_size = test_map});
  BOOST_TEST_REQUIRE(opened.has_value(), (opened ? "" : opened.error().message));
  return std::move(opened).value();
}

using table = std::map<std::string, std::string>;

table entries_of(const state_snapshot& seen, std::string_view prefix = {}) {
  table all;
  seen.scan(prefix, [&](std::string_view key, std::string_view value) {
    all.emplace(key, value);
    return true;
  });
  return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_epoch_is_there_when_the_directory_is_opened_again) {
  const testing::temporary_directory place;
  {
    auto store = open_at(place.path());
    BOOST_TEST(!store.snapshot().epoch().has_value());
    const std::vector<stored_change> changes{{"a", "1"}, {"b", ""}, {"c", "3"}};
    store.commit(1, changes, "positions");
  }
  const auto store = open_at(place.path());
  const auto seen = store.snapshot();
  BOOST_TEST(seen.epoch().value() == 1U);
  BOOST_TEST(seen.record() == "positions");
  BOOST_TEST((entries_of(seen) == table{{"a", "1"}, {"b", ""}, {"c", "3"}}));
  BOOST_TEST(seen.find("b").value() == "");
  BOOST_TEST(!seen.find("d").has_value());
}

BOOST_AUTO_TEST_CASE(the_newest_run_wins_merged_or_not) {
  const testing::temporary_directory place;
  auto store = open_at(place.path());
  store.commit(1, std::vector<stored_change>{{"a", "1"}, {"b", "1"}, {"c", "1"}}, "");
  store.commit(2, std::vector<stored_change>{{"a", "2"}, {"b", std::nullopt}}, "");
  store.commit(5, std::vector<stored_change>{{"b", "5"}, {"c", std::nullopt}}, "");
  const table expected{{"a", "2"}, {"b", "5"}};
  for (std::size_t left = store.unmerged(); left > 0; left = store.unmerged()) {
    BOOST_TEST((entries_of(store.snapshot()) == expected));
    BOOST_TEST(store.merge(1) == (left == 1));
  }
  BOOST_TEST((entries_of(store.snapshot()) == expected));
  BOOST_TEST(store.snapshot().find("b").value() == "5");
  BOOST_TEST(!store.snapshot().find("c").has_value());
}

BOOST_AUTO_TEST_CASE(random_epochs_and_merges_are_those_of_a_map) {
  const testing::temporary_directory place;
  auto store = open_at(place.path());
  table expected;
  std::uint64_t random = 7;
  const auto below = [&](std::uint64_t limit) { return (random = mix_word(random)) % limit; };
  for (epoch_number epoch = 1; epoch <= 60; ++epoch) {
    std::map<std::string, std::optional<std::string>> changed;
    for (std::uint64_t count = below(20); count > 0; --count) {
      const std::string key = std::string(1, static_cast<char>('a' + below(3))) + std::to_string(below(30));
      changed[key] = below(4) == 0 ? std::nullopt : std::optional<std::string>(std::to_string(epoch));
    }
    std::vector<stored_change> changes;
    for (const auto& [key, value] : changed) {
      changes.push_back({key, value});
      if (value) {
        expected[key] = *value;
      } else {
        expected.erase(key);
      }
    }
    store.commit(epoch, changes, std::to_string(epoch));
    if (below(3) == 0) store.merge(below(25));
    const auto seen = store.snapshot();
    BOOST_TEST((entries_of(seen) == expected));
    table only;
    for (const auto& [key, value] : expected) {
      if (key.front() == 'b') only.emplace(key, value);
    }
    BOOST_TEST((entries_of(seen, "b") == only));
  }
}

BOOST_AUTO_TEST_CASE(a_snapshot_stays_what_it_is) {
  const testing::temporary_directory place;
  auto store = open_at(place.path());
  store.commit(1, std::vector<stored_change>{{"a", "1"}}, "one");
  const auto before = store.snapshot();
  store.commit(2, std::vector<stored_change>{{"a", "2"}}, "two");
  store.merge(100);
  BOOST_TEST(before.epoch().value() == 1U);
  BOOST_TEST(before.record() == "one");
  BOOST_TEST(before.find("a").value() == "1");
  BOOST_TEST(store.snapshot().find("a").value() == "2");
}

BOOST_AUTO_TEST_CASE(an_epoch_that_does_not_follow_is_refused_and_changes_nothing) {
  const testing::temporary_directory place;
  auto store = open_at(place.path());
  store.commit(3, std::vector<stored_change>{{"a", "1"}}, "");
  BOOST_CHECK_THROW(store.commit(3, std::vector<stored_change>{{"a", "2"}}, ""), failure);
  BOOST_CHECK_THROW(store.commit(4, std::vector<stored_change>{{"", "2"}}, ""), failure);
  BOOST_CHECK_THROW(store.commit(4, std::vector<stored_change>{{std::string(481, 'k'), "2"}}, ""), failure);
  BOOST_TEST(store.snapshot().epoch().value() == 3U);
  BOOST_TEST(store.snapshot().find("a").value() == "1");
  store.commit(4, std::vector<stored_change>{{std::string(480, 'k'), std::string(1'000'000, 'v')}}, "");
  BOOST_TEST(store.snapshot().find(std::string(480, 'k')).value().size() == 1'000'000U);
}

BOOST_AUTO_TEST_CASE(a_full_map_is_an_error_and_loses_nothing) {
  const testing::temporary_directory place;
  auto opened = state_store::open({.directory = place.path(), .map_size = 1U << 20U});
  auto& store = opened.value();
  store.commit(1, std::vector<stored_change>{{"a", "1"}}, "one");
  const std::vector<stored_change> too_much{{"b", std::string(2U << 20U, 'v')}};
  BOOST_CHECK_EXCEPTION(store.commit(2, too_much, "two"), failure,
                        [](const failure& thrown) { return thrown.reason().code == error_code::state_unwritable; });
  BOOST_TEST(store.snapshot().epoch().value() == 1U);
  store.commit(2, std::vector<stored_change>{{"b", "2"}}, "two");
  BOOST_TEST(store.snapshot().record() == "two");
}

BOOST_AUTO_TEST_CASE(a_second_writer_is_refused_and_a_reader_is_let_in) {
  const testing::temporary_directory place;
  auto store = open_at(place.path());
  store.commit(1, std::vector<stored_change>{{"a", "1"}}, "");
  const auto second = state_store::open({.directory = place.path(), .map_size = test_map});
  BOOST_TEST_REQUIRE(second.has_error());
  BOOST_TEST((second.error().code == error_code::state_in_use));
}

BOOST_AUTO_TEST_CASE(a_foreign_file_and_a_directory_without_state_are_refused) {
  const testing::temporary_directory place;
  std::ofstream(place.path() + "/state.mdb") << std::string(10'000, 'x');
  const auto foreign = state_store::open({.directory = place.path(), .map_size = test_map});
  BOOST_TEST_REQUIRE(foreign.has_error());
  BOOST_TEST((foreign.error().code == error_code::state_malformed));
  BOOST_TEST(foreign.error().message.find(place.path()) != std::string::npos);
  const testing::temporary_directory empty;
  BOOST_TEST(state_store::open({.directory = empty.path(), .read_only = true}).has_error());
  BOOST_TEST(state_store::open({.directory = "/proc/nothing/here"}).has_error());
}
