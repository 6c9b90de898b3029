#include <boost/test/unit_test.hpp>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <millrace/core/watermark/bounded_disorder.hpp>
#include <millrace/core/watermark/manual_watermarks.hpp>
#include <millrace/core/watermark/monotonous.hpp>
#include <millrace/core/watermark/punctuated.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

using namespace millrace;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t none = watermark::none().milliseconds;

using marks = std::vector<std::int64_t>;

/// What the generator says after each of these event times.
template <class Generator>
marks after_each(Generator generator, const std::vector<std::int64_t>& times) {
  marks said;
  for (const std::int64_t time : times) {
    generator.on_event(0, event_time{time});
    said.push_back(generator.current().milliseconds);
  }
  return said;
}

constexpr auto per_element = boost::test_tools::per_element();

struct token {
  bool flush;
};
const auto token_time = [](const token& seen, event_time time) {
  return seen.flush ? std::optional(watermark{time}) : std::nullopt;
};

static_assert(watermark_generator<bounded_disorder, std::string>);
static_assert(watermark_generator<monotonous, std::string>);
static_assert(watermark_generator<manual_watermarks, std::string>);
static_assert(watermark_generator<punctuated<decltype(token_time)>, token>);
static_assert(!watermark_generator<punctuated<decltype(token_time)>, std::string>, "the function takes tokens");
static_assert(storable_generator<bounded_disorder> && storable_generator<monotonous>);
static_assert(storable_generator<manual_watermarks> && storable_generator<punctuated<decltype(token_time)>>);
static_assert(!storable_generator<int*>, "a pointer is nothing to store");
static_assert(!std::convertible_to<bounded_disorder::options, bounded_disorder>);
static_assert(bounded_disorder::reads_events && monotonous::reads_events && punctuated<int (*)()>::reads_events);
static_assert(!manual_watermarks::reads_events, "an event does not wake an idle split");

}  // namespace

BOOST_AUTO_TEST_SUITE(generators)

BOOST_AUTO_TEST_CASE(every_generator_starts_without_a_watermark) {
  BOOST_TEST(bounded_disorder({.delay = 0ms}).current().milliseconds == none);
  BOOST_TEST(bounded_disorder({.delay = 5s}).current().milliseconds == none);
  BOOST_TEST(monotonous{}.current().milliseconds == none);
  BOOST_TEST(punctuated(token_time).current().milliseconds == none);
  BOOST_TEST(manual_watermarks{}.current().milliseconds == none);
}

BOOST_AUTO_TEST_CASE(bounded_disorder_stays_its_delay_behind_the_greatest_time) {
  BOOST_TEST(after_each(bounded_disorder({.delay = 10ms}), {12345, 12300, 12340, 12280, 12346}) ==
                 (marks{12335, 12335, 12335, 12335, 12336}),
             per_element);
}

BOOST_AUTO_TEST_CASE(bounded_disorder_works_before_1970) {
  BOOST_TEST(after_each(bounded_disorder({.delay = 2s}), {-5000, -6000, 1000}) == (marks{-7000, -7000, -1000}),
             per_element);
}

BOOST_AUTO_TEST_CASE(bounded_disorder_saturates_at_the_start_of_the_time_line) {
  BOOST_TEST(after_each(bounded_disorder({.delay = 10ms}), {none + 5, none + 11}) == (marks{none, none + 1}),
             per_element);
  BOOST_TEST(after_each(bounded_disorder({.delay = forever}), {-2}) == (marks{none}), per_element);
}

BOOST_AUTO_TEST_CASE(bounded_disorder_takes_a_delay_of_0_or_more) {
  BOOST_TEST(bounded_disorder::make({.delay = 0ms}).has_value());
  BOOST_TEST(bounded_disorder::make({.delay = forever}).has_value());
  BOOST_TEST(bounded_disorder({.delay = 5s}).check().has_value());
}

BOOST_AUTO_TEST_CASE(bounded_disorder_refuses_a_delay_below_0_and_says_so) {
  const auto made = bounded_disorder::make({.delay = -5ms});
  BOOST_REQUIRE(!made.has_value());
  BOOST_TEST((made.error().code == error_code::option_out_of_range));
  BOOST_TEST(made.error().message == "bounded_disorder: delay is -5 ms; accepted: 0 ms or more");
  const auto checked = bounded_disorder({.delay = -5ms}).check();
  BOOST_REQUIRE(!checked.has_value());
  BOOST_TEST(checked.error().message == made.error().message);
}

BOOST_AUTO_TEST_CASE(monotonous_is_the_greatest_time) {
  BOOST_TEST(after_each(monotonous{}, {1337, 1337, 1300, 1338}) == (marks{1337, 1337, 1337, 1338}), per_element);
}

BOOST_AUTO_TEST_CASE(punctuated_moves_with_the_events_that_say_so) {
  punctuated generator(token_time);
  generator.on_event(token{false}, event_time{100});
  BOOST_TEST(generator.current().milliseconds == none);
  generator.on_event(token{true}, event_time{90});
  BOOST_TEST(generator.current().milliseconds == 90);
  generator.on_event(token{false}, event_time{200});
  BOOST_TEST(generator.current().milliseconds == 90);
}

BOOST_AUTO_TEST_CASE(punctuated_never_falls) {
  punctuated generator(token_time);
  generator.on_event(token{true}, event_time{90});
  generator.on_event(token{true}, event_time{80});
  BOOST_TEST(generator.current().milliseconds == 90);
}

BOOST_AUTO_TEST_CASE(copies_of_a_punctuated_generator_keep_state_of_their_own) {
  const auto every_second = [seen = 0](int, event_time time) mutable {
    return ++seen % 2 == 0 ? std::optional(watermark{time}) : std::nullopt;
  };
  punctuated first(every_second);
  first.on_event(0, event_time{1});
  punctuated second = first;
  first.on_event(0, event_time{2});
  BOOST_TEST(first.current().milliseconds == 2);
  BOOST_TEST(second.current().milliseconds == none);
  second.on_event(0, event_time{3});
  BOOST_TEST(second.current().milliseconds == 3);
}

BOOST_AUTO_TEST_CASE(what_the_function_of_a_punctuated_generator_throws_gets_out) {
  punctuated generator([](int, event_time) -> std::optional<watermark> { throw std::runtime_error("no"); });
  BOOST_CHECK_THROW(generator.on_event(0, event_time{1}), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(manual_watermarks_move_when_they_are_set_and_never_by_an_event) {
  manual_watermarks generator;
  generator.on_event(0, event_time{500});
  BOOST_TEST(generator.current().milliseconds == none);
  generator.set(watermark{26});
  generator.set(watermark{19});
  BOOST_TEST(generator.current().milliseconds == 26);
  generator.set(watermark{43});
  BOOST_TEST(generator.current().milliseconds == 43);
}

BOOST_AUTO_TEST_CASE(a_generator_names_itself_for_the_plan) {
  BOOST_TEST(bounded_disorder({.delay = 5s}).describe() == "bounded 5000 ms");
  BOOST_TEST(monotonous{}.describe() == "monotonous");
  BOOST_TEST(punctuated(token_time).describe() == "punctuated");
  BOOST_TEST(manual_watermarks{}.describe() == "manual");
}

BOOST_AUTO_TEST_CASE(a_generator_goes_on_from_its_state_with_options_and_functions_of_its_own) {
  const auto goes_on = [](auto first, auto second, std::int64_t before, std::int64_t after) {
    if constexpr (decltype(first)::reads_events) {
      first.on_event(token{true}, event_time{before});
    } else {
      first.set(watermark{before});
    }
    using kept = generator_state<decltype(first)>;
    second.set_state(value_of_bytes<kept>(stored_bytes<kept>(first.state())));
    BOOST_TEST(second.current().milliseconds == after);
    second.on_event(token{false}, event_time{before - 1000});
    BOOST_TEST(second.current().milliseconds == after);
  };
  goes_on(bounded_disorder({.delay = 5ms}), bounded_disorder({.delay = 20ms}), 100, 80);
  goes_on(monotonous{}, monotonous{}, 100, 100);
  goes_on(manual_watermarks{}, manual_watermarks{}, 100, 100);
  goes_on(punctuated(token_time), punctuated(token_time), 100, 100);
}

BOOST_AUTO_TEST_SUITE_END()
