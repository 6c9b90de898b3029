#include "examples/conformance/case_file.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>

using namespace conformance;

namespace {

constexpr auto greatest = std::numeric_limits<std::int64_t>::max();
constexpr auto least = std::numeric_limits<std::int64_t>::min();

const std::string pipeline =
    R"({"operator":"window","window":{"type":"sliding","size_ms":20,"slide_ms":10,"offset_ms":-1},"time":"event",)"
    R"("trigger":null,"evictor":null,"allowed_lateness_ms":9223372036854775807,"function":"collect","emit":"retract",)"
    R"("late_output":true,"watermarks":{"strategy":"bounded","delay_ms":5,"per_event":false},"sources":2,)"
    R"("idle_timeout_ms":100})";
const std::string steps = R"([{"event":{"source":1,"key":"k","ts":-9223372036854775808,"value":9223372036854775807}},)"
                          R"({"watermark":{"source":0,"ts":7}},{"idle":{"source":0}},{"active":{"source":0}},)"
                          R"({"advance_processing_time":{"to_ms":50}},{"end":{"source":1}}])";
const std::string expect =
    R"({"outputs":[{"after_step":5,"kind":"-D","key":"k","window":[-1,19],"value":[1,2],"ts":18,"value_list":[2,1]},)"
    R"({"after_step":5,"kind":"+I","key":"k","window":null,"value":3,"ts":18}],)"
    R"("late":[{"after_step":4,"key":"k","ts":1,"value":2,"missed":[[-11,9],[-1,19]]}],"dropped_late":0,)"
    R"("watermark_out":[{"after_step":5,"ts":9223372036854775807}],"idle_out":[{"after_step":2,"idle":true}],)"
    R"("partly_late":3,"open_windows_at_end":0,"ordered_by_ts":true})";

std::string line_of(const std::string& pipeline_text = pipeline, const std::string& steps_text = steps,
                    const std::string& expect_text = expect) {
  return R"({"id":"one","area":"a","pipeline":)" + pipeline_text + R"(,"steps":)" + steps_text + R"(,"expect":)" +
         expect_text + R"(,"optional":true})";
}

std::string replaced(std::string text, const std::string& part, const std::string& other) {
  const auto at = text.find(part);
  BOOST_REQUIRE(at != std::string::npos);
  return text.replace(at, part.size(), other);
}

std::string refusal_of(const std::string& line) {
  try {
    static_cast<void>(read_case(line));
  } catch (const bad_case& reason) {
    return reason.what();
  }
  return "accepted";
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_pipeline_of_a_case_is_read_with_integers_exact) {
  const auto read = read_case(line_of());
  BOOST_TEST(read.id == "one");
  BOOST_TEST(read.optional);
  BOOST_TEST((read.pipeline.window.type == window_type::sliding));
  BOOST_TEST(read.pipeline.window.offset_ms == -1);
  BOOST_TEST(read.pipeline.allowed_lateness_ms == greatest);
  BOOST_TEST((read.pipeline.function == function_name::collect));
  BOOST_TEST((read.pipeline.emit == emit_mode::retract));
  BOOST_TEST((read.pipeline.strategy == watermark_strategy::bounded));
  BOOST_TEST(!read.pipeline.per_event);
  BOOST_TEST(read.pipeline.sources == 2U);
  BOOST_TEST(read.pipeline.idle_timeout_ms.value() == 100);
}

BOOST_AUTO_TEST_CASE(every_kind_of_step_is_read) {
  const auto read = read_case(line_of());
  BOOST_REQUIRE(read.steps.size() == 6U);
  BOOST_TEST(std::get<event_step>(read.steps[0]).ts == least);
  BOOST_TEST(std::get<event_step>(read.steps[0]).value == greatest);
  BOOST_TEST(std::get<watermark_step>(read.steps[1]).ts == 7);
  BOOST_TEST(std::get<idle_step>(read.steps[2]).source == 0U);
  BOOST_TEST(std::get<active_step>(read.steps[3]).source == 0U);
  BOOST_TEST(std::get<clock_step>(read.steps[4]).to_ms == 50);
  BOOST_TEST(std::get<end_step>(read.steps[5]).source == 1U);
}

BOOST_AUTO_TEST_CASE(every_part_of_the_expectation_is_read) {
  const auto wanted = read_case(line_of()).expect;
  BOOST_REQUIRE(wanted.outputs.size() == 2U);
  BOOST_TEST((wanted.outputs[0].value == answer(std::vector<std::int64_t>{1, 2})));
  BOOST_TEST((wanted.outputs[0].value_list == std::vector<std::int64_t>{2, 1}));
  BOOST_TEST((wanted.outputs[1].value == answer(std::int64_t{3})));
  BOOST_TEST(!wanted.outputs[1].window.has_value());
  BOOST_TEST((wanted.late[0].missed == std::vector<window_bounds>{{-11, 9}, {-1, 19}}));
  BOOST_TEST((wanted.watermark_out == std::vector<watermark_change>{{5, greatest}}));
  BOOST_TEST((wanted.idle_out == std::vector<idle_change>{{2, true}}));
  BOOST_TEST(wanted.partly_late == 3U);
  BOOST_TEST(wanted.open_windows_at_end.value() == 0U);
  BOOST_TEST(wanted.ordered_by_ts);
}

BOOST_AUTO_TEST_CASE(what_is_not_json_is_refused) {
  BOOST_TEST(refusal_of("# a heading").find("not JSON") == 0U);
}

BOOST_AUTO_TEST_CASE(a_missing_field_is_named) {
  BOOST_TEST(refusal_of(line_of(replaced(pipeline, "slide_ms", "slide"))) ==
             "field pipeline.window.slide_ms is missing");
}

BOOST_AUTO_TEST_CASE(a_number_that_is_no_integer_is_refused_and_named) {
  BOOST_TEST(refusal_of(line_of(pipeline, replaced(steps, "\"ts\":7", "\"ts\":7.5"))) ==
             "field steps[1].watermark.ts is not a 64-bit integer");
}

BOOST_AUTO_TEST_CASE(an_unknown_name_is_refused_and_the_accepted_ones_are_listed) {
  BOOST_TEST(refusal_of(line_of(replaced(pipeline, "retract", "retracts"))) ==
             "field pipeline.emit is \"retracts\"; accepted are append, retract, upsert, final_only");
}

BOOST_AUTO_TEST_CASE(a_source_that_the_pipeline_does_not_have_is_refused) {
  BOOST_TEST(refusal_of(line_of(pipeline, replaced(steps, "\"source\":1", "\"source\":2"))) ==
             "field steps[0].event.source is 2; accepted is 0 to 1");
}

BOOST_AUTO_TEST_CASE(a_step_of_an_input_that_has_ended_is_refused) {
  BOOST_TEST(refusal_of(line_of(pipeline, replaced(steps, R"({"idle":{"source":0}})", R"({"end":{"source":0}})"))) ==
             "field steps[3] is a step of input 0, which has ended");
}

BOOST_AUTO_TEST_CASE(an_expectation_after_the_last_step_is_refused) {
  BOOST_TEST(refusal_of(line_of(pipeline, steps, replaced(expect, "\"after_step\":4", "\"after_step\":6"))) ==
             "field expect.late[0].after_step is 6; accepted is 0 to 5");
}

BOOST_AUTO_TEST_CASE(an_unknown_step_is_refused) {
  BOOST_TEST(refusal_of(line_of(pipeline, replaced(steps, "\"idle\"", "\"sleep\""))).find("the step \"sleep\"") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_named) {
  BOOST_CHECK_EXCEPTION(static_cast<void>(read_cases("no_such_file")), bad_case, [](const bad_case& reason) {
    return std::string(reason.what()).find("no_such_file cannot be opened") == 0;
  });
}

BOOST_AUTO_TEST_CASE(a_bad_line_of_a_file_is_named_with_its_number) {
  BOOST_CHECK_EXCEPTION(static_cast<void>(read_cases("tests/conformance/README.md")), bad_case,
                        [](const bad_case& reason) {
                          return std::string(reason.what()).find("tests/conformance/README.md line 1: not JSON") == 0;
                        });
}

BOOST_AUTO_TEST_CASE(a_folder_is_refused) {
  BOOST_CHECK_THROW(static_cast<void>(read_cases("tests/conformance")), bad_case);
}
