#include <millrace/core/error.hpp>
#include <millrace/core/protocol/watermark_service.hpp>
#include <string>

namespace millrace {

namespace {

[[noreturn]] void refuse(const round_report& report, const std::string& why) {
  throw failure(error_code::internal, "report of round " + std::to_string(report.round) + " of input " +
                                          std::to_string(report.input) + " of exchange " +
                                          std::to_string(report.exchange) + ": " + why);
}

}  // namespace

watermark_service::watermark_service(exchange_id exchange, std::size_t splits, all_idle_policy policy)
    : exchange_(exchange), combiner_(splits, policy) {}

round_answer watermark_service::on_report(const round_report& report) {
  check_order(report);
  for (const split_report& line : report.lines) apply(line);
  return answer(report.input, report.round);
}

std::optional<round_answer> watermark_service::on_clock(event_time now) {
  if (!combiner_.on_clock(now)) return std::nullopt;
  return answer(0, 0);
}

void watermark_service::check_order(const round_report& report) {
  if (report.exchange != exchange_) refuse(report, "exchange " + std::to_string(exchange_) + " is combined here");
  if (end_answered_) refuse(report, "every split has ended and no report is expected any more");
  if (report.input >= last_rounds_.size()) last_rounds_.resize(report.input + std::size_t{1});
  round_number& last = last_rounds_[report.input];
  if (report.round != last + 1) refuse(report, "round " + std::to_string(last + 1) + " is expected");
  last = report.round;
}

void watermark_service::apply(const split_report& line) {
  switch (line.event) {
    case split_event::watermark: combiner_.on_watermark(line.split, line.mark); break;
    case split_event::idle: combiner_.on_idle(line.split); break;
    case split_event::active: combiner_.on_active(line.split); break;
    case split_event::end: combiner_.on_end(line.split); break;
  }
}

round_answer watermark_service::answer(input_id input, round_number round) {
  end_answered_ = combiner_.ended();
  return {.exchange = exchange_,
          .number = ++answers_,
          .input = input,
          .round = round,
          .combined = combiner_.combined(),
          .idle = combiner_.idle(),
          .end = end_answered_};
}

}  // namespace millrace
