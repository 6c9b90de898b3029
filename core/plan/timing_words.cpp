#include <millrace/core/plan/timing_words.hpp>

namespace millrace {

std::string in_milliseconds(duration length) {
  return std::to_string(length.count()) + " ms";
}

std::string words_of(const all_idle_policy& policy) {
  switch (policy.what) {
    case all_idle_policy::kind::flush_max: return "flush_max";
    case all_idle_policy::kind::hold: return "hold";
    case all_idle_policy::kind::wall_clock: return "wall_clock " + in_milliseconds(policy.lag);
  }
  return "?";
}

std::string words_of(const report_mode& report) {
  switch (report.what) {
    case report_mode::kind::rounds: return "rounds";
    case report_mode::kind::every_record: return "every_record";
    case report_mode::kind::periodic: return "periodic " + in_milliseconds(report.interval);
  }
  return "?";
}

}  // namespace millrace
