#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <memory>
#include <millrace/actors/connector/line_output.hpp>
#include <millrace/actors/connector/line_reader.hpp>
#include <string>

#include "tests/actors/connector/temporary_folder.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

error why_not(const std::string& path, bool overwrite = false) {
  const auto opened = line_output::open(path, overwrite);
  BOOST_REQUIRE(!opened);
  return opened.error();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(line_outputs)

BOOST_AUTO_TEST_CASE(lines_are_written_at_flush_and_at_the_end) {
  const temporary_folder folder;
  auto output = line_output::open(folder / "out", false).value();
  output->append("a");
  output->append("");
  BOOST_TEST(folder.content("out") == "");
  output->flush();
  BOOST_TEST(folder.content("out") == "a\n\n");
  output->append("b");
  output->finish();
  BOOST_TEST(folder.content("out") == "a\n\nb\n");
  BOOST_TEST(output->bytes_written() == 5U);
}

BOOST_AUTO_TEST_CASE(a_full_buffer_is_written_without_a_flush) {
  const temporary_folder folder;
  auto output = line_output::open(folder / "out", false).value();
  for (int i = 0; i < 300; ++i) output->append(std::string(1023, 'x'));
  BOOST_TEST(output->bytes_written() == 256U * 1024U);
}

BOOST_AUTO_TEST_CASE(an_existing_file_is_refused_and_kept) {
  const temporary_folder folder;
  const std::string path = folder.file("out", "precious");
  const error why = why_not(path);
  BOOST_TEST((why.code == error_code::sink_exists));
  BOOST_TEST(why.message == path + ": this file exists; remove it or set overwrite");
  BOOST_TEST(folder.content("out") == "precious");
}

BOOST_AUTO_TEST_CASE(overwriting_empties_the_file_when_the_run_begins_and_not_before) {
  const temporary_folder folder;
  const std::string path = folder.file("out", "old and long");
  { const auto opened = line_output::open(path, true).value(); }
  BOOST_TEST(folder.content("out") == "old and long");
  auto output = line_output::open(path, true).value();
  BOOST_TEST(folder.content("out") == "old and long");
  output->begin();
  BOOST_TEST(folder.content("out") == "");
  output->append("new");
  output->finish();
  BOOST_TEST(folder.content("out") == "new\n");
}

BOOST_AUTO_TEST_CASE(a_new_file_stays_only_if_the_run_has_begun) {
  const temporary_folder folder;
  { const auto opened = line_output::open(folder / "out", false).value(); }
  BOOST_TEST(!folder.has("out"));
  { line_output::open(folder / "out", false).value()->begin(); }
  BOOST_TEST(folder.has("out"));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_read_is_refused_also_through_a_link_until_it_is_read) {
  const temporary_folder folder;
  const std::string path = folder.file("in", "a\n");
  std::filesystem::create_symlink(path, folder / "link");
  line_reader reader = line_reader::open(path, 100).value();
  for (const std::string& name : {path, folder / "link"}) {
    const error why = why_not(name, true);
    BOOST_TEST((why.code == error_code::sink_is_also_input));
    BOOST_TEST(why.message == name + ": this file is also an input; write to another one");
  }
  BOOST_TEST(folder.content("in") == "a\n");
  std::string_view line;
  while (reader.next(line) != line_status::end) {
  }
  BOOST_TEST(line_output::open(path, true).has_value());
}

BOOST_AUTO_TEST_CASE(two_outputs_to_one_file_are_refused) {
  const temporary_folder folder;
  const auto first = line_output::open(folder / "out", true).value();
  BOOST_TEST((why_not(folder / "out", true).code == error_code::option_conflict));
}

BOOST_AUTO_TEST_CASE(a_folder_is_refused) {
  const temporary_folder folder;
  const error why = why_not(folder.path(), true);
  BOOST_TEST((why.code == error_code::sink_unwritable));
  BOOST_TEST(why.message == folder.path() + ": this is a folder; a file is needed");
}

BOOST_AUTO_TEST_CASE(a_missing_folder_is_named) {
  const temporary_folder folder;
  const error why = why_not(folder / "no/out.jsonl");
  BOOST_TEST((why.code == error_code::sink_unwritable));
  BOOST_TEST(why.message == folder / "no/out.jsonl" + ": the folder " + folder / "no" + " does not exist");
}

BOOST_AUTO_TEST_CASE(a_file_where_a_folder_should_be_is_refused) {
  const temporary_folder folder;
  folder.file("file", "");
  BOOST_TEST(why_not(folder / "file/out").message == folder / "file/out" + ": Not a directory");
}

BOOST_AUTO_TEST_CASE(a_place_without_permission_is_refused) {
  const temporary_folder folder;
  ::chmod(folder.path().c_str(), 0555);
  const std::string path = folder / "out";
  const without_rights now;
  const error why = why_not(path);
  BOOST_TEST((why.code == error_code::sink_unwritable));
  BOOST_TEST(why.message == path + ": Permission denied");
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_nowhere_is_refused) {
  const temporary_folder folder;
  std::filesystem::create_symlink(folder / "nothing", folder / "out");
  BOOST_TEST(contains(why_not(folder / "out").message, "this link leads nowhere"));
}

BOOST_AUTO_TEST_CASE(a_full_device_is_a_failure_at_flush_and_at_the_end) {
  auto output = line_output::open("/dev/full", false).value();
  output->append("a");
  for (int i = 0; i < 2; ++i) {
    const error why = failure_of([&] { i == 0 ? output->flush() : output->finish(); });
    BOOST_TEST((why.code == error_code::sink_unwritable));
    BOOST_TEST(why.message == "/dev/full: No space left on device");
  }
}

BOOST_AUTO_TEST_CASE(a_device_needs_no_overwriting_and_may_be_written_twice) {
  auto first = line_output::open("/dev/null", false).value();
  auto second = line_output::open("/dev/null", true).value();
  first->append("a");
  first->finish();
  second->append("a");
  second->finish();
}

BOOST_AUTO_TEST_CASE(a_named_pipe_without_a_reader_is_refused_and_with_one_is_written) {
  const temporary_folder folder;
  const std::string path = folder / "pipe";
  BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  BOOST_TEST(why_not(path).message == path + ": nobody reads this pipe yet");
  file_descriptor reader(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  auto output = line_output::open(path, false).value();
  output->append("hello");
  output->flush();
  char read[16];
  BOOST_TEST(::read(reader.number(), read, sizeof read) == 6);
  reader.close();
  output->append("again");
  const error why = failure_of([&] { output->flush(); });
  BOOST_TEST((why.code == error_code::sink_closed));
  BOOST_TEST(why.message == path + ": its reader has gone");
}

BOOST_AUTO_TEST_SUITE_END()
