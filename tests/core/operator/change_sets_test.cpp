// What a change set holds, and which ones an operator takes.
#include <boost/test/unit_test.hpp>

#include <memory>
#include <millrace/core/error.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

constexpr int keys = 10'000;

template <class Function>
window_options<tumbling, Function> tens_of(Function function, std::string stage = "s") {
  return {.stage = std::move(stage), .windows = tens(), .function = std::move(function), .allowed_lateness = 5ms};
}

auto sliced(std::string stage = "s") {
  return make_sliced_window_operator<int, number>(tens_of(total(), std::move(stage)));
}
auto general(std::string stage = "s") {
  return make_window_operator<int, number>(tens_of(total(), std::move(stage)));
}

/// How many entries are told after many keys, after nothing, after one event, and after the watermark has ended
/// all.
std::vector<std::size_t> entries_of(keyed_operator& driven) {
  operator_harness<int, number, number> on(driven);
  std::vector<std::size_t> entries;
  for (int key = 0; key < keys; ++key) on.feed(key, 1, event_time{5});
  entries.push_back(driven.freeze()->entries());
  entries.push_back(driven.freeze()->entries());
  on.feed(17, 1, event_time{6});
  entries.push_back(driven.freeze()->entries());
  on.end();
  entries.push_back(driven.freeze()->entries());
  return entries;
}

/// Contents that nothing can copy.
struct unique_total {
  using contents = std::unique_ptr<number>;
  using value_type = number;

  [[nodiscard]] contents create() const { return std::make_unique<number>(0); }
  void add(contents& into, number value, const element_context& /*element*/) const { *into += value; }
  void merge(contents& into, contents&& from) const { *into += *std::exchange(from, nullptr); }
  template <class Context, class Emit>
  void fire(const contents& held, const Context& /*context*/, Emit&& emit) const {
    emit(*held);
  }
};

bool says(const failure& thrown, error_code code, std::string_view words) {
  BOOST_TEST_MESSAGE(thrown.reason().message);
  return thrown.reason().code == code && thrown.reason().message.find(words) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(change_sets)

BOOST_AUTO_TEST_CASE(a_change_set_of_the_general_operator_holds_the_keys_that_changed) {
  const std::vector<std::size_t> expected{keys, 0, 1, keys};
  BOOST_TEST(entries_of(*general()) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_change_set_of_the_operator_over_slices_counts_the_values_that_changed) {
  // What the watermark ends is told by the watermark.
  const std::vector<std::size_t> expected{keys, 0, 1, 0};
  BOOST_TEST(entries_of(*sliced()) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_change_set_stays_as_it_is_while_its_operator_goes_on) {
  for (const auto& make : {&general, &sliced}) {
    const auto first = make("s");
    operator_harness<int, number, number> on(*first);
    on.feed(1, 3, event_time{5});
    const auto frozen = first->freeze();
    on.feed(1, 4, event_time{6});
    const auto second = make("s");
    operator_harness<int, number, number> after(*second);
    second->restore(*frozen);
    after.end();
    on.end();
    BOOST_TEST(after.take_rows().at(0).value == 3);
    BOOST_TEST(on.take_rows().at(0).value == 7);
  }
}

BOOST_AUTO_TEST_CASE(a_change_set_with_none_before_it_is_refused) {
  for (const auto& make : {&general, &sliced}) {
    const auto frozen = make("s");
    const auto first = frozen->freeze();
    const auto second = frozen->freeze();
    const auto restored = make("s");
    BOOST_CHECK_EXCEPTION(restored->restore(*second), failure, [](const failure& thrown) {
      return says(thrown, error_code::internal, "change set 2 and has applied 0");
    });
    restored->restore(*first);
    restored->restore(*second);
    BOOST_CHECK_THROW(restored->restore(*second), failure);
  }
}

BOOST_AUTO_TEST_CASE(a_change_set_of_another_stage_or_operator_is_refused) {
  BOOST_CHECK_EXCEPTION(sliced("s")->restore(*sliced("t")->freeze()), failure, [](const failure& thrown) {
    return says(thrown, error_code::internal, "change set of stage 't'");
  });
  BOOST_CHECK_EXCEPTION(general("s")->restore(*sliced("s")->freeze()), failure, [](const failure& thrown) {
    return says(thrown, error_code::internal, "operator of another type");
  });
}

BOOST_AUTO_TEST_CASE(an_operator_whose_contents_nothing_can_copy_says_so_when_it_is_frozen) {
  const auto driven = make_window_operator<int, number>(tens_of(unique_total{}));
  operator_harness<int, number, number> on(*driven);
  on.feed(1, 3, event_time{5});
  BOOST_CHECK_EXCEPTION(static_cast<void>(driven->freeze()), failure, [](const failure& thrown) {
    return says(thrown, error_code::not_supported_yet, "stage 's' cannot be copied");
  });
}

BOOST_AUTO_TEST_SUITE_END()
