#include <fcntl.h>
#include <sys/resource.h>

#include <boost/test/unit_test.hpp>
#include <csignal>
#include <memory>
#include <millrace/actors/connector/standard_output_sink.hpp>
#include <string>

#include "tests/actors/connector/standard_output_guard.hpp"
#include "tests/actors/connector/temporary_folder.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

std::unique_ptr<sink_writer> opened(const temporary_folder& folder, state_origin origin,
                                    visibility seen = visibility::committed) {
  const standard_output_sink<std::string> sink(
      {.encode = [](const std::string& row, std::string& line) { line += row; },
       .visibility = seen,
       .pending_folder = folder.path(),
       .header = "header"});
  return std::move(sink.open<std::string>(origin).value());
}

/// Leads standard output to the file "out" while `body` runs.
template <class Body>
void into_a_file(const temporary_folder& folder, Body&& body) {
  const file_descriptor target(::open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  const standard_output_guard instead(target.number());
  body();
}

void step(sink_writer& writer, step_number number, const std::string& row) {
  row_batch<std::string> batch;
  batch.rows = {row};
  writer.write(batch, 0, 1, number, 0);
  writer.close_step({.step = number, .stage_watermark = {}, .mark = {}});
  writer.flush();
}

/// Epoch 1 with the row "a"; says what it recorded.
std::string one_epoch(const temporary_folder& folder, bool committed) {
  std::string prepared;
  into_a_file(folder, [&] {
    const auto writer = opened(folder, state_origin::fresh);
    static_cast<void>(writer->prepare(0));
    writer->commit(0);
    step(*writer, 1, "a");
    prepared = writer->prepare(1);
    if (committed) writer->commit(1);
  });
  return prepared;
}

constexpr auto pending = "standard-output.epoch-1.pending";

/// A file of this process cannot become longer while it lives.
class size_limit {
public:
  explicit size_limit(rlim_t bytes) : signal_before_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    rlimit chosen = before_;
    chosen.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &chosen);
  }
  size_limit(const size_limit&) = delete;
  size_limit& operator=(const size_limit&) = delete;
  ~size_limit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_before_);
  }

private:
  rlimit before_{};
  void (*signal_before_)(int);
};

}  // namespace

BOOST_AUTO_TEST_SUITE(committed_standard_outputs)

BOOST_AUTO_TEST_CASE(rows_wait_for_their_commit_and_are_not_repeated_once_they_are_known_to_be_out) {
  const temporary_folder folder;
  BOOST_TEST(!one_epoch(folder, false).empty());
  BOOST_TEST(folder.content("out") == "header\n");
  BOOST_TEST(folder.content(pending) == "a\n");
  const std::string prepared = one_epoch(folder, true);
  BOOST_TEST(folder.content("out") == "header\nheader\na\n");
  BOOST_TEST(folder.content(pending) == "");
  for (int i = 0; i < 2; ++i) {
    into_a_file(folder, [&] { opened(folder, state_origin::restored)->recover(1, prepared); });
  }
  BOOST_TEST(folder.content("out") == "header\nheader\na\n");
  BOOST_TEST(folder.has(pending));
}

BOOST_AUTO_TEST_CASE(a_restore_writes_rows_that_are_not_known_to_be_out) {
  const temporary_folder folder;
  const std::string prepared = one_epoch(folder, false);
  folder.file("standard-output.epoch-2.pending", "left by a crash");
  into_a_file(folder, [&] { opened(folder, state_origin::restored)->recover(1, prepared); });
  BOOST_TEST(folder.content("out") == "header\na\n");
  BOOST_TEST(!folder.has("standard-output.epoch-2.pending"));
}

BOOST_AUTO_TEST_CASE(a_write_that_failed_half_way_goes_on_where_it_stopped) {
  const temporary_folder folder;
  error why;
  into_a_file(folder, [&] {
    const auto writer = opened(folder, state_origin::fresh);
    static_cast<void>(writer->prepare(0));
    writer->commit(0);
    step(*writer, 1, "abcdefgh");
    static_cast<void>(writer->prepare(1));
    {
      const size_limit limited(10);
      why = failure_of([&] { writer->commit(1); });
    }
    step(*writer, 2, "i");
    static_cast<void>(writer->prepare(2));
    writer->commit(2);
    step(*writer, 3, "j");
    static_cast<void>(writer->prepare(3));
    writer->commit(3);
  });
  BOOST_TEST((why.code == error_code::sink_unwritable));
  BOOST_TEST(why.message == "standard output: File too large");
  BOOST_TEST(folder.content("out") == "header\nabcdefgh\ni\nj\n");
}

BOOST_AUTO_TEST_CASE(a_pending_file_that_is_shorter_than_recorded_or_missing_is_refused) {
  const temporary_folder folder;
  const std::string prepared = one_epoch(folder, false);
  const std::string path = folder.file(pending, "a");
  const auto why = [&] {
    const auto writer = opened(folder, state_origin::restored);
    return failure_of([&] { writer->recover(1, prepared); });
  };
  const std::string put_it_back =
      ", and epoch 1 of the state recorded 2 bytes of it for standard output; put it back, or start without that state";
  BOOST_TEST((why().code == error_code::state_refused));
  BOOST_TEST(why().message == path + ": this file of rows has 1 bytes" + put_it_back);
  std::filesystem::remove(path);
  BOOST_TEST(why().message == path + ": this file of rows is missing" + put_it_back);
}

BOOST_AUTO_TEST_CASE(two_outputs_with_one_name_in_one_folder_are_refused) {
  const temporary_folder folder;
  const auto first = opened(folder, state_origin::fresh);
  const auto second = opened(folder, state_origin::fresh);
  static_cast<void>(first->prepare(0));
  BOOST_TEST((failure_of([&] { static_cast<void>(second->prepare(0)); }).code == error_code::option_conflict));
}

BOOST_AUTO_TEST_CASE(immediate_rows_are_written_when_their_step_closes_and_the_header_once) {
  const temporary_folder folder;
  into_a_file(folder, [&] {
    const auto writer = opened(folder, state_origin::fresh, visibility::immediate);
    static_cast<void>(writer->prepare(0));
    writer->commit(0);
    step(*writer, 1, "a");
  });
  BOOST_TEST(folder.content("out") == "header\na\n");
  into_a_file(folder, [&] {
    const auto writer = opened(folder, state_origin::restored, visibility::immediate);
    writer->recover(1, "");
    step(*writer, 1, "b");
  });
  BOOST_TEST(folder.content("out") == "header\na\nb\n");
}

BOOST_AUTO_TEST_SUITE_END()
