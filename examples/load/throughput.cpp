#include "throughput.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <millrace/actors/run.hpp>
#include <utility>
#include <vector>

#include "engine/make_plan.hpp"
#include "input/make_events.hpp"
#include "reference/run_reference.hpp"
#include "report/anonymous_memory.hpp"
#include "report/measurements.hpp"

namespace millrace::load {

namespace {

using input = std::shared_ptr<const std::vector<event>>;

/// Events per second of what `work` does.
template <class Work>
double rate_of(std::size_t events, Work work) {
  const auto began = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - began;
  return static_cast<double>(events) / taken.count();
}

/// A new folder for the state of one run, which goes with it.
class state_folder {
public:
  explicit state_folder(bool wanted) {
    if (!wanted) return;
    path_ = (std::filesystem::temp_directory_path() / "millrace-load-XXXXXX").string();
    if (mkdtemp(path_.data()) == nullptr) {
      throw failure(error_code::state_unwritable, "cannot make a folder such as " + path_);
    }
  }
  state_folder(const state_folder&) = delete;
  state_folder& operator=(const state_folder&) = delete;
  ~state_folder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
  std::string path_;
};

/// The plan is made before the clock starts; starting the actors, running and taking them down are measured.
result<result_digest> run_engine(const throughput_options& chosen, const input& events, repetition& into) {
  const auto digest = std::make_shared<result_digest>();
  auto plan = make_plan(chosen, events, digest);
  if (!plan) return plan.error();
  release_freed_memory();
  memory_peak peak;
  result<run_summary> ended{run_summary{}};
  run_options options{
      .actors = chosen.actors, .source_actors = chosen.source_actors, .round = chosen.round, .batch = chosen.batch};
  const state_folder folder(chosen.checkpoint.has_value());
  if (chosen.checkpoint) options.state = state_options{.directory = folder.path(), .interval = *chosen.checkpoint};
  into.events_per_second = rate_of(events->size(), [&] { ended = run(std::move(plan).value(), options); });
  const std::uint64_t input_bytes = events->size() * sizeof(event);
  const std::uint64_t highest = peak.stop();
  into.peak_anonymous_bytes = highest - std::min(highest, input_bytes);
  if (!ended) return ended.error();
  into.checkpoints = ended.value().counts.epochs_committed;
  into.longest_freeze = ended.value().counts.longest_freeze;
  return *digest;
}

result<repetition> run_both(const throughput_options& chosen, const input& events) {
  repetition done;
  auto engine = run_engine(chosen, events, done);
  if (!engine) return engine.error();
  result_digest reference;
  done.reference_events_per_second = rate_of(events->size(), [&] {
    reference = run_reference(chosen, {events->data(), events->size()});
  });
  done.results = reference.results;
  done.results_match = engine.value() == reference;
  return done;
}

int failed(const error& reason) {
  fmt::print(stderr, "millrace-load: {}\n", reason.message);
  return status_run_failed;
}

}  // namespace

int run_throughput(const throughput_options& chosen) {
  const auto events = std::make_shared<const std::vector<event>>(
      make_events({.keys = chosen.keys, .events = chosen.events, .span = chosen.span, .disorder = chosen.disorder}));
  const auto plan = make_plan(chosen, events, std::make_shared<result_digest>());
  if (!plan) return failed(plan.error());
  fmt::print("{} of {} over {} events of {} keys in {} ms, up to {} ms late\n", describe(chosen.function),
             describe(chosen.window), chosen.events, chosen.keys, chosen.span.count(), chosen.disorder.count());
  fmt::print("engine: {} key-group and {} source actors, rounds of {}, batches of {}\n{}", chosen.actors,
             chosen.source_actors, chosen.round, chosen.batch, plan.value().explain());
  fmt::print("reference: one thread, {}\n{}", describe_reference(chosen), heading());

  std::vector<repetition> all;
  for (std::size_t number = 1; number <= chosen.repeat; ++number) {
    auto done = run_both(chosen, events);
    if (!done) return failed(done.error());
    all.push_back(done.value());
    fmt::print("{}", line_of(number, all.back()));
    std::fflush(stdout);
  }
  fmt::print("{}{}", closing_lines(all), json_line(chosen, all));
  return all_match(all) ? status_done : status_mismatch;
}

}  // namespace millrace::load
