// The job over flights against a plain group-by of the whole file.
#include <simdjson.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <fstream>
#include <map>
#include <ostream>
#include <string>
#include <utility>

#include "command_run.hpp"

using namespace millrace::command;
namespace bdata = boost::unit_test::data;

namespace {

constexpr std::int64_t hour = 3'600'000;
constexpr const char* data = "examples/data/flights-20k.jsonl";

using table = std::map<std::pair<std::string, std::int64_t>, std::pair<std::int64_t, std::int64_t>>;

template <class Use>
void for_each_object(const std::string& text, Use use) {
  if (text.empty()) return;
  simdjson::dom::parser parser;
  const simdjson::padded_string padded(text);
  for (auto object : parser.parse_many(padded)) use(object.value());
}

std::int64_t number(const simdjson::dom::element& object, const char* field) {
  return object[field].get_int64();
}
std::string text(const simdjson::dom::element& object, const char* field) {
  return std::string(std::string_view(object[field]));
}

void add_flight(table& into, const simdjson::dom::element& flight) {
  const auto scheduled = number(flight, "scheduled");
  auto& cell = into[{text(flight, "origin"), scheduled - scheduled % hour}];
  ++cell.first;
  cell.second += number(flight, "delay");
}

table plain_group_by() {
  table expected;
  for_each_object(text_of(data), [&](const auto& flight) { add_flight(expected, flight); });
  return expected;
}

struct settings {
  const char* disorder;
  const char* lateness;
};
std::ostream& operator<<(std::ostream& stream, const settings& one) {
  return stream << "disorder " << one.disorder << ", lateness " << one.lateness;
}

const settings all_settings[] = {{"30min", "2h"}, {"0s", "0s"}, {"3h", "30min"}};

struct files {
  std::string rows;
  std::string late;
  bool operator==(const files&) const = default;
};

files run_flights(const settings& chosen, const std::vector<std::string>& more = {}) {
  const scratch_folder folder;
  std::vector<std::string> arguments{"run", "examples/jobs/flights.toml"};
  std::vector<std::string> sets{std::string("watermark.max_disorder=") + chosen.disorder,
                                std::string("window.allowed_lateness=") + chosen.lateness,
                                "output.path=" + (folder / "rows"), "output.late=" + (folder / "late")};
  sets.insert(sets.end(), more.begin(), more.end());
  for (const auto& one : sets) arguments.insert(arguments.end(), {"--set", one});
  const auto outcome = run_command(arguments);
  BOOST_TEST_INFO(outcome.messages);
  BOOST_REQUIRE_EQUAL(outcome.status, 0);
  return {text_of(folder / "rows"), text_of(folder / "late")};
}

// The last value of every (origin, hour) by the changelog, and the late events on top.
table last_values(const files& written) {
  table last;
  for_each_object(written.rows, [&](const auto& row) {
    const std::pair place{text(row, "origin"), number(row, "window_start")};
    const std::pair value{number(row, "flights"), number(row, "delay")};
    const auto op = text(row, "op");
    if (op == "-U" || op == "-D") {
      BOOST_TEST(last.count(place) == 1U);
      BOOST_TEST((last[place] == value));
      last.erase(place);
    } else {
      BOOST_TEST(last.emplace(place, value).second);
    }
  });
  for_each_object(written.late, [&](const auto& late) { add_flight(last, late["event"].value()); });
  return last;
}

// Late rows without the watermark that judged them, sorted.
std::vector<std::string> late_without_watermark(const std::string& late) {
  auto lines = sorted_lines(late);
  for (auto& line : lines) {
    const auto from = line.find(",\"watermark\":");
    line.erase(from, line.find(",\"missed\"") - from);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(flights)

BOOST_DATA_TEST_CASE(last_values_and_late_events_are_the_group_by_of_the_whole_file, bdata::make(all_settings),
                     chosen) {
  const auto written = run_flights(chosen);
  BOOST_TEST((last_values(written) == plain_group_by()));
  if (std::string(chosen.disorder) == "0s") BOOST_TEST(!written.late.empty());
}

BOOST_DATA_TEST_CASE(files_are_the_same_bytes_for_any_number_of_actors_and_on_every_run, bdata::make(all_settings),
                     chosen) {
  const auto one = run_flights(chosen, {"limits.actors=1"});
  for (const char* actors : {"limits.actors=2", "limits.actors=8"}) {
    for (int again = 0; again < 3; ++again) BOOST_TEST((run_flights(chosen, {actors}) == one));
  }
}

BOOST_DATA_TEST_CASE(the_size_of_rounds_changes_no_row, bdata::make(all_settings), chosen) {
  const auto usual = run_flights(chosen);
  for (const char* round : {"watermark.round=1", "watermark.round=64"}) {
    const auto other = run_flights(chosen, {round});
    BOOST_TEST((sorted_lines(other.rows) == sorted_lines(usual.rows)));
    BOOST_TEST((late_without_watermark(other.late) == late_without_watermark(usual.late)));
  }
}

BOOST_DATA_TEST_CASE(a_file_cut_into_splits_far_apart_in_time_still_adds_up, bdata::make(all_settings), chosen) {
  const scratch_folder folder;
  const auto whole = text_of(data);
  std::size_t from = 0;
  for (int part = 0; part < 4; ++part) {
    const auto to =
        part == 3 ? whole.size() : whole.find('\n', whole.size() * (static_cast<std::size_t>(part) + 1) / 4);
    folder.write("part-" + std::to_string(part) + ".jsonl", whole.substr(from, to - from));
    from = to;
  }
  const auto expected = plain_group_by();
  BOOST_TEST((last_values(run_flights(chosen, {"source.path=" + (folder / "part-*.jsonl")})) == expected));
  BOOST_TEST((last_values(run_flights(
                  chosen, {"source.path=" + (folder / "part-*.jsonl"), "limits.source_actors=2"})) == expected));
}

BOOST_AUTO_TEST_CASE(several_sources_are_one_stream) {
  const scratch_folder folder;
  const auto whole = text_of(data);
  const auto half = whole.find('\n', whole.size() / 2) + 1;
  auto job = text_of("examples/jobs/flights.toml");
  const auto source = job.find("[source]");
  job.replace(source, job.find("[watermark]") - source,
              "[[source]]\npath = \"" + folder.write("a", whole.substr(0, half)) +
                  "\"\nevent_time = \"scheduled\"\n[[source]]\npath = \"" + folder.write("b", whole.substr(half)) +
                  "\"\nevent_time = \"scheduled\"\n");
  const auto outcome = run_command({"run", folder.write("job.toml", job), "--set", "output.path=" + (folder / "rows"),
                                    "--set", "output.late=" + (folder / "late")});
  BOOST_TEST_INFO(outcome.messages);
  BOOST_REQUIRE_EQUAL(outcome.status, 0);
  BOOST_TEST((last_values({text_of(folder / "rows"), text_of(folder / "late")}) == plain_group_by()));
}

BOOST_AUTO_TEST_SUITE_END()
