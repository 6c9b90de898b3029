#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <millrace/actors/connector/line_reader.hpp>
#include <millrace/core/codec/codec.hpp>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/actors/connector/temporary_folder.hpp"

using namespace millrace;
using namespace millrace::testing;
using namespace std::string_literals;
using lines = std::vector<std::string>;

namespace {

constexpr std::size_t limit = 16 * 1024 * 1024;

/// Every line; one that is too long with "!" before what was given of it.
lines all(line_reader& reader) {
  lines read;
  std::string_view line;
  while (true) {
    switch (reader.next(line)) {
      case line_status::line: read.emplace_back(line); break;
      case line_status::too_long: read.push_back("!" + std::string(line)); break;
      case line_status::dry: break;
      case line_status::end: return read;
    }
  }
}

lines lines_of(std::string_view content, std::size_t max_line = limit) {
  const temporary_folder folder;
  line_reader reader = line_reader::open(folder.file("in", content), max_line).value();
  return all(reader);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(line_readers)

BOOST_AUTO_TEST_CASE(lines_end_in_lf_or_crlf_and_the_last_one_needs_no_end) {
  BOOST_TEST((lines_of("a\nb\r\nc\n") == lines{"a", "b", "c"}));
  BOOST_TEST((lines_of("a\nb\nc") == lines{"a", "b", "c"}));
  BOOST_TEST((lines_of("a\r\nb\r") == lines{"a", "b"}));
  BOOST_TEST((lines_of("a\rb\n") == lines{"a\rb"}));
}

BOOST_AUTO_TEST_CASE(an_empty_file_has_no_line) {
  BOOST_TEST((lines_of("") == lines{}));
  BOOST_TEST((lines_of("\n\r\n\n") == lines{}));
}

BOOST_AUTO_TEST_CASE(empty_lines_are_passed_over_and_counted_as_lines) {
  const temporary_folder folder;
  const std::string path = folder.file("in.jsonl", "\na\n\r\n\nb\n");
  line_reader reader = line_reader::open(path, limit).value();
  std::string_view line;
  BOOST_TEST((reader.next(line) == line_status::line));
  BOOST_TEST(reader.position() == path + " line 2");
  BOOST_TEST((reader.next(line) == line_status::line));
  BOOST_TEST(line == "b");
  BOOST_TEST(reader.position() == path + " line 5");
}

BOOST_AUTO_TEST_CASE(the_end_is_said_again) {
  const temporary_folder folder;
  line_reader reader = line_reader::open(folder.file("in", "a"), limit).value();
  BOOST_TEST((all(reader) == lines{"a"}));
  std::string_view line;
  BOOST_TEST((reader.next(line) == line_status::end));
  BOOST_TEST((reader.next(line) == line_status::end));
}

BOOST_AUTO_TEST_CASE(nul_bytes_are_passed_on) {
  BOOST_TEST((lines_of("a\0b\n\0\n"s) == lines{"a\0b"s, "\0"s}));
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_is_dropped_at_the_start_only) {
  BOOST_TEST((lines_of("\xEF\xBB\xBF{}\n\xEF\xBB\xBF{}\n") == lines{"{}", "\xEF\xBB\xBF{}"}));
}

BOOST_AUTO_TEST_CASE(a_line_of_the_limit_is_fine_and_one_byte_more_is_too_long) {
  for (const std::string end : {"\n", "\r\n", ""}) {
    BOOST_TEST((lines_of("abcde" + end, 5) == lines{"abcde"}));
    BOOST_TEST((lines_of("abcdef" + end, 5) == lines{"!abcde"}));
  }
  BOOST_TEST((lines_of("abcdefgh\nxy\nabcdefgh\n", 5) == lines{"!abcde", "xy", "!abcde"}));
}

BOOST_AUTO_TEST_CASE(the_limit_holds_also_where_lines_are_longer_than_a_block) {
  constexpr std::size_t max_line = 700'000;
  const std::string fits(max_line, 'f');
  const std::string over(max_line + 1, 'o');
  const std::string far_over(5 * max_line, 'x');
  const std::string content = far_over + "\n" + fits + "\r\nshort\n" + over + "\n" + fits + "\n" + far_over;
  const std::string cut_over = "!" + over.substr(1);
  const std::string cut_far = "!" + far_over.substr(0, max_line);
  BOOST_TEST((lines_of(content, max_line) == lines{cut_far, fits, "short", cut_over, fits, cut_far}));
}

BOOST_AUTO_TEST_CASE(line_numbers_go_on_behind_a_line_that_is_too_long) {
  const temporary_folder folder;
  const std::string path = folder.file("in", std::string(2'000'000, 'x') + "\na\n");
  line_reader reader = line_reader::open(path, 1000).value();
  std::string_view line;
  BOOST_TEST((reader.next(line) == line_status::too_long));
  BOOST_TEST(reader.line_number() == 1U);
  BOOST_TEST((reader.next(line) == line_status::line));
  BOOST_TEST(reader.line_number() == 2U);
}

BOOST_AUTO_TEST_CASE(lines_of_any_length_come_whole_wherever_blocks_end) {
  const unsigned seed = std::random_device{}();
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  lines expected;
  std::string content;
  while (content.size() < 3'000'000) {
    const std::size_t most = random() % 50 == 0 ? 400'000 : 300;
    expected.emplace_back(1 + random() % most, static_cast<char>('a' + random() % 26));
    content += expected.back() + (random() % 2 == 0 ? "\n" : "\r\n");
  }
  BOOST_TEST((lines_of(content) == expected), "seed " << seed);
}

BOOST_AUTO_TEST_CASE(bytes_behind_a_line_may_be_read) {
  const temporary_folder folder;
  // As long as the first buffer: the line ends where the buffer does.
  line_reader reader = line_reader::open(folder.file("in", std::string(256 * 1024, 'x')), limit).value();
  std::string_view line;
  BOOST_REQUIRE((reader.next(line) == line_status::line));
  const std::size_t size = line.size() + line_reader::readable_after_line;
  const int sum = std::accumulate(line.data(), line.data() + size, 0);  // the address sanitizer watches
  BOOST_TEST(sum >= static_cast<int>(line.size()) * 'x' - 64 * 128);
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_refused_with_its_path) {
  const auto reader = line_reader::open("no/such/flights.jsonl", limit);
  BOOST_REQUIRE(!reader);
  BOOST_TEST((reader.error().code == error_code::source_missing));
  BOOST_TEST(reader.error().message ==
             "no/such/flights.jsonl: No such file or directory; a file, a glob or \"-\" is accepted");
}

BOOST_AUTO_TEST_CASE(a_folder_is_refused) {
  const temporary_folder folder;
  const auto reader = line_reader::open(folder.path(), limit);
  BOOST_REQUIRE(!reader);
  BOOST_TEST((reader.error().code == error_code::source_unreadable));
  BOOST_TEST(contains(reader.error().message, folder.path() + ": this is a folder"));
}

BOOST_AUTO_TEST_CASE(a_file_without_permission_is_refused) {
  const temporary_folder folder;
  ::chmod(folder.path().c_str(), 0755);
  const std::string path = folder.file("in", "a\n");
  ::chmod(path.c_str(), 0);
  const without_rights now;
  const auto reader = line_reader::open(path, limit);
  BOOST_REQUIRE(!reader);
  BOOST_TEST((reader.error().code == error_code::source_unreadable));
  BOOST_TEST(reader.error().message == path + ": Permission denied; a file that may be read is needed");
}

BOOST_AUTO_TEST_CASE(a_read_error_is_a_failure_that_names_the_file) {
  // The first page of a process's memory can be opened, but not read.
  line_reader reader = line_reader::open("/proc/self/mem", limit).value();
  std::string_view line;
  const error why = failure_of([&] { (void)reader.next(line); });
  BOOST_TEST((why.code == error_code::source_unreadable));
  BOOST_TEST(why.message == "/proc/self/mem: cannot be read on behind line 0: Input/output error");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_moved_away_is_read_to_its_end) {
  const temporary_folder folder;
  const std::string path = folder.file("in", "a\nb\n");
  line_reader reader = line_reader::open(path, limit).value();
  std::filesystem::remove(path);
  BOOST_TEST((all(reader) == lines{"a", "b"}));
}

BOOST_AUTO_TEST_CASE(a_named_pipe_says_dry_until_lines_come_and_ends_when_its_writer_goes) {
  const temporary_folder folder;
  const std::string path = folder / "pipe";
  BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  line_reader reader = line_reader::open(path, limit).value();
  std::string_view line;
  BOOST_TEST((reader.next(line) == line_status::dry));  // nobody has opened it for writing yet
  file_descriptor writer(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  BOOST_TEST((reader.next(line) == line_status::dry));
  BOOST_REQUIRE(::write(writer.number(), "a\nb", 3) == 3);
  BOOST_TEST((reader.next(line) == line_status::line));
  BOOST_TEST(line == "a");
  BOOST_TEST((reader.next(line) == line_status::dry));
  BOOST_REQUIRE(::write(writer.number(), "c\nd", 3) == 3);
  BOOST_TEST((reader.next(line) == line_status::line));
  BOOST_TEST(line == "bc");
  writer.close();
  BOOST_TEST((reader.next(line) == line_status::line));
  BOOST_TEST(line == "d");
  BOOST_TEST((reader.next(line) == line_status::end));
}

BOOST_AUTO_TEST_CASE(standard_input_says_dry_and_ends_when_its_writer_goes) {
  int ends[2];
  BOOST_REQUIRE(::pipe(ends) == 0);
  const file_descriptor before(::dup(STDIN_FILENO));
  ::dup2(ends[0], STDIN_FILENO);
  ::close(ends[0]);
  file_descriptor writer(ends[1]);
  line_reader reader = line_reader::standard_input(limit);
  std::string_view line;
  BOOST_TEST((reader.next(line) == line_status::dry));
  BOOST_TEST(::write(writer.number(), "a\nb", 3) == 3);
  BOOST_TEST((reader.next(line) == line_status::line));
  BOOST_TEST(reader.position() == "standard input line 1");
  writer.close();
  BOOST_TEST((reader.next(line) == line_status::line));
  BOOST_TEST(line == "b");
  BOOST_TEST((reader.next(line) == line_status::end));
  ::dup2(before.number(), STDIN_FILENO);
}

BOOST_AUTO_TEST_CASE(reading_goes_on_from_the_mark_behind_any_line) {
  const temporary_folder folder;
  std::string content = "\xEF\xBB\xBF";
  for (int line = 0; line < 400; ++line) content += std::to_string(line) + std::string(line % 50, 'x') + "\r\n\n";
  content += "the last one";
  const std::string path = folder.file("in", content);
  line_reader whole = line_reader::open(path, limit).value();
  std::vector<line_mark> marks{whole.mark()};
  lines given;
  for (std::string_view line; whole.next(line) == line_status::line;) {
    given.emplace_back(line);
    marks.push_back(whole.mark());
  }
  BOOST_TEST(marks.back().offset == content.size());
  for (std::size_t after = 0; after < marks.size(); ++after) {
    line_reader resumed = line_reader::open(path, limit).value();
    resumed.resume(marks[after]);
    const lines rest = all(resumed);
    BOOST_TEST((rest == lines(given.begin() + static_cast<std::ptrdiff_t>(after), given.end())));
    BOOST_TEST(resumed.line_number() == whole.line_number());
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_the_marked_one_is_refused_saying_what_differs) {
  const temporary_folder folder;
  const std::string path = folder.file("in", "one\ntwo\n");
  line_mark mark;
  {
    line_reader reader = line_reader::open(path, limit).value();
    std::string_view line;
    reader.next(line);
    reader.next(line);
    mark = reader.mark();
  }
  const auto refusal = [&](const std::string& words) {
    line_reader again = line_reader::open(path, limit).value();
    BOOST_CHECK_EXCEPTION(again.resume(mark), failure, [&](const failure& thrown) {
      BOOST_TEST_MESSAGE(thrown.reason().message);
      return thrown.reason().code == error_code::state_refused &&
             thrown.reason().message.find(words) != std::string::npos;
    });
  };
  const auto overwrite = [&](const std::string& content) {
    const int number = ::open(path.c_str(), O_WRONLY | O_TRUNC);
    BOOST_TEST(::write(number, content.data(), content.size()) == static_cast<ssize_t>(content.size()));
    ::close(number);
  };
  overwrite("one\n");
  refusal("was read to byte 8 and has 4 now");
  overwrite("one\nTWO\nthree\n");
  refusal("first 8 bytes have changed");
  overwrite("one\ntwo\nthree\n");
  line_reader grown = line_reader::open(path, limit).value();
  grown.resume(mark);
  BOOST_TEST((all(grown) == lines{"three"}));
  ::rename(folder.file("other", "one\ntwo\n").c_str(), path.c_str());
  refusal("its inode was");
}

BOOST_AUTO_TEST_CASE(a_last_line_that_is_left_is_read_when_it_has_an_end) {
  const temporary_folder folder;
  for (const std::string before : {"", "one\n", "one\r\n\n"}) {
    const std::string path = folder.file("in", before + "tw");
    line_reader reader = line_reader::open(path, limit, unterminated_line::left).value();
    const lines given = all(reader);
    BOOST_TEST((given == (before.empty() ? lines{} : lines{"one"})));
    const line_mark mark = reader.mark();
    BOOST_TEST(mark.offset == before.size());
    const int number = ::open(path.c_str(), O_WRONLY | O_APPEND);
    BOOST_TEST(::write(number, "o\nthree\n", 8) == 8);
    ::close(number);
    line_reader again = line_reader::open(path, limit, unterminated_line::left).value();
    again.resume(mark);
    BOOST_TEST((all(again) == lines{"two", "three"}));
    BOOST_TEST(again.line_number() == mark.line + 2);
  }
}

BOOST_AUTO_TEST_CASE(a_last_line_with_an_end_is_never_left) {
  const temporary_folder folder;
  line_reader reader = line_reader::open(folder.file("in", "one\ntwo\n"), limit, unterminated_line::left).value();
  BOOST_TEST((all(reader) == lines{"one", "two"}));
  BOOST_TEST(reader.mark().offset == 8U);
}

BOOST_AUTO_TEST_CASE(a_mark_inside_a_line_that_is_too_long_passes_over_the_rest_of_it) {
  const temporary_folder folder;
  const std::string path = folder.file("in", std::string(300'000, 'x') + "\nshort\n");
  line_reader reader = line_reader::open(path, 1000).value();
  std::string_view line;
  BOOST_TEST((reader.next(line) == line_status::too_long));
  const line_mark mark = reader.mark();
  BOOST_TEST(mark.inside_line);
  line_reader again = line_reader::open(path, 1000).value();
  again.resume(value_of_bytes<line_mark>(stored_bytes(mark)));
  BOOST_TEST((all(again) == lines{"short"}));
  BOOST_TEST(again.line_number() == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
