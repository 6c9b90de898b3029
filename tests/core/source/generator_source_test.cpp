#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <millrace/core/source/generator_source.hpp>
#include <vector>

using namespace millrace;

namespace {

std::vector<int> all_of(generator_source<int>::reader_type reader) {
  std::vector<int> values;
  int value = 0;
  while (reader.read(value).status == read_status::record) values.push_back(value);
  BOOST_TEST((reader.read(value).status == read_status::end));
  return values;
}

int squared(std::uint64_t index) {
  return static_cast<int>(index * index);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(generator_source_suite)

BOOST_AUTO_TEST_CASE(a_record_is_made_of_its_number) {
  auto readers = generator_source<int>(4, squared).open().value();
  BOOST_TEST_REQUIRE(readers.size() == 1U);
  BOOST_TEST(all_of(readers[0]) == (std::vector<int>{0, 1, 4, 9}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(splits_take_turns_over_the_numbers) {
  auto readers = generator_source<int>(5, squared, {.splits = 2}).open().value();
  BOOST_TEST_REQUIRE(readers.size() == 2U);
  BOOST_TEST(all_of(readers[0]) == (std::vector<int>{0, 4, 16}), boost::test_tools::per_element());
  BOOST_TEST(all_of(readers[1]) == (std::vector<int>{1, 9}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(more_splits_than_records_and_no_records_are_fine) {
  auto readers = generator_source<int>(1, squared, {.splits = 3}).open().value();
  BOOST_TEST(all_of(readers[0]).size() == 1U);
  BOOST_TEST(all_of(readers[2]).empty());
  BOOST_TEST(all_of(generator_source<int>(0, squared).open().value()[0]).empty());
}

BOOST_AUTO_TEST_CASE(no_splits_are_refused_saying_what_is_accepted) {
  const auto opened = generator_source<int>(1, squared, {.splits = 0}).open();
  BOOST_TEST_REQUIRE(!opened.has_value());
  BOOST_TEST((opened.error().code == error_code::option_out_of_range));
  BOOST_TEST(opened.error().message == "generator splits is 0; 1 or more is accepted");
}

BOOST_AUTO_TEST_CASE(a_split_goes_on_behind_its_last_record_when_there_are_more_now) {
  const auto number = [](std::uint64_t index) { return static_cast<int>(index); };
  using source = generator_source<int, decltype(number)>;
  auto before = source(5, number, {.splits = 2}).open().value();
  int value = 0;
  while (before[1].read(value).status == read_status::record) {
  }
  BOOST_TEST(value == 3);
  auto after = source(8, number, {.splits = 2}).open().value();
  after[1].resume(before[1].mark());
  BOOST_TEST((after[1].read(value).status == read_status::record));
  BOOST_TEST(value == 5);
}

BOOST_AUTO_TEST_CASE(a_place_of_another_split_or_of_more_records_is_refused) {
  const auto number = [](std::uint64_t index) { return static_cast<int>(index); };
  auto readers = generator_source<int, decltype(number)>(6, number, {.splits = 2}).open().value();
  readers[1].resume(7);
  for (const std::uint64_t mark : {0U, 2U, 9U}) {
    BOOST_CHECK_EXCEPTION(readers[1].resume(mark), failure,
                          [](const failure& thrown) { return thrown.reason().code == error_code::state_refused; });
  }
}

BOOST_AUTO_TEST_SUITE_END()
