#include <millrace/core/state/memory_state.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <millrace/core/state/keyed_state.hpp>
#include <random>
#include <string>
#include <vector>

using namespace millrace;

namespace {

using state = memory_state<std::string, int>;
static_assert(keyed_state<state, std::string, int>);

state::handle make(state& in, const std::string& key, int entry) {
  const auto place = in.find_or_create(key, key_hash(key));
  in.at(place) = entry;
  in.touch(place);
  return place;
}

state::handle find(const state& in, const std::string& key) {
  return in.find(key, key_hash(key));
}

/// "a=1 b=2 -c ": the changes in the order of keys.
std::string changes(const state& of) {
  std::vector<std::string> all;
  of.changes([&](const std::string& key, int entry) { all.push_back(key + "=" + std::to_string(entry)); },
             [&](const std::string& key) { all.push_back(key + " gone"); });
  std::sort(all.begin(), all.end());
  std::string text;
  for (const auto& change : all) text += change + "; ";
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(state_in_memory)

BOOST_AUTO_TEST_CASE(an_entry_is_found_by_its_key_and_stays_at_its_place) {
  state entries;
  const auto place = make(entries, "a", 1);
  for (int key = 0; key < 1000; ++key) make(entries, std::to_string(key), key);
  BOOST_TEST((find(entries, "a") == place));
  BOOST_TEST(entries.at(place) == 1);
  BOOST_TEST(entries.key_of(place) == "a");
  BOOST_TEST((find(entries, "b") == state::none()));
  BOOST_TEST(entries.size() == 1001U);
}

BOOST_AUTO_TEST_CASE(keys_of_one_hash_are_told_apart) {
  state entries;
  const auto left = entries.find_or_create("left", 7);
  const auto right = entries.find_or_create("right", 7);
  entries.at(left) = 1;
  entries.at(right) = 2;
  BOOST_TEST(entries.at(entries.find("left", 7)) == 1);
  BOOST_TEST(entries.at(entries.find("right", 7)) == 2);
  entries.erase(left);
  BOOST_TEST((entries.find("left", 7) == state::none()));
  BOOST_TEST(entries.at(entries.find("right", 7)) == 2);
}

BOOST_AUTO_TEST_CASE(the_row_of_an_erased_key_is_used_again_with_a_fresh_entry) {
  state entries;
  const auto place = make(entries, "a", 1);
  entries.erase(place);
  BOOST_TEST((find(entries, "a") == state::none()));
  BOOST_TEST(entries.size() == 0U);
  const auto again = entries.find_or_create("b", key_hash(std::string("b")));
  BOOST_TEST((again == place));
  BOOST_TEST(entries.at(again) == 0);
}

BOOST_AUTO_TEST_CASE(changes_are_exactly_the_keys_touched_each_once) {
  state entries;
  make(entries, "a", 1);
  make(entries, "b", 2);
  make(entries, "c", 3);
  BOOST_TEST(changes(entries) == "a=1; b=2; c=3; ");
  entries.mark_clean();
  BOOST_TEST(changes(entries) == "");
  make(entries, "b", 4);
  make(entries, "b", 5);
  BOOST_TEST((find(entries, "a") != state::none()));
  BOOST_TEST(changes(entries) == "b=5; ");
}

BOOST_AUTO_TEST_CASE(a_key_that_is_gone_is_told_until_the_next_mark) {
  state entries;
  make(entries, "a", 1);
  entries.mark_clean();
  entries.erase(find(entries, "a"));
  BOOST_TEST(changes(entries) == "a gone; ");
  entries.mark_clean();
  BOOST_TEST(changes(entries) == "");
}

BOOST_AUTO_TEST_CASE(a_key_that_came_and_went_is_no_change) {
  state entries;
  make(entries, "a", 1);
  make(entries, "b", 2);
  entries.erase(find(entries, "a"));
  BOOST_TEST(changes(entries) == "b=2; ");
}

BOOST_AUTO_TEST_CASE(a_key_that_went_and_came_back_is_changed_not_gone) {
  state entries;
  make(entries, "a", 1);
  entries.mark_clean();
  entries.erase(find(entries, "a"));
  make(entries, "a", 2);
  BOOST_TEST(changes(entries) == "a=2; ");
}

BOOST_AUTO_TEST_CASE(changes_written_down_at_any_time_rebuild_the_state) {
  const unsigned seed = 20240607;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  state entries;
  std::map<std::string, int> model;
  std::map<std::string, int> written;
  for (int step = 0; step < 20000; ++step) {
    const std::string key = std::to_string(random() % 40);
    const auto place = find(entries, key);
    switch (random() % 8) {
      case 0:
        entries.changes([&](const std::string& changed, int entry) { written[changed] = entry; },
                        [&](const std::string& gone) { BOOST_TEST_REQUIRE(written.erase(gone) == 1U); });
        entries.mark_clean();
        BOOST_TEST_REQUIRE((written == model));
        break;
      case 1:
      case 2:
      case 3:
        if (place != state::none()) entries.erase(place);
        model.erase(key);
        break;
      default: make(entries, key, step); model[key] = step;
    }
    BOOST_TEST_REQUIRE(entries.size() == model.size());
  }
}

BOOST_AUTO_TEST_SUITE_END()
