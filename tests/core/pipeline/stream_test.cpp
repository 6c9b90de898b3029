#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <tests/core/pipeline/clicks.hpp>
#include <tests/core/pipeline/expect_lines.hpp>
#include <tests/core/pipeline/plain_engine.hpp>
#include <utility>
#include <vector>

using namespace millrace;

namespace {

/// Counts by 10 ms windows in a collection: the shortest way from a keyed stream to rows.
template <class Keyed>
std::vector<std::string> counted(const Keyed& keyed, plain_engine_options options = {}) {
  collection_sink<row<std::string, std::uint64_t>> kept;
  const auto plan =
      keyed.window(tumbling::make({.size = 10ms})).aggregate(count()).to("out", kept).build("counted").value();
  plain_engine::run(plan, options);
  return written(kept.rows());
}

/// Gives records and signals of its own as they are listed.
struct scripted_source {
  struct entry {
    read_outcome outcome;
    click record{};
  };
  struct reader_type {
    using value_type = click;
    std::vector<entry> script;
    std::size_t next = 0;
    read_outcome read(click& into) {
      if (next == script.size()) return {.status = read_status::end};
      into = script[next].record;
      return script[next++].outcome;
    }
  };
  static constexpr bool blocking = false;
  std::vector<entry> script;
  [[nodiscard]] result<std::vector<reader_type>> open() const {
    return std::vector<reader_type>{reader_type{.script = script}};
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(stream_suite)

BOOST_AUTO_TEST_CASE(events_are_counted_by_key_and_window) {
  const auto stream = clicks({{"a", 1}, {"b", 5}, {"a", 9}, {"a", 12}});
  expect_lines(counted(stream.key_by(&click::product)), {"a [0, 10) 2", "b [0, 10) 1", "a [10, 20) 1"});
}

BOOST_AUTO_TEST_CASE(rows_do_not_depend_on_receivers_batches_or_rounds) {
  std::vector<click> many;
  for (std::int64_t i = 0; i < 500; ++i) many.push_back({std::string(1, static_cast<char>('a' + i % 7)), i / 3});
  const auto keyed = clicks(many).key_by(&click::product);
  const auto expected = counted(keyed);
  BOOST_TEST(expected.size() > 100U);
  for (const plain_engine_options options : {plain_engine_options{.receivers = 1, .round = 1, .batch = 1},
                                             plain_engine_options{.receivers = 7, .round = 64, .batch = 3},
                                             plain_engine_options{.receivers = 128, .round = 4096, .batch = 4096}}) {
    expect_lines(counted(keyed, options), expected);
  }
}

BOOST_AUTO_TEST_CASE(filter_map_and_flat_map_run_in_their_order_and_the_event_time_stays) {
  const auto stream = clicks({{"a", 1, 2}, {"b", 2, 0}, {"c", 13, 1}})
                          .filter([](const click& given) { return given.amount > 0; })
                          .map([](click given) {
                            given.time = 99;  // the field alone: the time of the event was taken before
                            return given;
                          })
                          .flat_map([](const click& given, auto&& emit) {
                            for (std::int64_t i = 0; i < given.amount; ++i) emit(given);
                          });
  expect_lines(counted(stream.key_by(&click::product)), {"a [0, 10) 2", "c [10, 20) 1"});
}

BOOST_AUTO_TEST_CASE(steps_may_change_the_type) {
  const auto words =
      from("lines", collection_source<std::pair<std::string, std::int64_t>>({{"to be or", 1}, {"be", 12}}))
          .event_time([](const auto& line) { return event_time{line.second}; })
          .watermarks(monotonous{})
          .map([](auto&& line) { return std::move(line.first); })
          .flat_map<std::string>([](const std::string& line, auto&& emit) {
            for (std::size_t from = 0; from < line.size();) {
              const std::size_t to = std::min(line.find(' ', from), line.size());
              emit(line.substr(from, to - from));
              from = to + 1;
            }
          });
  expect_lines(counted(words.key_by([](const std::string& word) { return word; })),
               {"be [0, 10) 1", "or [0, 10) 1", "to [0, 10) 1", "be [10, 20) 1"});
}

BOOST_AUTO_TEST_CASE(a_value_function_chooses_what_goes_to_the_windows) {
  collection_sink<row<std::string, std::int64_t>> kept;
  const auto plan = clicks({{"a", 1, 20}, {"a", 2, 22}})
                        .key_by(&click::product, &click::amount)
                        .window(tumbling::make({.size = 10ms}))
                        .aggregate(sum())
                        .to("out", kept)
                        .build("sums");
  plain_engine::run(plan.value());
  expect_lines(written(kept.rows()), {"a [0, 10) 42"});
}

BOOST_AUTO_TEST_CASE(a_union_takes_the_events_of_all_and_the_minimum_of_their_watermarks) {
  const auto fast = clicks_named("fast", {{"a", 1}, {"a", 95}});
  const auto slow =
      clicks_named("slow", {{"a", 2}, {"a", 3}}).filter([](const click& given) { return given.time > 2; });
  const auto third = clicks_named("third", {{"b", 4}});
  expect_lines(counted(fast.union_with(slow).union_with(third).key_by(&click::product), {.round = 1}),
               {"a [0, 10) 2", "b [0, 10) 1", "a [90, 100) 1"});
}

BOOST_AUTO_TEST_CASE(steps_behind_a_union_run_on_every_branch) {
  const auto both = clicks_named("one", {{"a", 1}}).union_with(clicks_named("two", {{"b", 2}}));
  const auto renamed = both.map([](click given) {
    given.product += "!";
    return given;
  });
  expect_lines(counted(renamed.key_by(&click::product)), {"a! [0, 10) 1", "b! [0, 10) 1"});
}

BOOST_AUTO_TEST_CASE(several_splits_are_read_with_a_generator_each) {
  const auto source = collection_source<click>::splits({{{"a", 50}, {"a", 51}}, {{"a", 1}, {"b", 52}}});
  const auto stream = from("clicks", source).event_time(time_of_click).watermarks(monotonous{});
  // Under one generator the event at 1 would come behind 50; with one a split it is on time.
  expect_lines(counted(stream.key_by(&click::product)), {"a [0, 10) 1", "a [50, 60) 2", "b [50, 60) 1"});
}

BOOST_AUTO_TEST_CASE(a_reader_may_give_watermarks_and_idleness_of_its_own) {
  collection_sink<row<std::string, std::uint64_t>> kept;
  collection_sink<late_event<std::string, click>> late;
  const scripted_source source{.script = {{{read_status::record}, {"a", 5}},
                                          {{read_status::watermark, watermark{10}}},
                                          {{read_status::record}, {"a", 6}},
                                          {{read_status::idle}},
                                          {{read_status::active}},
                                          {{read_status::record}, {"a", 15}}}};
  const auto plan = from("scripted", source)
                        .event_time(time_of_click)
                        .watermarks(manual_watermarks{}, {.all_idle = all_idle_policy::hold()})
                        .key_by(&click::product)
                        .window(tumbling::make({.size = 10ms}))
                        .aggregate(count())
                        .late_to("late", late)
                        .to("out", kept)
                        .build("manual");
  plain_engine::run(plan.value());
  expect_lines(written(kept.rows()), {"a [0, 10) 1", "a [10, 20) 1"});
  BOOST_TEST_REQUIRE(late.rows().size() == 1U);
  BOOST_TEST(late.rows()[0].event.time == 6);
  BOOST_TEST((late.rows()[0].judged_by == watermark{10}));
  const auto steps = kept.steps();
  const auto idle = std::count_if(steps.begin(), steps.end(), [](const step_mark& mark) { return mark.idle; });
  BOOST_TEST(idle == 1);
}

BOOST_AUTO_TEST_CASE(a_chain_can_be_cut_anywhere_and_used_twice) {
  const auto stream = clicks({{"a", 1}, {"b", 2}});
  const auto keyed = stream.key_by(&click::product);
  expect_lines(counted(keyed), {"a [0, 10) 1", "b [0, 10) 1"});
  const auto only_a = stream.filter([](const click& given) { return given.product == "a"; });
  expect_lines(counted(only_a.key_by(&click::product)), {"a [0, 10) 1"});
  expect_lines(counted(keyed), {"a [0, 10) 1", "b [0, 10) 1"});
}

BOOST_AUTO_TEST_SUITE_END()
