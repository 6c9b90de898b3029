#include <boost/test/unit_test.hpp>
#include <charconv>
#include <fstream>
#include <memory>
#include <millrace/actors/connector/line_files_source.hpp>
#include <millrace/core/source/typed_split.hpp>
#include <millrace/core/watermark/monotonous.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "tests/actors/connector/temporary_folder.hpp"
#include "tests/core/source/plain_port.hpp"

using namespace millrace;
using namespace millrace::testing;
using numbers = std::vector<int>;

namespace {

std::optional<std::string> parse(std::string_view line, int& into) {
  const auto [end, problem] = std::from_chars(line.data(), line.data() + line.size(), into);
  if (problem != std::errc{} || end != line.data() + line.size()) return "not a number";
  return std::nullopt;
}

struct parser {
  std::optional<std::string> operator()(std::string_view line, int& into) const { return parse(line, into); }
};

using source = line_files_source<int>;
static_assert(split_source<source>);
static_assert(split_source<line_files_source<int, parser>>);

template <class Reader>
numbers all(Reader& reader) {
  numbers read;
  int value = 0;
  while (reader.read(value).status == read_status::record) read.push_back(value);
  return read;
}

/// What every split gives, one behind the other.
numbers all(const source& from) {
  numbers read;
  auto readers = from.open().value();
  for (auto& reader : readers) {
    for (const int value : all(reader)) read.push_back(value);
  }
  return read;
}

struct unchanged {
  template <class Record>
  using output = Record;
  template <class Record, class Emit>
  void run(Record&& record, Emit&& emit) {
    emit(std::forward<Record>(record));
  }
};

/// The first split as an engine sees it.
auto split_of(const source& from) {
  constexpr auto same = [](int value) { return value; };
  constexpr auto time_of = [](int value) { return event_time{value}; };
  using split =
      typed_split<source::reader_type, decltype(time_of), monotonous, unchanged, decltype(same), decltype(same)>;
  auto readers = from.open().value();
  const std::string name = readers[0].split_name();
  return split(typename split::parts{.place = "source 'numbers'",
                                     .name = name,
                                     .reader = std::move(readers[0]),
                                     .time_of = time_of,
                                     .generator = {},
                                     .steps = {},
                                     .key_of = same,
                                     .value_of = same,
                                     .key_groups = 1});
}

error why_not(const source& from) {
  const auto opened = from.open();
  BOOST_REQUIRE(!opened);
  return opened.error();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(line_files)

BOOST_AUTO_TEST_CASE(a_file_is_one_split_and_says_where_it_stands) {
  const temporary_folder folder;
  const std::string path = folder.file("in.txt", "1\n2\r\n\n3");
  auto readers = source({.path = path, .decode = parse}).open().value();
  BOOST_REQUIRE(readers.size() == 1U);
  int value = 0;
  for (const int line : {1, 2, 4}) {
    BOOST_TEST((readers[0].read(value).status == read_status::record));
    BOOST_TEST(readers[0].position() == path + " line " + std::to_string(line));
  }
  BOOST_TEST(value == 3);
  BOOST_TEST((readers[0].read(value).status == read_status::end));
  BOOST_TEST((readers[0].read(value).status == read_status::end));
}

BOOST_AUTO_TEST_CASE(a_glob_is_one_split_a_file_in_the_order_of_names) {
  const temporary_folder folder;
  folder.file("b.txt", "2\n");
  folder.file("a.txt", "1\n");
  folder.file("c.txt", "");
  const source numbers_of({.path = folder / "*.txt", .decode = parse});
  BOOST_TEST(numbers_of.open().value().size() == 3U);
  BOOST_TEST((all(numbers_of) == numbers{1, 2}));
}

BOOST_AUTO_TEST_CASE(a_decoder_may_be_a_type_of_its_own) {
  const temporary_folder folder;
  auto readers = line_files_source<int, parser>({.path = folder.file("in", "7\n"), .decode = parser{}}).open().value();
  BOOST_TEST((all(readers[0]) == numbers{7}));
}

BOOST_AUTO_TEST_CASE(each_split_calls_a_decoder_of_its_own) {
  const temporary_folder folder;
  folder.file("a", "1\n1\n1\n");
  folder.file("b", "1\n");
  const source counting({.path = folder / "?", .decode = [calls = 0](std::string_view, int& into) mutable {
                           into = ++calls;
                           return std::optional<std::string>();
                         }});
  BOOST_TEST((all(counting) == numbers{1, 2, 3, 1}));
}

BOOST_AUTO_TEST_CASE(a_malformed_line_fails_naming_file_and_line) {
  const temporary_folder folder;
  const std::string path = folder.file("in", "1\nx\n");
  auto readers = source({.path = path, .decode = parse}).open().value();
  const error why = failure_of([&] { all(readers[0]); });
  BOOST_TEST((why.code == error_code::record_malformed));
  BOOST_TEST(why.message == path + " line 2: not a number");
}

BOOST_AUTO_TEST_CASE(a_line_over_the_limit_fails_naming_file_line_and_limit) {
  const temporary_folder folder;
  const std::string path = folder.file("in", "1\n22222\n");
  auto readers = source({.path = path, .decode = parse, .max_line = 4}).open().value();
  const error why = failure_of([&] { all(readers[0]); });
  BOOST_TEST((why.code == error_code::record_too_long));
  BOOST_TEST(why.message == path + " line 2: the line is longer than 4 bytes (max_line)");
}

BOOST_AUTO_TEST_CASE(a_line_that_is_not_utf8_fails_naming_file_line_and_byte) {
  const temporary_folder folder;
  const std::string path = folder.file("in", "1\n2\xFF\n");
  auto readers = source({.path = path, .decode = parse}).open().value();
  const error why = failure_of([&] { all(readers[0]); });
  BOOST_TEST((why.code == error_code::record_malformed));
  BOOST_TEST(why.message == path + " line 2: not UTF-8 at byte 2 of the line");
}

BOOST_AUTO_TEST_CASE(skipped_records_are_counted_and_the_first_ones_kept) {
  const temporary_folder folder;
  const std::string path = folder.file("in", "x\n1\n22222\n\n\xC3\n2\ny\n3\n");
  const source lenient(
      {.path = path, .decode = parse, .max_line = 4, .on_error = bad_record::skip(), .report_first = 3});
  BOOST_TEST((all(lenient) == numbers{1, 2, 3}));
  const auto report = lenient.bad_records();
  BOOST_TEST(report->count() == 4U);
  BOOST_TEST(report->too_long() == 1U);
  const std::vector<std::string> expected = {path + " line 1: not a number",
                                             path + " line 3: the line is longer than 4 bytes (max_line)",
                                             path + " line 5: not UTF-8 at byte 1 of the line"};
  BOOST_TEST((report->messages() == expected));
}

BOOST_AUTO_TEST_CASE(quarantined_records_go_raw_to_one_file_for_all_splits) {
  const temporary_folder folder;
  folder.file("a.txt", "x\r\n1\n\xFF\n");
  folder.file("b.txt", "2\ny");
  const source careful({.path = folder / "*.txt", .decode = parse, .on_error = bad_record::quarantine(folder / "bad")});
  BOOST_TEST((all(careful) == numbers{1, 2}));
  BOOST_TEST(folder.content("bad") == "x\n\xFF\ny\n");
  BOOST_TEST(careful.bad_records()->count() == 3U);
  BOOST_TEST(careful.bad_records()->messages().size() == 3U);
}

BOOST_AUTO_TEST_CASE(of_a_line_over_the_limit_as_much_as_the_limit_is_quarantined) {
  const temporary_folder folder;
  const source careful({.path = folder.file("in", "1234567\n8\n"),
                        .decode = parse,
                        .max_line = 4,
                        .on_error = bad_record::quarantine(folder / "bad")});
  BOOST_TEST((all(careful) == numbers{8}));
  BOOST_TEST(folder.content("bad") == "1234\n");
}

BOOST_AUTO_TEST_CASE(a_quarantine_file_is_there_also_when_nothing_was_bad) {
  const temporary_folder folder;
  const source careful(
      {.path = folder.file("in", "1\n"), .decode = parse, .on_error = bad_record::quarantine(folder / "bad")});
  BOOST_TEST((all(careful) == numbers{1}));
  BOOST_TEST(folder.has("bad"));
}

BOOST_AUTO_TEST_CASE(an_existing_quarantine_file_is_refused_unless_it_may_be_overwritten) {
  const temporary_folder folder;
  const std::string bad = folder.file("bad", "precious\n");
  const std::string in = folder.file("in", "x\n1\n");
  const error why = why_not(source({.path = in, .decode = parse, .on_error = bad_record::quarantine(bad)}));
  BOOST_TEST((why.code == error_code::sink_exists));
  BOOST_TEST(why.message == bad + ": this file exists; remove it or set overwrite");
  BOOST_TEST(folder.content("bad") == "precious\n");
  const source allowed({.path = in, .decode = parse, .on_error = bad_record::quarantine(bad, true)});
  BOOST_TEST((all(allowed) == numbers{1}));
  BOOST_TEST(folder.content("bad") == "x\n");
}

BOOST_AUTO_TEST_CASE(a_quarantine_file_that_is_also_an_input_is_refused) {
  const temporary_folder folder;
  const std::string in = folder.file("in", "x\n1\n");
  for (const bool overwrite : {false, true}) {
    const error why = why_not(source({.path = in, .decode = parse, .on_error = bad_record::quarantine(in, overwrite)}));
    BOOST_TEST((why.code == error_code::sink_is_also_input));
  }
  BOOST_TEST(folder.content("in") == "x\n1\n");
}

BOOST_AUTO_TEST_CASE(no_quarantine_file_is_made_when_the_source_is_missing) {
  const temporary_folder folder;
  const error why =
      why_not(source({.path = folder / "in", .decode = parse, .on_error = bad_record::quarantine(folder / "bad")}));
  BOOST_TEST((why.code == error_code::source_missing));
  BOOST_TEST(!folder.has("bad"));
}

BOOST_AUTO_TEST_CASE(no_quarantine_file_is_left_when_the_run_did_not_begin) {
  const temporary_folder folder;
  {
    (void)source({.path = folder.file("in", "x"), .decode = parse, .on_error = bad_record::quarantine(folder / "bad")})
        .open();
  }
  BOOST_TEST(!folder.has("bad"));
}

BOOST_AUTO_TEST_CASE(a_full_quarantine_file_is_a_failure) {
  const temporary_folder folder;
  const source careful(
      {.path = folder.file("in", "x\n"), .decode = parse, .on_error = bad_record::quarantine("/dev/full")});
  const error why = failure_of([&] { all(careful); });
  BOOST_TEST((why.code == error_code::sink_unwritable));
  BOOST_TEST(why.message == "/dev/full: No space left on device");
}

BOOST_AUTO_TEST_CASE(a_decoder_that_throws_is_reported_with_its_line) {
  const temporary_folder folder;
  const std::string path = folder.file("in", "1\n");
  auto readers = source({.path = path,
                         .decode = [](std::string_view, int&) -> std::optional<std::string> {
                           throw std::runtime_error("no luck");
                         }})
                     .open()
                     .value();
  const error why = failure_of([&] { all(readers[0]); });
  BOOST_TEST((why.code == error_code::user_function_threw));
  BOOST_TEST(why.message == path + " line 1: the decoder threw: no luck");
}

BOOST_AUTO_TEST_CASE(options_out_of_range_are_refused_by_name) {
  const temporary_folder folder;
  const std::string in = folder.file("in", "1\n");
  BOOST_TEST((why_not(source({.path = "", .decode = parse})).code == error_code::option_missing));
  BOOST_TEST((why_not(source({.path = in, .decode = {}})).code == error_code::option_missing));
  BOOST_TEST((why_not(source({.path = in, .decode = parse, .on_error = bad_record::quarantine("")})).code ==
              error_code::option_missing));
  const error why = why_not(source({.path = in, .decode = parse, .max_line = 0}));
  BOOST_TEST((why.code == error_code::option_out_of_range));
  BOOST_TEST(why.message == in + ": max_line is 0 bytes; 1 to 1073741824 is accepted");
}

BOOST_AUTO_TEST_CASE(a_folder_among_the_files_of_a_glob_is_refused) {
  const temporary_folder folder;
  folder.file("a", "1\n");
  std::filesystem::create_directory(folder / "b");
  const error why = why_not(source({.path = folder / "?", .decode = parse}));
  BOOST_TEST((why.code == error_code::source_unreadable));
  BOOST_TEST(contains(why.message, folder / "b" + ": this is a folder"));
}

BOOST_AUTO_TEST_CASE(it_describes_itself) {
  BOOST_TEST(source({.path = "day-*.jsonl", .decode = parse}).describe() == "line files day-*.jsonl");
  BOOST_TEST(source({.path = "-", .decode = parse}).describe() == "lines of standard input");
}

BOOST_AUTO_TEST_CASE(a_split_is_known_by_its_path_and_goes_on_from_a_stored_place) {
  const temporary_folder folder;
  const std::string path = folder.file("in", "1\n2\n");
  auto first = split_of(source({.path = path, .decode = parse}));
  BOOST_TEST(first.name() == path);
  BOOST_TEST(!first.not_storable());
  plain_port port([] { return std::make_unique<event_batch<int, int>>(); }, 100);
  const std::vector<output_port*> ports{&port};
  round_cutter cutter({.splits = 1, .grid = {}, .all_idle = {}});
  BOOST_TEST(first.read(2, 0, false, cutter, ports).records == 2U);
  std::string bytes;
  byte_writer into{bytes};
  first.place_to_resume()->write(into);

  std::ofstream(path, std::ios::app) << "3\n";
  auto grown = split_of(source({.path = path, .decode = parse}));
  byte_reader from{bytes};
  const auto place = grown.read_place(from);
  grown.resume(*place);
  BOOST_TEST(grown.read(64, 0, false, cutter, ports).records == 1U);

  std::ofstream(path, std::ios::trunc) << "1\n5\n";
  auto changed = split_of(source({.path = path, .decode = parse}));
  const error why = failure_of([&] { changed.resume(*place); });
  BOOST_TEST((why.code == error_code::state_refused));
  BOOST_TEST(why.message ==
             "source 'numbers': " + path + ": the state was made with another file: its first 4 bytes have changed");

  byte_reader cut{std::string_view(bytes).substr(0, bytes.size() / 2)};
  const error malformed = failure_of([&] { (void)changed.read_place(cut); });
  BOOST_TEST((malformed.code == error_code::state_malformed));
  BOOST_TEST(contains(malformed.message, "source 'numbers': "));
}

BOOST_AUTO_TEST_CASE(a_quarantine_file_cannot_be_part_of_a_state) {
  const temporary_folder folder;
  const std::string path = folder.file("in", "1\n");
  auto split = split_of(source({.path = path, .decode = parse, .on_error = bad_record::quarantine(folder / "bad")}));
  BOOST_REQUIRE(split.not_storable());
  BOOST_TEST((split.not_storable()->code == error_code::option_conflict));
  BOOST_TEST(contains(split.not_storable()->message, "source 'numbers': " + path));
  BOOST_TEST(contains(split.not_storable()->message, "on_error fail or skip is accepted"));
}

BOOST_AUTO_TEST_SUITE_END()
