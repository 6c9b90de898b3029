#include <millrace/core/window/changelog.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace millrace;

namespace {

struct not_comparable {
  int value = 0;
};

std::string changes(const std::vector<int>& before, const std::vector<int>& after, bool takes_back) {
  std::string text;
  emit_changes(before, after, takes_back,
               [&](row_kind kind, int value) { text += std::string(name_of(kind)) + std::to_string(value) + " "; });
  return text;
}

static_assert(keeps_changes<std::tuple<int, std::vector<std::string>>>);
static_assert(!keeps_changes<not_comparable>);
static_assert(!keeps_changes<std::vector<not_comparable>>);
static_assert(!keeps_changes<std::pair<int, std::optional<not_comparable>>>);

}  // namespace

BOOST_AUTO_TEST_SUITE(changelogs)

BOOST_AUTO_TEST_CASE(the_first_values_are_inserted) {
  BOOST_TEST(changes({}, {1, 2}, true) == "+I1 +I2 ");
}

BOOST_AUTO_TEST_CASE(a_changed_value_is_taken_back_and_put_again_side_by_side) {
  BOOST_TEST(changes({1, 2}, {3, 4}, true) == "-U1 +U3 -U2 +U4 ");
}

BOOST_AUTO_TEST_CASE(an_unchanged_value_says_nothing) {
  BOOST_TEST(changes({1, 2, 3}, {1, 5, 3}, true) == "-U2 +U5 ");
}

BOOST_AUTO_TEST_CASE(without_taking_back_only_the_new_value_is_sent) {
  BOOST_TEST(changes({1}, {2}, false) == "+U2 ");
}

BOOST_AUTO_TEST_CASE(values_that_are_left_over_are_removed_or_inserted) {
  BOOST_TEST(changes({1, 2, 3}, {1}, true) == "-D2 -D3 ");
  BOOST_TEST(changes({1}, {4, 5}, true) == "-U1 +U4 +I5 ");
  BOOST_TEST(changes({7}, {}, false) == "-D7 ");
}

BOOST_AUTO_TEST_SUITE_END()
