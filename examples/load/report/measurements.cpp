#include "report/measurements.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace millrace::load {

namespace {

template <class Part>
std::vector<double> all(const std::vector<repetition>& done, Part part) {
  std::vector<double> values;
  for (const repetition& each : done) values.push_back(part(each));
  return values;
}

struct figures {
  double engine;
  double reference;
  double ratio;
  double ratio_min;
  double ratio_max;
  double peak_mib;
  std::uint64_t checkpoints;  // the fewest
  std::int64_t longest_freeze;
};

figures figures_of(const std::vector<repetition>& done) {
  const auto ratios =
      all(done, [](const repetition& each) { return each.events_per_second / each.reference_events_per_second; });
  const auto peaks =
      all(done, [](const repetition& each) { return static_cast<double>(each.peak_anonymous_bytes) / (1 << 20); });
  figures made{};
  made.engine = median(all(done, [](const repetition& each) { return each.events_per_second; }));
  made.reference = median(all(done, [](const repetition& each) { return each.reference_events_per_second; }));
  made.ratio = made.engine / made.reference;
  made.ratio_min = *std::min_element(ratios.begin(), ratios.end());
  made.ratio_max = *std::max_element(ratios.begin(), ratios.end());
  made.peak_mib = *std::max_element(peaks.begin(), peaks.end());
  made.checkpoints = done.front().checkpoints;
  for (const repetition& each : done) {
    made.checkpoints = std::min(made.checkpoints, each.checkpoints);
    made.longest_freeze = std::max<std::int64_t>(made.longest_freeze, each.longest_freeze.count());
  }
  return made;
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

bool all_match(const std::vector<repetition>& done) {
  return std::all_of(done.begin(), done.end(), [](const repetition& each) { return each.results_match; });
}

std::string heading() {
  return "run   engine M/s   reference M/s   ratio   results\n";
}

std::string line_of(std::size_t number, const repetition& done) {
  return fmt::format("{:>3}   {:>10.2f}   {:>13.2f}   {:>5.3f}   {} {}\n", number, done.events_per_second / 1e6,
                     done.reference_events_per_second / 1e6, done.events_per_second / done.reference_events_per_second,
                     done.results, done.results_match ? "match" : "DO NOT MATCH");
}

std::string closing_lines(const std::vector<repetition>& done) {
  const figures of = figures_of(done);
  const std::string epochs =
      of.checkpoints == 0
          ? std::string{}
          : fmt::format("epochs on disk a run: {} at least; longest time an actor stood still for one: {} us\n",
                        of.checkpoints, of.longest_freeze);
  return fmt::format(
      "med   {:>10.2f}   {:>13.2f}   {:>5.3f}   ({:.3f} to {:.3f})\n"
      "peak RssAnon while the engine ran, less the input: {:.1f} MiB\n{}",
      of.engine / 1e6, of.reference / 1e6, of.ratio, of.ratio_min, of.ratio_max, of.peak_mib, epochs);
}

std::string json_line(const throughput_options& chosen, const std::vector<repetition>& done) {
  const figures of = figures_of(done);
  return fmt::format(
      R"({{"window":"{}","function":"{}","keys":{},"events":{},"span_ms":{},"disorder_ms":{},"actors":{},)"
      R"("source_actors":{},"repeat":{},"events_per_second":{:.0f},"reference_events_per_second":{:.0f},)"
      R"("ratio":{:.4f},"ratio_min":{:.4f},"ratio_max":{:.4f},"results":{},"results_match":{},)"
      R"("peak_anonymous_mib":{:.1f},"checkpoints":{},"longest_freeze_us":{}}})"
      "\n",
      describe(chosen.window), describe(chosen.function), chosen.keys, chosen.events, chosen.span.count(),
      chosen.disorder.count(), chosen.actors, chosen.source_actors, chosen.repeat, of.engine, of.reference, of.ratio,
      of.ratio_min, of.ratio_max, done.front().results, all_match(done), of.peak_mib, of.checkpoints,
      of.longest_freeze);
}

}  // namespace millrace::load
