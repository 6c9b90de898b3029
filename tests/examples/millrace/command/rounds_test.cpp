// Many events in every window, more out of order than the bound says: the size of rounds still changes no row.
#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <string>
#include <vector>

#include "command_run.hpp"

using namespace millrace::command;
namespace bdata = boost::unit_test::data;

namespace {

// Three minutes, 20,000 events each, up to 20 s out of order.
std::string generated_events() {
  std::mt19937_64 random(20'000);
  std::string text;
  for (std::int64_t event = 0; event < 60'000; ++event) {
    const auto behind = static_cast<std::int64_t>(random() % 20'000);
    text += "{\"t\":" + std::to_string(event * 3 - behind) + ",\"k\":" + std::to_string(random() % 5) +
            ",\"v\":" + std::to_string(random() % 1000) + "}\n";
  }
  return text;
}

struct written {
  std::vector<std::string> rows;
  std::vector<std::string> late;  // without the watermark
  bool operator==(const written&) const = default;
};

std::vector<std::string> without_watermark(std::vector<std::string> lines) {
  for (auto& line : lines) {
    const auto from = line.find(",\"watermark\":");
    line.erase(from, line.find(",\"missed\"") - from);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

written run_with(const scratch_folder& folder, const std::string& window, const std::string& round) {
  const auto job = folder.write("job.toml", "[source]\npath = \"" + (folder / "in.jsonl") +
                                                "\"\nevent_time = \"t\"\n[watermark]\nmax_disorder = \"5s\"\n"
                                                "[key]\nfields = [\"k\"]\n[window]\n" +
                                                window + "[aggregate]\nn = \"count\"\nv = \"sum:v\"\n");
  const auto outcome = run_command({"run", job, "--set", "watermark.round=" + round, "--set",
                                    "output.path=" + (folder / "rows"), "--set", "output.late=" + (folder / "late"),
                                    "--set", "output.mode=retract", "--set", "output.overwrite=true"});
  BOOST_TEST_INFO(outcome.messages);
  BOOST_REQUIRE_EQUAL(outcome.status, 0);
  return {sorted_lines(text_of(folder / "rows")), without_watermark(sorted_lines(text_of(folder / "late")))};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rounds)

BOOST_DATA_TEST_CASE(rows_and_late_events_do_not_depend_on_the_round,
                     bdata::make({"size = \"1min\"\n", "size = \"1min\"\nallowed_lateness = \"3s\"\n",
                                  "kind = \"sliding\"\nsize = \"1min\"\nslide = \"20s\"\n"}),
                     window) {
  const scratch_folder folder;
  folder.write("in.jsonl", generated_events());
  const auto usual = run_with(folder, window, "4096");
  BOOST_TEST(!usual.late.empty());
  for (const char* round : {"1", "64"}) BOOST_TEST((run_with(folder, window, round) == usual));
}

BOOST_AUTO_TEST_SUITE_END()
