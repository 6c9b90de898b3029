#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <memory>
#include <millrace/actors/connector/line_file_sink.hpp>
#include <millrace/actors/connector/line_reader.hpp>
#include <millrace/actors/connector/standard_output_sink.hpp>
#include <string>
#include <vector>

#include "tests/actors/connector/temporary_folder.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

using text_sink = line_file_sink<std::string>;

text_sink::options options(const temporary_folder& folder, visibility seen = visibility::committed) {
  return {.path = folder / "out", .visibility = seen, .encode = [](const std::string& row, std::string& line) {
            line += row;
          }};
}

std::unique_ptr<sink_writer> opened(const text_sink::options& chosen, state_origin origin = state_origin::fresh) {
  return std::move(text_sink(chosen).open<std::string>(origin).value());
}

/// One closed step with one row.
void step(sink_writer& writer, step_number number, const std::string& row) {
  row_batch<std::string> batch;
  batch.rows = {row};
  writer.write(batch, 0, 1, number, 0);
  writer.close_step({.step = number, .stage_watermark = {}, .mark = {}});
  writer.flush();
}

std::string begin(sink_writer& writer) {
  std::string prepared = writer.prepare(0);
  writer.commit(0);
  return prepared;
}

error refused(const text_sink::options& chosen, state_origin origin = state_origin::fresh) {
  const auto writer = text_sink(chosen).open<std::string>(origin);
  BOOST_REQUIRE(!writer);
  return writer.error();
}

/// Epoch 1 with the row "a", epoch 2 with "b"; says what epoch 2 recorded.
std::string two_epochs(sink_writer& writer, bool commit_second) {
  begin(writer);
  step(writer, 1, "a");
  static_cast<void>(writer.prepare(1));
  writer.commit(1);
  step(writer, 2, "b");
  std::string prepared = writer.prepare(2);
  if (commit_second) writer.commit(2);
  return prepared;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(durable_line_files)

BOOST_AUTO_TEST_CASE(nothing_is_touched_before_epoch_0_is_committed) {
  const temporary_folder folder;
  auto chosen = options(folder);
  {
    const auto writer = opened(chosen);
    static_cast<void>(writer->prepare(0));
    BOOST_TEST(!folder.has("out"));
    writer->commit(0);
    BOOST_TEST(folder.has("out"));
  }
  folder.file("out", "old");
  BOOST_TEST((refused(chosen).code == error_code::sink_exists));
  BOOST_TEST(refused(chosen).message == chosen.path + ": this file exists; remove it or set overwrite");
  chosen.overwrite = true;
  const auto writer = opened(chosen);
  static_cast<void>(writer->prepare(0));
  BOOST_TEST(folder.content("out") == "old");
  writer->commit(0);
  BOOST_TEST(folder.content("out") == "");
}

BOOST_AUTO_TEST_CASE(a_file_that_came_to_exist_after_the_start_is_not_written_over) {
  const temporary_folder folder;
  const auto writer = opened(options(folder));
  static_cast<void>(writer->prepare(0));
  folder.file("out", "precious");
  BOOST_TEST((failure_of([&] { writer->commit(0); }).code == error_code::sink_exists));
  BOOST_TEST(folder.content("out") == "precious");
}

BOOST_AUTO_TEST_CASE(committed_rows_wait_in_a_pending_file_until_their_epoch_is_committed) {
  const temporary_folder folder;
  const text_sink sink(options(folder));
  const auto writer = std::move(sink.open<std::string>(state_origin::fresh).value());
  begin(*writer);
  step(*writer, 1, "a");
  BOOST_TEST(folder.content("out") == "");
  BOOST_TEST((recorded_output::read(writer->prepare(1)) ==
              recorded_output{.length = 0, .pending = recorded_rows{.file = 1, .length = 2}}));
  BOOST_TEST(folder.content(".out.epoch-1.pending") == "a\n");
  step(*writer, 2, "b");
  BOOST_TEST(folder.content("out") == "");
  writer->commit(1);
  BOOST_TEST(folder.content("out") == "a\n");
  BOOST_TEST(sink.report()->bytes == 2U);
  BOOST_TEST(folder.has(".out.epoch-1.pending"));
  static_cast<void>(writer->prepare(2));
  writer->commit(2);
  BOOST_TEST(folder.content("out") == "a\nb\n");
  BOOST_TEST(!folder.has(".out.epoch-1.pending"));
  BOOST_TEST(folder.has(".out.epoch-2.pending"));
}

BOOST_AUTO_TEST_CASE(an_epoch_without_rows_has_no_pending_file) {
  const temporary_folder folder;
  const auto writer = opened(options(folder));
  begin(*writer);
  BOOST_TEST((recorded_output::read(writer->prepare(1)) == recorded_output{}));
  BOOST_TEST(!folder.has(".out.epoch-1.pending"));
  writer->commit(1);
  writer->finish();
  BOOST_TEST(folder.has("out"));
  BOOST_TEST(folder.content("out") == "");
}

BOOST_AUTO_TEST_CASE(an_epoch_that_failed_is_part_of_the_next) {
  const temporary_folder folder;
  const auto writer = opened(options(folder));
  begin(*writer);
  step(*writer, 1, "a");
  static_cast<void>(writer->prepare(1));
  step(*writer, 2, "b");
  BOOST_TEST((recorded_output::read(writer->prepare(2)) ==
              recorded_output{.length = 0, .pending = recorded_rows{.file = 1, .length = 4}}));
  step(*writer, 3, "c");
  writer->commit(1);
  BOOST_TEST(folder.content("out") == "");
  writer->commit(2);
  BOOST_TEST(folder.content("out") == "a\nb\n");
}

BOOST_AUTO_TEST_CASE(the_last_epoch_is_committed_behind_the_end_and_leaves_the_output_alone) {
  const temporary_folder folder;
  for (const bool finished_first : {false, true}) {
    auto chosen = options(folder);
    chosen.overwrite = true;
    std::string prepared;
    {
      const auto writer = opened(chosen);
      begin(*writer);
      step(*writer, 1, "a");
      if (finished_first) writer->finish();
      prepared = writer->prepare(1);
      writer->commit(1);
      if (!finished_first) writer->finish();
    }
    BOOST_TEST(folder.content("out") == "a\n");
    BOOST_TEST(!folder.has(".out.epoch-1.pending"));
    opened(chosen, state_origin::restored)->recover(1, prepared);
    BOOST_TEST(folder.content("out") == "a\n");
  }
}

BOOST_AUTO_TEST_CASE(rows_of_no_epoch_are_dropped_when_the_run_stops) {
  const temporary_folder folder;
  {
    const auto writer = opened(options(folder));
    begin(*writer);
    step(*writer, 1, std::string(300'000, 'x'));
    BOOST_TEST(folder.has(".out.epoch-1.pending"));
    writer->finish();
  }
  BOOST_TEST(!folder.has(".out.epoch-1.pending"));
  BOOST_TEST(folder.content("out") == "");
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_from_its_epoch_with_either_visibility_whatever_overwrite_says) {
  for (const visibility before : {visibility::committed, visibility::immediate}) {
    for (const visibility after : {visibility::committed, visibility::immediate}) {
      for (const bool second_committed : {false, true}) {
        const temporary_folder folder;
        auto chosen = options(folder, before);
        chosen.header = "header";
        std::string prepared;
        {
          const auto writer = opened(chosen);
          prepared = two_epochs(*writer, second_committed);
          step(*writer, 3, "lost");
        }
        folder.file(".out.epoch-3.pending", "left by a crash");
        folder.file(".out.epoch-x.pending", "somebody's");
        chosen.visibility = after;
        chosen.overwrite = true;
        const auto writer = opened(chosen, state_origin::restored);
        writer->recover(2, prepared);
        BOOST_TEST(folder.content("out") == "header\na\nb\n");
        BOOST_TEST(!folder.has(".out.epoch-3.pending"));
        BOOST_TEST(folder.has(".out.epoch-x.pending"));
        step(*writer, 1, "c");
        static_cast<void>(writer->prepare(3));
        writer->commit(3);
        writer->finish();
        BOOST_TEST(folder.content("out") == "header\na\nb\nc\n");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(immediate_rows_are_seen_when_their_step_closes_and_recorded_by_their_length) {
  const temporary_folder folder;
  const auto writer = opened(options(folder, visibility::immediate));
  begin(*writer);
  step(*writer, 1, "a");
  BOOST_TEST(folder.content("out") == "a\n");
  BOOST_TEST((recorded_output::read(writer->prepare(1)) == recorded_output{.length = 2, .pending = {}}));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_shorter_than_recorded_or_missing_is_refused) {
  const temporary_folder folder;
  const auto chosen = options(folder);
  const std::string prepared = two_epochs(*opened(chosen), true);
  folder.file("out", "a");
  const std::string put_it_back =
      "epoch 2 of the state recorded 2 bytes of it; put it back, or start without that state";
  const auto why = [&] {
    const auto writer = opened(chosen, state_origin::restored);
    return failure_of([&] { writer->recover(2, prepared); });
  };
  BOOST_TEST((why().code == error_code::state_refused));
  BOOST_TEST(why().message == chosen.path + ": this file has 1 bytes, and " + put_it_back);
  BOOST_TEST(folder.content("out") == "a");
  std::filesystem::remove(chosen.path);
  BOOST_TEST(why().message == chosen.path + ": this file is missing, and " + put_it_back);
  BOOST_TEST(!folder.has("out"));
}

BOOST_AUTO_TEST_CASE(a_pending_file_that_is_shorter_than_recorded_or_missing_is_refused) {
  const temporary_folder folder;
  const auto chosen = options(folder);
  const std::string prepared = two_epochs(*opened(chosen), false);
  const std::string pending = folder.file(".out.epoch-2.pending", "b");
  const std::string put_it_back = ", and epoch 2 of the state recorded 2 bytes of it for " + chosen.path +
                                  "; put it back, or start without that state";
  const auto why = [&] {
    const auto writer = opened(chosen, state_origin::restored);
    return failure_of([&] { writer->recover(2, prepared); });
  };
  BOOST_TEST((why().code == error_code::state_refused));
  BOOST_TEST(why().message == pending + ": this file of rows has 1 bytes" + put_it_back);
  std::filesystem::remove(pending);
  BOOST_TEST(why().message == pending + ": this file of rows is missing" + put_it_back);
  BOOST_TEST(folder.content("out") == "a\n");
}

BOOST_AUTO_TEST_CASE(a_file_that_somebody_cuts_meanwhile_is_not_filled_with_zeros) {
  const temporary_folder folder;
  const auto writer = opened(options(folder));
  static_cast<void>(two_epochs(*writer, false));
  folder.file("out", "");
  const error why = failure_of([&] { writer->commit(2); });
  BOOST_TEST((why.code == error_code::sink_unwritable));
  BOOST_TEST(why.message ==
             folder / "out" + ": this file has 0 bytes, and 2 were written; somebody else has changed it");
}

BOOST_AUTO_TEST_CASE(with_state_only_a_regular_file_in_a_folder_that_takes_others_is_accepted) {
  const temporary_folder folder;
  auto chosen = options(folder);
  chosen.path = "/dev/null";
  BOOST_TEST(refused(chosen).message ==
             "/dev/null: this is no regular file; where state is kept one is needed, since "
             "a restore cuts it back");
  chosen.path = folder / "no/out";
  BOOST_TEST(refused(chosen).message == chosen.path + ": the folder " + folder / "no" + " does not exist");
  chosen.path = folder.path();
  BOOST_TEST(refused(chosen).message == chosen.path + ": this is a folder; a file is needed");
  chosen.path = folder / "out";
  ::chmod(folder.path().c_str(), 0555);
  const without_rights now;
  BOOST_TEST(contains(refused(chosen).message, "rows wait in a file beside this one"));
}

BOOST_AUTO_TEST_CASE(an_output_that_is_an_input_or_another_output_is_refused) {
  const temporary_folder folder;
  auto chosen = options(folder);
  chosen.overwrite = true;
  folder.file("out", "a\n");
  {
    const line_reader reader = line_reader::open(chosen.path, 100).value();
    BOOST_TEST((refused(chosen).code == error_code::sink_is_also_input));
  }
  const auto writer = opened(chosen);
  BOOST_TEST((refused(chosen).code == error_code::option_conflict));
  BOOST_TEST((refused(chosen, state_origin::restored).code == error_code::option_conflict));
}

BOOST_AUTO_TEST_CASE(standard_output_needs_a_folder_for_committed_rows_only) {
  const auto encode = [](const std::string&, std::string&) {};
  const auto code = [&](standard_output_sink<std::string>::options chosen, state_origin origin) {
    chosen.encode = encode;
    const auto writer = standard_output_sink<std::string>(chosen).open<std::string>(origin);
    return writer ? error_code::internal : writer.error().code;
  };
  BOOST_TEST((code({.encode = {}}, state_origin::none) == error_code::internal));
  BOOST_TEST((code({.encode = {}, .visibility = visibility::immediate}, state_origin::fresh) == error_code::internal));
  BOOST_TEST((code({.encode = {}}, state_origin::fresh) == error_code::option_missing));
  BOOST_TEST((code({.encode = {}, .pending_folder = "/no/such"}, state_origin::fresh) == error_code::sink_unwritable));
}

BOOST_AUTO_TEST_SUITE_END()
