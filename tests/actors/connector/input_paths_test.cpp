#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <millrace/actors/connector/input_paths.hpp>
#include <string>
#include <vector>

#include "tests/actors/connector/temporary_folder.hpp"

using namespace millrace;
using namespace millrace::testing;
using files = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(input_paths)

BOOST_AUTO_TEST_CASE(a_plain_name_is_given_back_unseen) {
  BOOST_TEST((expand_input_path("no/such/file.jsonl").value() == files{"no/such/file.jsonl"}));
}

BOOST_AUTO_TEST_CASE(a_glob_gives_its_files_sorted_by_bytes) {
  const temporary_folder folder;
  for (const char* name : {"b.jsonl", "a.jsonl", "B.jsonl", "a-1.jsonl", "other.csv"}) folder.file(name, "");
  BOOST_TEST((expand_input_path(folder / "*.jsonl").value() ==
              files{folder / "B.jsonl", folder / "a-1.jsonl", folder / "a.jsonl", folder / "b.jsonl"}));
  BOOST_TEST((expand_input_path(folder / "[ab].jsonl").value() == files{folder / "a.jsonl", folder / "b.jsonl"}));
}

BOOST_AUTO_TEST_CASE(a_file_of_exactly_this_name_is_no_glob) {
  const temporary_folder folder;
  folder.file("[a].jsonl", "");
  folder.file("a.jsonl", "");
  BOOST_TEST((expand_input_path(folder / "[a].jsonl").value() == files{folder / "[a].jsonl"}));
}

BOOST_AUTO_TEST_CASE(a_glob_that_matches_nothing_is_missing) {
  const temporary_folder folder;
  for (const std::string& path : {folder / "*.jsonl", folder / "no/such/*.jsonl"}) {
    const auto found = expand_input_path(path);
    BOOST_REQUIRE(!found);
    BOOST_TEST((found.error().code == error_code::source_missing));
    BOOST_TEST(found.error().message == path + ": no file matches; a file, a glob or \"-\" is accepted");
  }
}

BOOST_AUTO_TEST_CASE(a_folder_that_may_not_be_read_is_said_to_be) {
  const temporary_folder folder;
  ::chmod(folder.path().c_str(), 0);
  {
    const without_rights now;
    const auto found = expand_input_path(folder / "*.jsonl");
    BOOST_REQUIRE(!found);
    BOOST_TEST((found.error().code == error_code::source_unreadable));
    BOOST_TEST(found.error().message == folder / "*.jsonl" + ": a folder on the way cannot be read: Permission denied");
  }
  ::chmod(folder.path().c_str(), 0700);
}

BOOST_AUTO_TEST_SUITE_END()
