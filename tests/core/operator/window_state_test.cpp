// The operator touches exactly the keys that it changes.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

template <class Operator>
std::string changes(Operator& of) {
  std::vector<std::string> all;
  of.state().changes(
      [&](const std::string& key, const auto& panes) { all.push_back(key + std::to_string(panes.size())); },
      [&](const std::string& key) { all.push_back(key + "-"); });
  of.state().mark_clean();
  std::sort(all.begin(), all.end());
  std::string text;
  for (const auto& change : all) text += (text.empty() ? "" : " ") + change;
  return text;
}

template <class Assigner>
using operator_over = window_operator<std::string, number, Assigner, decltype(total())>;

}  // namespace

BOOST_AUTO_TEST_SUITE(state_of_an_operator)

BOOST_AUTO_TEST_CASE(a_key_is_changed_by_its_events_and_gone_with_its_last_pane) {
  operator_over<tumbling> run({.stage = "s", .windows = tens(), .function = total()});
  operator_harness<std::string, number, number> harness(run);
  harness.feed("a", 1, event_time{1});
  harness.feed("b", 1, event_time{2});
  harness.feed("b", 1, event_time{12});
  BOOST_TEST(changes(run) == "a1 b2");
  harness.feed("b", 1, event_time{3});
  BOOST_TEST(changes(run) == "b2");
  harness.advance(watermark{9});
  BOOST_TEST(changes(run) == "");
  harness.advance(watermark{10});
  BOOST_TEST(changes(run) == "a- b1");
  harness.feed("a", 1, event_time{5});
  BOOST_TEST(changes(run) == "");
  harness.end();
  BOOST_TEST(changes(run) == "b-");
  BOOST_TEST(run.state().size() == 0U);
}

BOOST_AUTO_TEST_CASE(a_firing_changes_the_state_only_where_the_row_is_remembered) {
  for (const auto mode : {output_mode::append, output_mode::retract}) {
    operator_over<tumbling> run(
        {.stage = "s", .windows = tens(), .function = total(), .allowed_lateness = 9ms, .mode = mode});
    operator_harness<std::string, number, number> harness(run);
    harness.feed("a", 1, event_time{1});
    changes(run);
    harness.advance(watermark{10});
    BOOST_TEST(changes(run) == (mode == output_mode::retract ? "a1" : ""));
  }
}

BOOST_AUTO_TEST_CASE(a_merge_of_sessions_leaves_one_pane) {
  operator_over<session> run({.stage = "s", .windows = gaps_of_ten(), .function = total()});
  operator_harness<std::string, number, number> harness(run);
  harness.feed("a", 1, event_time{0});
  harness.feed("a", 1, event_time{15});
  BOOST_TEST(changes(run) == "a2");
  harness.feed("a", 1, event_time{8});
  BOOST_TEST(changes(run) == "a1");
}

BOOST_AUTO_TEST_SUITE_END()
