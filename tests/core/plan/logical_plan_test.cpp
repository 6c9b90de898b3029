#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <tests/core/pipeline/clicks.hpp>

using namespace millrace;

BOOST_AUTO_TEST_SUITE(logical_plan_suite)

BOOST_AUTO_TEST_CASE(a_plan_is_explained_a_line_a_part) {
  const side_output<int> dear{"dear"};
  const auto more = from("more", collection_source<click>::splits({{{"b", 2}}, {}}))
                        .event_time(time_of_click)
                        .watermarks(monotonous{}, {.report = report_mode::every_record(), .rate = 2.5});
  const auto plan = clicks_named("clicks", {{"a", 1}}, {.idle_timeout = 1min})
                        .filter([](const click&) { return true; })
                        .union_with(more)
                        .map([](click given) { return given; })
                        .key_by(&click::product)
                        .window(tumbling::make({.size = 5min}))
                        .allowed_lateness(1min)
                        .emit(output_mode::retract)
                        .aggregate(count(), sum(&click::amount))
                        .named("counts")
                        .side_to(dear, "dear clicks", callback_sink([](const timed_value<int>&) {}))
                        .map([](const auto& made) { return made.key; })
                        .to("out", collection_sink<std::string>())
                        .to("copy", callback_sink([](const std::string&) {}))
                        .build("clicks-per-product");
  BOOST_TEST(plan.value().explain() ==
             "pipeline 'clicks-per-product'\n"
             "source 'clicks': collection of 1 element\n"
             "  steps: event time, bounded 0 ms, filter, map, key by\n"
             "  timing: idle after 60000 ms, when all are idle flush_max, reports rounds\n"
             "source 'more': collection of 1 element in 2 splits\n"
             "  steps: event time, monotonous, map, key by\n"
             "  timing: never idle by time, when all are idle flush_max, reports every_record, at most 2.5 "
             "records/s\n"
             "exchange 0: 'clicks', 'more' to stage 'counts', by key group\n"
             "stage 'counts': tumbling 300000 ms, allowed lateness 60000 ms, retract\n"
             "  operator: sliced window operator (count, sum, map): tumbling and sliding aggregates share slices\n"
             "  output 'rows' to 'out', 'copy'\n"
             "  output 'late': not connected\n"
             "  output 'dear' to 'dear clicks'\n"
             "sink 'dear clicks': callback\n"
             "sink 'out': collection\n"
             "sink 'copy': callback\n");
}

BOOST_AUTO_TEST_CASE(policies_and_special_lengths_have_words) {
  const auto plan =
      clicks_named("clicks", {}, {.all_idle = all_idle_policy::wall_clock(5s), .report = report_mode::every_record()})
          .window_all(session::make({.gap = 30s}))
          .watermark_step(7500ms)
          .allowed_lateness(forever)
          .aggregate(count())
          .to("out", callback_sink([](const row<no_key, std::uint64_t>&) {}))
          .build("sessions");
  const std::string words = plan.value().explain();
  const auto says = [&](const std::string& line) { return words.find(line + "\n") != std::string::npos; };
  BOOST_TEST(
      says("  operator: general window operator (count): windows that merge, or lie on no grid, share no slices"));
  BOOST_TEST_CONTEXT(words) {
    BOOST_TEST(says("  steps: event time, bounded 0 ms, one group"));
    BOOST_TEST(says("  timing: never idle by time, when all are idle wall_clock 5000 ms, reports every_record"));
    BOOST_TEST(says("stage 'stage': session gap 30000 ms, allowed lateness forever, append, watermark step 7500 ms"));
  }
}

BOOST_AUTO_TEST_CASE(every_exchange_is_shown_with_the_stages_that_it_joins) {
  const auto plan = clicks_named("clicks", {})
                        .key_by(&click::product)
                        .window(tumbling::make({.size = 10s}))
                        .aggregate(sum(&click::amount))
                        .named("products")
                        .late_to("late", callback_sink([](const late_event<std::string, click>&) {}))
                        .filter([](const auto& made) { return made.value > 0; })
                        .key_by([](const auto& made) { return made.value % 10; })
                        .window(tumbling::make({.size = 1min}))
                        .aggregate(count())
                        .named("digits")
                        .to("out", callback_sink([](const auto&) {}))
                        .build("two keys");
  BOOST_TEST(plan.value().explain() ==
             "pipeline 'two keys'\n"
             "source 'clicks': collection of 0 elements\n"
             "  steps: event time, bounded 0 ms, key by\n"
             "  timing: never idle by time, when all are idle flush_max, reports rounds\n"
             "exchange 0: 'clicks' to stage 'products', by key group\n"
             "stage 'products': tumbling 10000 ms, allowed lateness 0 ms, append\n"
             "  operator: sliced window operator (sum, filter, key by): tumbling and sliding aggregates share slices\n"
             "  output 'rows' to stage 'digits'\n"
             "  output 'late' to 'late'\n"
             "exchange 1: stage 'products' to stage 'digits', by key group\n"
             "stage 'digits': tumbling 60000 ms, allowed lateness 0 ms, append\n"
             "  operator: sliced window operator (count): tumbling and sliding aggregates share slices\n"
             "  output 'rows' to 'out'\n"
             "  output 'late': not connected\n"
             "sink 'late': callback\n"
             "sink 'out': callback\n");
}

BOOST_AUTO_TEST_SUITE_END()
