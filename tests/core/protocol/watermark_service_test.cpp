#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/watermark_service.hpp>
#include <string>
#include <vector>

using namespace millrace;

namespace {

constexpr std::int64_t none = watermark::none().milliseconds;
constexpr exchange_id exchange = 3;

split_report mark(split_id split, std::int64_t time) {
  return {.split = split, .event = split_event::watermark, .mark = watermark{time}};
}
split_report line(split_id split, split_event event) {
  return {.split = split, .event = event, .mark = {}};
}

round_report report(input_id input, round_number round, std::vector<split_report> lines = {}) {
  return {.exchange = exchange, .input = input, .round = round, .lines = std::move(lines)};
}

auto refuses_with(std::string words) {
  return [words](const failure& thrown) {
    return thrown.reason().code == error_code::internal && thrown.reason().message.find(words) != std::string::npos;
  };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(answering_reports)

BOOST_AUTO_TEST_CASE(every_report_is_answered_by_number_whether_or_not_anything_changed) {
  watermark_service service(exchange, 2);
  BOOST_TEST((service.on_report(report(0, 1)) ==
              round_answer{.exchange = exchange, .number = 1, .input = 0, .round = 1, .combined = {}}));
  BOOST_TEST((service.on_report(report(1, 1, {mark(1, 50)})) ==
              round_answer{.exchange = exchange, .number = 2, .input = 1, .round = 1, .combined = {}}));
  BOOST_TEST((service.on_report(report(1, 2)) ==
              round_answer{.exchange = exchange, .number = 3, .input = 1, .round = 2, .combined = {}}));
  BOOST_TEST((service.on_report(report(0, 2, {mark(0, 20)})) ==
              round_answer{.exchange = exchange, .number = 4, .input = 0, .round = 2, .combined = watermark{20}}));
}

BOOST_AUTO_TEST_CASE(lines_apply_in_their_order) {
  watermark_service marks_first(exchange, 2);
  marks_first.on_report(report(0, 1, {mark(0, 10), mark(1, 20), line(1, split_event::idle)}));
  marks_first.on_report(report(0, 2, {line(0, split_event::idle)}));
  BOOST_TEST(marks_first.combined().milliseconds == 20);

  watermark_service idle_first(exchange, 2);
  idle_first.on_report(report(0, 1, {line(1, split_event::idle), mark(0, 10), mark(1, 20)}));
  const auto answer = idle_first.on_report(report(0, 2, {line(0, split_event::idle)}));
  BOOST_TEST(answer.combined.milliseconds == 10);  // 20 came from an idle split
  BOOST_TEST(answer.idle);
}

BOOST_AUTO_TEST_CASE(idle_and_active_show_in_the_answer) {
  watermark_service service(exchange, 1);
  BOOST_TEST(service.on_report(report(0, 1, {mark(0, 5), line(0, split_event::idle)})).idle);
  BOOST_TEST(service.idle());
  BOOST_TEST(!service.on_report(report(0, 2, {line(0, split_event::active)})).idle);
}

BOOST_AUTO_TEST_CASE(the_answer_to_the_last_end_says_end_and_no_report_follows) {
  watermark_service service(exchange, 2);
  const auto first = service.on_report(report(0, 1, {mark(0, 5), line(0, split_event::end)}));
  BOOST_TEST(!first.end);
  BOOST_TEST(!service.ended());
  const auto last = service.on_report(report(1, 1, {line(1, split_event::end)}));
  BOOST_TEST(last.end);
  BOOST_TEST(!last.idle);
  BOOST_TEST((last.combined == watermark::final()));
  BOOST_TEST(service.ended());
  BOOST_CHECK_EXCEPTION(service.on_report(report(1, 2)), failure, refuses_with("every split has ended"));
}

BOOST_AUTO_TEST_CASE(an_ended_input_may_still_report_rounds_without_lines) {
  watermark_service service(exchange, 2);
  service.on_report(report(0, 1, {line(0, split_event::end)}));
  BOOST_TEST(service.on_report(report(0, 2)).number == 2U);
}

BOOST_AUTO_TEST_CASE(an_exchange_without_splits_ends_with_its_first_report) {
  watermark_service service(exchange, 0);
  BOOST_TEST(!service.ended());
  const auto answer = service.on_report(report(0, 1));
  BOOST_TEST(answer.end);
  BOOST_TEST((answer.combined == watermark::final()));
}

BOOST_AUTO_TEST_CASE(the_rounds_of_an_input_follow_one_another_from_1) {
  const auto refused = [](std::vector<round_number> good, round_number bad) {
    watermark_service service(exchange, 1);
    for (const round_number round : good) service.on_report(report(2, round));
    BOOST_CHECK_EXCEPTION(service.on_report(report(2, bad)), failure,
                          refuses_with("report of round " + std::to_string(bad) + " of input 2 of exchange 3: round " +
                                       std::to_string(good.size() + 1) + " is expected"));
  };
  refused({}, 0);
  refused({}, 2);
  refused({1}, 1);
  refused({1, 2}, 4);
}

BOOST_AUTO_TEST_CASE(the_rounds_of_inputs_are_counted_apart) {
  watermark_service service(exchange, 1);
  service.on_report(report(1, 1));
  service.on_report(report(1, 2));
  BOOST_TEST(service.on_report(report(0, 1)).number == 3U);
  BOOST_TEST(service.on_report(report(1, 3)).number == 4U);
}

BOOST_AUTO_TEST_CASE(a_report_of_another_exchange_is_a_bug) {
  watermark_service service(exchange, 1);
  auto other = report(0, 1);
  other.exchange = 4;
  BOOST_CHECK_EXCEPTION(service.on_report(other), failure, refuses_with("exchange 3 is combined here"));
}

BOOST_AUTO_TEST_CASE(a_line_of_an_ended_split_is_an_error_that_names_it) {
  watermark_service service(exchange, 2);
  service.on_report(report(0, 1, {line(1, split_event::end)}));
  BOOST_CHECK_EXCEPTION(service.on_report(report(0, 2, {mark(1, 5)})), failure, [](const failure& thrown) {
    return thrown.reason().code == error_code::event_after_end &&
           thrown.reason().message.find("split 1 ") != std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(the_clock_is_answered_only_when_it_changed_something) {
  watermark_service service(exchange, 1, all_idle_policy::wall_clock(duration{10}));
  BOOST_TEST(!service.on_clock(event_time{500}));
  BOOST_TEST(!service.follows_clock());
  const auto idle = service.on_report(report(0, 1, {mark(0, 5), line(0, split_event::idle)}));
  BOOST_TEST(!idle.idle);
  BOOST_TEST(service.follows_clock());
  const auto answer = service.on_clock(event_time{500});
  BOOST_REQUIRE(answer.has_value());
  BOOST_TEST(
      (*answer == round_answer{.exchange = exchange, .number = 2, .input = 0, .round = 0, .combined = watermark{490}}));
  BOOST_TEST(!service.on_clock(event_time{500}));
  BOOST_TEST(!service.on_clock(event_time{400}));
  BOOST_TEST(service.on_report(report(0, 2, {line(0, split_event::active)})).number == 3U);
  BOOST_TEST(!service.follows_clock());
}

BOOST_AUTO_TEST_CASE(before_any_report_nothing_is_promised) {
  const watermark_service service(exchange, 1);
  BOOST_TEST(service.combined().milliseconds == none);
  BOOST_TEST(!service.idle());
}

BOOST_AUTO_TEST_SUITE_END()
