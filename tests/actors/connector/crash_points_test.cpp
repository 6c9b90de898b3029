#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <functional>
#include <memory>
#include <millrace/actors/connector/line_file_sink.hpp>
#include <millrace/actors/connector/standard_output_sink.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/actors/connector/crash_points.hpp"
#include "tests/actors/connector/epoch_script.hpp"
#include "tests/actors/connector/standard_output_guard.hpp"
#include "tests/actors/connector/temporary_folder.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

void encode(const std::string& row, std::string& line) {
  line += row;
}

std::unique_ptr<sink_writer> open_file(const std::string& folder, visibility seen, state_origin origin) {
  const line_file_sink<std::string> sink(
      {.path = folder + "/out", .visibility = seen, .encode = encode, .header = "header"});
  return std::move(sink.open<std::string>(origin).value());
}

std::string whole_file() {
  return "header\n" + epoch_script::lines_up_to(epoch_script::last);
}

/// What is on disk and in the store at a crash point.
struct crash {
  crash_point point;
  std::string folder;
  stored_epoch store;
};

std::string name_of_crash(const crash& at) {
  return std::string(name_of(at.point)) + ", going on from epoch " + std::to_string(at.store.epoch) + ", in " +
         at.folder;
}

/// Runs `body` and keeps, at each crash point, a copy of `disk` with each thing the store may hold then.
std::vector<crash> crashes_of(const temporary_folder& copies, const std::string& disk, const epoch_script& script,
                              const std::function<void()>& body) {
  std::vector<crash> all;
  const at_each_crash_point copying([&](crash_point point) {
    for (const std::optional<stored_epoch>& store : {script.store, script.doubtful}) {
      if (!store) continue;
      all.push_back({point, copies / std::to_string(all.size()), *store});
      std::filesystem::copy(disk, all.back().folder);
    }
  });
  body();
  return all;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<crash> crashes_of_a_file(const temporary_folder& disk, const temporary_folder& copies, visibility seen) {
  epoch_script script;
  auto writer = open_file(disk.path(), seen, state_origin::fresh);
  return crashes_of(copies, disk.path(), script, [&] { script.run(*writer); });
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::set<crash_point> points_of(const std::vector<crash>& all) {
  std::set<crash_point> points;
  for (const crash& each : all) points.insert(each.point);
  return points;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crash_points_of_outputs)

BOOST_AUTO_TEST_CASE(every_point_has_a_name) {
  std::set<std::string_view> names;
  for (unsigned each = 0; each < crash_points; ++each) names.insert(name_of(static_cast<crash_point>(each)));
  BOOST_TEST(names.size() == crash_points);
  BOOST_TEST(!names.contains("unknown"));
}

BOOST_AUTO_TEST_CASE(a_file_is_whole_after_a_crash_at_any_point) {
  for (const visibility seen : {visibility::committed, visibility::immediate}) {
    const temporary_folder disk;
    const temporary_folder copies;
    const std::vector<crash> all = crashes_of_a_file(disk, copies, seen);
    BOOST_TEST((disk.content("out") == whole_file()));
    BOOST_TEST(names_in(disk.path()).size() == 1U);
    BOOST_TEST(points_of(all).size() == (seen == visibility::committed ? 11U : 5U));
    for (const crash& at : all) {
      BOOST_TEST_CONTEXT(name_of_crash(at)) {
        epoch_script script;
        script.store = at.store;
        auto writer = open_file(at.folder, seen, state_origin::restored);
        script.run(*writer);
        BOOST_TEST((content_of(at.folder + "/out") == whole_file()));
        BOOST_TEST(names_in(at.folder).size() == 1U);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_crash_while_recovering_is_recovered_from) {
  for (const visibility seen : {visibility::committed, visibility::immediate}) {
    const temporary_folder disk;
    const temporary_folder copies;
    std::size_t crashes = 0;
    bool cut = false;
    for (const crash& first : crashes_of_a_file(disk, copies, seen)) {
      const temporary_folder copies_of_copies;
      epoch_script script;
      script.store = first.store;
      auto writer = open_file(first.folder, seen, state_origin::restored);
      const std::vector<crash> all =
          crashes_of(copies_of_copies, first.folder, script, [&] { script.recover(*writer); });
      const std::string recovered = first.store.epoch == 0 && seen == visibility::immediate
                                        ? ""
                                        : "header\n" + epoch_script::lines_up_to(first.store.epoch);
      BOOST_TEST((content_of(first.folder + "/out") == recovered));
      cut = cut || points_of(all).contains(crash_point::cut_output);
      for (const crash& second : all) {
        BOOST_TEST_CONTEXT(name_of_crash(first) << ", then " << name_of_crash(second)) {
          auto again = open_file(second.folder, seen, state_origin::restored);
          script.recover(*again);
          BOOST_TEST((content_of(second.folder + "/out") == recovered));
          ++crashes;
        }
      }
    }
    BOOST_TEST(crashes > 50U);
    // Committed rows are written over, never cut.
    BOOST_TEST(cut == (seen == visibility::immediate));
  }
}

BOOST_AUTO_TEST_CASE(what_a_reader_has_seen_of_committed_rows_is_never_taken_back) {
  const temporary_folder disk;
  std::string seen;
  bool kept = true;
  const auto look = [&](const std::string& path) {
    const std::string now = content_of(path);
    kept = kept && now.starts_with(seen);
    seen = now;
  };
  const temporary_folder copies;
  const std::vector<crash> all = [&] {
    epoch_script script;
    auto writer = open_file(disk.path(), visibility::committed, state_origin::fresh);
    return crashes_of(copies, disk.path(), script, [&] { script.run(*writer); });
  }();
  for (const crash& at : all) {
    seen = content_of(at.folder + "/out");
    epoch_script script;
    script.store = at.store;
    auto writer = open_file(at.folder, visibility::committed, state_origin::restored);
    const at_each_crash_point looking([&](crash_point) { look(at.folder + "/out"); });
    script.run(*writer);
    BOOST_TEST(kept, name_of_crash(at));
  }
}

/// Lets one operation after the other fail. `close_step` and `write` cannot be made again: the run goes on from what is
/// stored then, as after a crash.
BOOST_AUTO_TEST_CASE(a_call_that_failed_at_any_point_can_be_made_again) {
  for (const visibility seen : {visibility::committed, visibility::immediate}) {
    bool failed = true;
    std::size_t made_again = 0;
    for (std::size_t failing = 0; failed; ++failing) {
      const temporary_folder disk;
      failed = false;
      std::size_t count = 0;
      const at_each_crash_point fail_once([&](crash_point) {
        if (count++ != failing) return;
        failed = true;
        throw failure(error_code::sink_unwritable, "no space");
      });
      epoch_script script;
      script.call = [&](const std::function<void()>& made) {
        try {
          made();
        } catch (const failure&) {
          ++made_again;
          made();
        }
      };
      auto writer = open_file(disk.path(), seen, state_origin::fresh);
      try {
        script.run(*writer);
      } catch (const failure&) {
        writer.reset();
        script.doubtful.reset();
        writer = open_file(disk.path(), seen, state_origin::restored);
        script.run(*writer);
      }
      BOOST_TEST((disk.content("out") == whole_file()), failing);
    }
    BOOST_TEST(made_again > 20U);
  }
}

BOOST_AUTO_TEST_CASE(rows_are_on_disk_before_an_epoch_reports_them_and_before_their_copy_goes) {
  const temporary_folder disk;
  std::vector<std::string> points;
  const at_each_crash_point noting([&](crash_point point) {
    if (!name_of(point).starts_with("write_half")) points.emplace_back(name_of(point));
  });
  auto writer = open_file(disk.path(), visibility::committed, state_origin::fresh);
  const auto expect = [&](const std::vector<std::string>& expected) {
    BOOST_TEST(points == expected, boost::test_tools::per_element());
    points.clear();
  };
  static_cast<void>(writer->prepare(0));
  expect({"create_pending", "write_pending", "sync_pending", "sync_folder_of_pending"});
  writer->commit(0);
  expect({"create_output", "sync_output", "sync_folder_of_output", "write_output", "sync_output"});
  row_batch<std::string> batch;
  batch.rows = {"a"};
  writer->write(batch, 0, 1, 1, 0);
  writer->close_step({.step = 1, .stage_watermark = {}, .mark = {}});
  static_cast<void>(writer->prepare(1));
  expect({"create_pending", "write_pending", "sync_pending", "sync_folder_of_pending"});
  writer->commit(1);
  expect({"write_output", "sync_output", "remove_pending"});
  for (const step_number failed : {2, 3}) {
    points.clear();
    writer->write(batch, 0, 1, failed, 0);
    writer->close_step({.step = failed, .stage_watermark = {}, .mark = {}});
    static_cast<void>(writer->prepare(failed));
  }
  expect({"create_pending", "write_pending", "write_pending", "sync_pending", "remove_pending"});
}

BOOST_AUTO_TEST_CASE(standard_output_loses_nothing_and_repeats_one_epoch_at_most) {
  const temporary_folder disk;
  const temporary_folder copies;
  std::string expected = "header\n" + epoch_script::lines_up_to(epoch_script::last);
  const auto run = [](const std::string& folder, epoch_script& script, state_origin origin) {
    const standard_output_sink<std::string> sink({.encode = encode, .pending_folder = folder, .header = "header"});
    const file_descriptor target(::open((folder + "/out").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    const standard_output_guard instead(target.number());
    script.run(*sink.open<std::string>(origin).value());
  };
  epoch_script script;
  const std::vector<crash> all =
      crashes_of(copies, disk.path(), script, [&] { run(disk.path(), script, state_origin::fresh); });
  BOOST_TEST((disk.content("out") == expected));
  BOOST_TEST(points_of(all).contains(crash_point::write_standard_output));
  BOOST_TEST(points_of(all).contains(crash_point::cut_pending));
  const auto begins = [&](epoch_number epoch) {
    return epoch == 0 ? 0 : ("header\n" + epoch_script::lines_up_to(epoch - 1)).size();
  };
  std::size_t repeated = 0;
  for (const crash& at : all) {
    BOOST_TEST_CONTEXT(name_of_crash(at)) {
      const std::string before = content_of(at.folder + "/out");
      epoch_script rest;
      rest.store = at.store;
      run(at.folder, rest, state_origin::restored);
      const std::string after = content_of(at.folder + "/out");
      BOOST_REQUIRE(after.starts_with(before));
      BOOST_TEST(expected.starts_with(before));
      const std::size_t written_again = after.size() - expected.size();
      repeated += written_again > 0 ? 1U : 0U;
      // A failed epoch's rows belong to the next.
      const epoch_number first = at.store.epoch == epoch_script::failing + 1 ? epoch_script::failing : at.store.epoch;
      BOOST_TEST(written_again <= begins(at.store.epoch + 1) - begins(first));
      BOOST_TEST((after.substr(before.size()) == expected.substr(before.size() - written_again)));
    }
  }
  BOOST_TEST(repeated > 0U);
}

BOOST_AUTO_TEST_SUITE_END()
