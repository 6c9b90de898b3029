#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <string>
#include <tests/core/pipeline/clicks.hpp>
#include <vector>

using namespace millrace;

namespace {

const collection_sink<row<std::string, std::uint64_t>> rows;
const collection_sink<late_event<std::string, click>> late;
const side_output<int> tag{"tag"};
const auto side_sink = callback_sink([](const timed_value<int>&) {});

auto counts_from(const auto& stream) {
  return stream.key_by(&click::product).window(tumbling::make({.size = 10ms})).aggregate(count());
}
auto timed(source_timing timing) {
  return counts_from(clicks_named("clicks", {}, timing)).to("out", rows).build("p");
}
auto counts() {
  return counts_from(clicks({})).named("counts");
}
auto windows() {
  return clicks({}).key_by(&click::product).window(tumbling::make({.size = 10ms}));
}

/// Windows over the rows of `stage`, by their key.
auto behind(const auto& stage) {
  return stage.key_by([](const auto& made) { return made.key; }).window(tumbling::make({.size = 10ms}));
}
const auto no_rows = callback_sink([](const auto&) {});
result<logical_plan> before_a_stage(const auto& windows) {
  return behind(windows.aggregate(count()).named("counts")).aggregate(count()).to("out", rows).build("p");
}

struct without_equality {
  int value = 0;
};

struct missing_source {
  using reader_type = collection_source<click>::reader_type;
  static constexpr bool blocking = true;
  [[nodiscard]] result<std::vector<reader_type>> open() const {
    return error{error_code::source_missing, "there is no file clicks.jsonl"};
  }
};

struct bad_plan {
  const char* what;
  std::function<result<logical_plan>()> build;
  error_code code;
  std::string message;
};

const std::vector<bad_plan> bad_plans{
    {"the pipeline has no name", [] { return counts().to("out", rows).build(""); }, error_code::option_missing,
     "the pipeline has an empty name"},
    {"a source has no name", [] { return counts_from(clicks_named("", {})).to("out", rows).build("p"); },
     error_code::option_missing, "source number 1 has an empty name"},
    {"two sources of one name",
     [] { return counts_from(clicks({}).union_with(clicks({}))).to("out", rows).build("p"); },
     error_code::plan_duplicate_name, "two sources are named 'clicks'; each needs a name of its own"},
    {"a stage has no name", [] { return counts().named("").to("out", rows).build("p"); }, error_code::option_missing,
     "stage number 1 has an empty name"},
    {"a sink has no name", [] { return counts().to("", rows).build("p"); }, error_code::option_missing,
     "sink number 1 has an empty name"},
    {"two sinks of one name", [] { return counts().late_to("out", late).to("out", rows).build("p"); },
     error_code::plan_duplicate_name, "two sinks are named 'out'; each needs a name of its own"},
    {"no sink", [] { return counts().build("p"); }, error_code::plan_incomplete,
     "the plan has no sink; at least one .to(), .late_to() or .side_to() is needed"},
    {"an idle timeout of 0", [] { return timed({.idle_timeout = 0ms}); }, error_code::option_out_of_range,
     "source 'clicks': idle timeout is 0 ms; more than 0 ms is accepted"},
    {"a negative rate", [] { return timed({.rate = -1}); }, error_code::option_out_of_range,
     "source 'clicks': rate is -1.000000; 0 (no limit) or a number of records per second is accepted"},
    {"a rate that is no number", [] { return timed({.rate = std::nan("")}); }, error_code::option_out_of_range,
     "source 'clicks': rate is nan; 0 (no limit) or a number of records per second is accepted"},
    {"a report interval of 0", [] { return timed({.report = report_mode::periodic(0ms)}); },
     error_code::option_out_of_range, "source 'clicks': report interval is 0 ms; more than 0 ms is accepted"},
    {"a negative wall clock lag", [] { return timed({.all_idle = all_idle_policy::wall_clock(-5ms)}); },
     error_code::option_out_of_range, "source 'clicks': wall_clock lag is -5 ms; 0 ms or more is accepted"},
    {"two policies in one stage",
     [] {
       const auto other = clicks_named("more", {}, {.all_idle = all_idle_policy::hold()});
       return counts_from(clicks({}).union_with(other)).to("out", rows).build("p");
     },
     error_code::option_conflict,
     "the sources of one stage need one all_idle policy: 'clicks' says flush_max, 'more' says hold"},
    {"two sources that report by rounds and by the clock",
     [] {
       const auto other = clicks_named("more", {}, {.report = report_mode::periodic(200ms)});
       return counts_from(clicks({}).union_with(other)).to("out", rows).build("p");
     },
     error_code::option_conflict,
     "the sources of one stage report by rounds or by the clock, not both: 'clicks' says rounds, 'more' says periodic "
     "200 ms"},
    {"a generator that is out of range",
     [] {
       const auto stream = from("clicks", collection_source<click>({}))
                               .event_time(time_of_click)
                               .watermarks(bounded_disorder({.delay = -5s}));
       return counts_from(stream).to("out", rows).build("p");
     },
     error_code::option_out_of_range, "source 'clicks': " + bounded_disorder({.delay = -5s}).check().error().message},
    {"a generator whose factory refused",
     [] {
       const auto stream = from("clicks", collection_source<click>({}))
                               .event_time(time_of_click)
                               .watermarks(bounded_disorder::make({.delay = -5s}));
       return counts_from(stream).to("out", rows).build("p");
     },
     error_code::option_out_of_range, "source 'clicks': " + bounded_disorder::make({.delay = -5s}).error().message},
    {"a source that is out of range",
     [] {
       const auto stream =
           from("clicks", generator_source<click>(1, [](std::uint64_t) { return click{}; }, {.splits = 0}))
               .event_time(time_of_click)
               .watermarks(monotonous{});
       return counts_from(stream).to("out", rows).build("p");
     },
     error_code::option_out_of_range, "source 'clicks': generator splits is 0; 1 or more is accepted"},
    {"a window whose factory refused",
     [] {
       return clicks({})
           .key_by(&click::product)
           .window(tumbling::make({.size = 0ms}))
           .aggregate(count())
           .named("counts")
           .to("out", rows)
           .build("p");
     },
     error_code::option_out_of_range, "stage 'counts': " + tumbling::make({.size = 0ms}).error().message},
    {"a negative lateness",
     [] { return windows().allowed_lateness(-1ms).aggregate(count()).named("counts").to("out", rows).build("p"); },
     error_code::option_out_of_range, "stage 'counts': allowed lateness is -1 ms; accepted is 0 or more, or forever"},
    {"a watermark step of 0",
     [] {
       return clicks({})
           .key_by(&click::product)
           .window(session::make({.gap = 1s}))
           .watermark_step(0ms)
           .aggregate(count())
           .to("out", rows)
           .build("p");
     },
     error_code::option_out_of_range, "stage 'stage': watermark step is 0 ms; more than 0 ms is accepted"},
    {"retract without an ==",
     [] {
       return windows()
           .emit(output_mode::retract)
           .process([](const auto&, const auto&) { return without_equality{}; })
           .to("out", callback_sink([](const row<std::string, without_equality>&) {}))
           .build("p");
     },
     error_code::option_conflict,
     "stage 'stage': output mode retract needs results that can be copied and compared with ==, and those of this "
     "function cannot; accepted are append and final_only"},
    {"upsert before another stage", [] { return before_a_stage(windows().emit(output_mode::upsert)); },
     error_code::not_supported_yet,
     "stage 'counts': output mode upsert makes rows that correct earlier ones, and a stage behind it does not take "
     "corrections; before key_by and window_all, append without allowed lateness and final_only are accepted"},
    {"retract before another stage", [] { return before_a_stage(windows().emit(output_mode::retract)); },
     error_code::not_supported_yet,
     "stage 'counts': output mode retract makes rows that correct earlier ones, and a stage behind it does not take "
     "corrections; before key_by and window_all, append without allowed lateness and final_only are accepted"},
    {"append with lateness before another stage", [] { return before_a_stage(windows().allowed_lateness(5s)); },
     error_code::not_supported_yet,
     "stage 'counts': output mode append with allowed lateness 5000 ms makes rows that correct earlier ones, and a "
     "stage behind it does not take corrections; before key_by and window_all, append without allowed lateness and "
     "final_only are accepted"},
    {"retract before one group for all rows",
     [] {
       const auto stage = windows().emit(output_mode::retract).aggregate(count());
       return stage.window_all(tumbling::make({.size = 1s})).aggregate(count()).to("out", no_rows).build("p");
     },
     error_code::not_supported_yet,
     "stage 'stage': output mode retract makes rows that correct earlier ones, and a stage behind it does not take "
     "corrections; before key_by and window_all, append without allowed lateness and final_only are accepted"},
    {"two stages of one name",
     [] { return behind(counts()).aggregate(count()).named("counts").to("out", rows).build("p"); },
     error_code::plan_duplicate_name, "two stages are named 'counts'; each needs a name of its own"},
    {"a second stage without a name",
     [] { return behind(counts()).aggregate(count()).named("").to("out", rows).build("p"); },
     error_code::option_missing, "stage number 2 has an empty name"},
    {"a second stage that is out of range",
     [] { return behind(counts()).allowed_lateness(-1ms).aggregate(count()).to("out", rows).build("p"); },
     error_code::option_out_of_range, "stage 'stage 2': allowed lateness is -1 ms; accepted is 0 or more, or forever"},
    {"two stages that are wrong: the one nearest to the source is named",
     [] {
       return behind(windows().allowed_lateness(-2ms).aggregate(count()))
           .allowed_lateness(-1ms)
           .aggregate(count())
           .to("out", rows)
           .build("p");
     },
     error_code::option_out_of_range, "stage 'stage': allowed lateness is -2 ms; accepted is 0 or more, or forever"},
    {"two sinks of one name in two stages",
     [] { return behind(counts().late_to("out", late)).aggregate(count()).to("out", rows).build("p"); },
     error_code::plan_duplicate_name, "two sinks are named 'out'; each needs a name of its own"},
    {"a side output declared twice",
     [] { return counts().side_to(tag, "one", side_sink).side_to(tag, "two", side_sink).to("out", rows).build("p"); },
     error_code::plan_duplicate_name, "stage 'counts': two side outputs are named 'tag'; each needs a name of its own"},
    {"a side output without a name",
     [] { return counts().side_to(side_output<int>{}, "one", side_sink).to("out", rows).build("p"); },
     error_code::option_missing, "stage 'counts': the tag of a side output has an empty name"},
    {"a sink whose factory refused",
     [] {
       const result<collection_sink<row<std::string, std::uint64_t>>> refused{
           error{error_code::option_missing, "no path is given"}};
       return counts().to("out", refused).build("p");
     },
     error_code::option_missing, "sink 'out': no path is given"},
    {"several things at once: the one nearest to the source is named",
     [] { return counts_from(clicks_named("clicks", {}, {.rate = -2})).named("").to("", rows).build("p"); },
     error_code::option_out_of_range,
     "source 'clicks': rate is -2.000000; 0 (no limit) or a number of records per second is accepted"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(plan_draft_suite)

BOOST_AUTO_TEST_CASE(a_plan_that_is_wrong_is_refused_saying_where_and_what_is_accepted) {
  for (const bad_plan& bad : bad_plans) {
    BOOST_TEST_CONTEXT(bad.what) {
      const auto built = bad.build();
      BOOST_TEST_REQUIRE(!built.has_value());
      BOOST_TEST(std::string(name_of(built.error().code)) == std::string(name_of(bad.code)));
      BOOST_TEST(built.error().message == bad.message);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_ends_of_every_range_are_accepted) {
  BOOST_TEST(timed({.idle_timeout = 1ms}).has_value());
  BOOST_TEST(timed({.all_idle = all_idle_policy::wall_clock(0ms)}).has_value());
  BOOST_TEST(timed({.report = report_mode::periodic(1ms)}).has_value());
  BOOST_TEST(timed({.rate = 0.5}).has_value());
  BOOST_TEST(windows().allowed_lateness(forever).aggregate(count()).to("out", rows).build("p").has_value());
  BOOST_TEST(before_a_stage(windows()).has_value());
  BOOST_TEST(before_a_stage(windows().allowed_lateness(0ms)).has_value());
  BOOST_TEST(before_a_stage(windows().emit(output_mode::final_only)).has_value());
  BOOST_TEST(before_a_stage(windows().emit(output_mode::final_only).allowed_lateness(forever)).has_value());
  // A name is unique among its kind; a stage and its sink may share one.
  BOOST_TEST(counts_from(clicks_named("counts", {})).named("counts").to("counts", rows).build("counts").has_value());
}

BOOST_AUTO_TEST_CASE(the_plan_holds_what_was_said) {
  const auto plan = counts_from(clicks_named("clicks", {{"a", 1}},
                                             {.idle_timeout = 1min,
                                              .all_idle = all_idle_policy::hold(),
                                              .report = report_mode::every_record(),
                                              .rate = 5}))
                        .named("counts")
                        .late_to("late", late)
                        .to("out", rows)
                        .build("p")
                        .value();
  BOOST_TEST(plan.name == "p");
  BOOST_TEST_REQUIRE(plan.sources.size() == 1U);
  const source_node& source = plan.sources[0];
  BOOST_TEST(source.name == "clicks");
  BOOST_TEST((source.idle_timeout == duration{60'000}));
  BOOST_TEST((source.all_idle == all_idle_policy::hold()));
  BOOST_TEST((source.report == report_mode::every_record()));
  BOOST_TEST(source.rate == 5);
  BOOST_TEST(source.reads_events);
  BOOST_TEST(!source.blocking);
  BOOST_TEST(source.open(128).value().size() == 1U);
  BOOST_TEST_REQUIRE(plan.stages.size() == 1U);
  const stage_node& stage = plan.stages[0];
  BOOST_TEST(stage.name == "counts");
  BOOST_TEST(stage.sources == std::vector<std::size_t>{0}, boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(stage.outputs.size() == 2U);
  BOOST_TEST(stage.outputs[0].name == "rows");
  BOOST_TEST(stage.outputs[0].sinks == std::vector<std::size_t>{1}, boost::test_tools::per_element());
  BOOST_TEST(stage.outputs[1].name == "late");
  BOOST_TEST(stage.outputs[1].sinks == std::vector<std::size_t>{0}, boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(plan.sinks.size() == 2U);
  BOOST_TEST(plan.sinks[0].name == "late");
  BOOST_TEST(plan.sinks[1].name == "out");
}

BOOST_AUTO_TEST_CASE(what_a_source_or_sink_cannot_open_is_said_with_its_name) {
  const auto stream = from("clicks", missing_source{}).event_time(time_of_click).watermarks(monotonous{});
  const auto plan = counts_from(stream).to("out", rows).build("p").value();
  BOOST_TEST(plan.sources[0].blocking);
  const auto opened = plan.sources[0].open(128);
  BOOST_TEST_REQUIRE(!opened.has_value());
  BOOST_TEST((opened.error().code == error_code::source_missing));
  BOOST_TEST(opened.error().message == "source 'clicks': there is no file clicks.jsonl");
}

BOOST_AUTO_TEST_SUITE_END()
