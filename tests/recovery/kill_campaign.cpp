#include "kill_campaign.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <iterator>
#include <millrace/actors/connector/crash_point.hpp>
#include <millrace/actors/state.hpp>
#include <random>
#include <stdexcept>

#include "job_process.hpp"

namespace millrace::recovery {

namespace {

using std::filesystem::path;

std::string content_of(const path& file) {
  std::ifstream from(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(from), std::istreambuf_iterator<char>()};
}

std::size_t lines_in(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// One job in a folder of its own, with what it writes.
class job_folder {
public:
  job_folder(const campaign_settings& settings, const job_kind& kind, const path& folder)
      : settings_(settings), folder_(folder) {
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "job.toml") << "name = \"flights\"\n[source]\npath = \"" << settings.data.string()
                                       << "\"\nevent_time = \"scheduled\"\n[key]\nfields = [\"origin\"]\n[window]\n"
                                       << kind.window << "allowed_lateness = \"" << kind.lateness
                                       << "\"\n[aggregate]\nflights = \"count\"\ndelay = \"sum:delay\"\n"
                                       << "first = \"first:destination\"\nfar = \"top:2:distance\"\n[output]\nmode = \""
                                       << kind.mode << "\"\n";
  }

  /// Runs it without state to its end.
  void run_undisturbed() {
    const auto end = run_process(settings_.program, arguments({}), std::nullopt);
    if (end.killed || end.status != 0) throw std::runtime_error("the undisturbed run failed: " + end.messages);
  }

  process_end run_with_state(unsigned actors, std::optional<std::chrono::microseconds> limit,
                             const std::string& visibility = "committed") {
    return run_process(settings_.program,
                       arguments({"--set", "output.visibility=" + visibility, "--state", (folder_ / "state").string(),
                                  "--actors", std::to_string(actors), "--set", "source.rate=" + settings_.rate, "--set",
                                  "checkpoint.interval=" + settings_.interval}),
                       limit);
  }

  /// Runs it until it kills itself at a crash point.
  process_end run_to_crash(std::string_view point, unsigned times, unsigned actors, const std::string& visibility) {
    const std::vector<std::string> all{std::string(point),
                                       std::to_string(times),
                                       (folder_ / "job.toml").string(),
                                       (folder_ / "state").string(),
                                       std::to_string(actors),
                                       "output.path=" + (folder_ / "rows.jsonl").string(),
                                       "output.late=" + (folder_ / "late.jsonl").string(),
                                       "output.visibility=" + visibility,
                                       "source.rate=" + settings_.rate,
                                       "checkpoint.interval=" + settings_.interval};
    return run_process(settings_.crashing, all, std::nullopt);
  }

  [[nodiscard]] std::string state() const { return (folder_ / "state").string(); }
  [[nodiscard]] std::string rows() const { return content_of(folder_ / "rows.jsonl"); }
  [[nodiscard]] std::string late() const { return content_of(folder_ / "late.jsonl"); }

  /// Files that should not be there once the job has ended.
  [[nodiscard]] std::vector<std::string> left_over() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      const auto name = entry.path().filename().string();
      if (name != "rows.jsonl" && name != "late.jsonl" && name != "job.toml" && name != "state") {
        names.push_back(name);
      }
    }
    return names;
  }

  void begin_anew() {
    for (const auto* name : {"state", "rows.jsonl", "late.jsonl"}) std::filesystem::remove_all(folder_ / name);
  }

private:
  [[nodiscard]] std::vector<std::string> arguments(const std::vector<std::string>& more) const {
    std::vector<std::string> all{"run",   (folder_ / "job.toml").string(),
                                 "--set", "output.path=" + (folder_ / "rows.jsonl").string(),
                                 "--set", "output.late=" + (folder_ / "late.jsonl").string()};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  campaign_settings settings_;
  path folder_;
};

/// The epoch that a run said it goes on from; 0: none.
std::uint64_t restored_epoch(const std::string& messages) {
  constexpr std::string_view words = "goes on from epoch ";
  const auto at = messages.find(words);
  return at == std::string::npos ? 0 : std::stoull(messages.substr(at + words.size()));
}

constexpr std::array<unsigned, 3> actor_counts{2, 8, 1};

/// Kills one job until it has ended once more than `kills` allows.
class killed_job {
public:
  killed_job(const campaign_settings& settings, const job_kind& kind, const path& folder, campaign_result& into)
      : expected_(settings, kind, folder / "undisturbed"),
        killed_(settings, kind, folder / "killed"),
        name_(kind.mode + ", " + kind.window.substr(0, kind.window.find('\n'))),
        random_(settings.seed),
        into_(into) {
    expected_.run_undisturbed();
    into_.late_lines += lines_in(expected_.late());
  }

  void run(std::size_t kills) {
    const std::size_t before = into_.kills;
    std::size_t restarts = 0;
    std::vector<std::uint64_t> restored;
    while (into_.kills - before < kills) {
      // Far enough for a first epoch, mostly; some fall before it, or behind the end.
      const std::chrono::microseconds limit{20'000 + random_() % 400'000};
      const auto end = killed_.run_with_state(actor_counts[restarts++ % actor_counts.size()], limit);
      if (const auto epoch = restored_epoch(end.messages)) restored.push_back(epoch);
      if (end.killed) {
        ++into_.kills;
        continue;
      }
      finish(end, restored);
    }
    finish(killed_.run_with_state(actor_counts[restarts % actor_counts.size()], std::nullopt), restored);
  }

private:
  void finish(const process_end& end, std::vector<std::uint64_t>& restored) {
    ++into_.runs;
    if (end.status != 0)
      into_.differences.push_back(name_ + ": exit status " + std::to_string(end.status) + ": " + end.messages);
    if (killed_.rows() != expected_.rows()) into_.differences.push_back(name_ + ": the rows differ");
    if (killed_.late() != expected_.late()) into_.differences.push_back(name_ + ": the late events differ");
    for (const auto& name : killed_.left_over()) into_.differences.push_back(name_ + ": left over: " + name);
    const auto state = inspect_state(killed_.state());
    if (!state) into_.differences.push_back(name_ + ": " + state.error().message);
    const auto at_end = state ? std::count(restored.begin(), restored.end(), state.value().epoch) : 0;
    into_.restored_at_end += static_cast<std::size_t>(at_end);
    into_.restored_inside += restored.size() - static_cast<std::size_t>(at_end);
    restored.clear();
    if (into_.differences.empty()) killed_.begin_anew();
  }

  job_folder expected_;
  job_folder killed_;
  std::string name_;
  std::mt19937_64 random_;
  campaign_result& into_;
};

}  // namespace

std::vector<job_kind> job_kinds() {
  const std::string hours = "kind = \"tumbling\"\nsize = \"1h\"\n";
  const std::string sessions = "kind = \"session\"\ngap = \"20min\"\n";
  const std::string sliding = "kind = \"sliding\"\nsize = \"3h\"\nslide = \"30min\"\n";
  return {{"append", hours, "30min"}, {"retract", sessions, "30min"},   {"final_only", sliding, "30min"},
          {"upsert", hours, "30min"}, {"append", sessions, "0s"},       {"retract", sliding, "2h"},
          {"upsert", sessions, "1h"}, {"final_only", sessions, "30min"}};
}

campaign_result kill_again_and_again(const campaign_settings& settings) {
  campaign_result all;
  const auto kinds = job_kinds();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const std::size_t kills = settings.kills * (kind + 1) / kinds.size() - settings.kills * kind / kinds.size();
    if (kills == 0) continue;
    killed_job job(settings, kinds[kind], settings.folder / std::to_string(kind), all);
    job.run(kills);
  }
  return all;
}

point_result crash_at_each_point(const campaign_settings& settings) {
  point_result all;
  const job_kind kind = job_kinds()[1];
  job_folder expected(settings, kind, settings.folder / "undisturbed");
  expected.run_undisturbed();
  std::size_t number = 0;
  for (const std::string visibility : {"committed", "immediate"}) {
    for (unsigned point = 0; point < crash_points; ++point) {
      const auto name = name_of(static_cast<crash_point>(point));
      for (const unsigned times : {1U, 3U}) {
        job_folder killed(settings, kind, settings.folder / std::to_string(number++));
        const auto died = killed.run_to_crash(name, times, 2, visibility);
        if (died.killed) {
          ++all.crashes;
          if (std::find(all.reached.begin(), all.reached.end(), name) == all.reached.end())
            all.reached.emplace_back(name);
        }
        const auto end = killed.run_with_state(3, std::nullopt, visibility);
        const std::string where = std::string(name) + ", time " + std::to_string(times) + ", " + visibility;
        if (end.status != 0)
          all.differences.push_back(where + ": exit status " + std::to_string(end.status) + ": " + end.messages);
        if (killed.rows() != expected.rows()) all.differences.push_back(where + ": the rows differ");
        if (killed.late() != expected.late()) all.differences.push_back(where + ": the late events differ");
        if (!died.killed) break;
      }
    }
  }
  return all;
}

}  // namespace millrace::recovery
