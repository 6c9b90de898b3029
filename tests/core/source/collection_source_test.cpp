#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <millrace/core/source/collection_source.hpp>
#include <string>
#include <vector>

using namespace millrace;

namespace {

struct click {
  std::string product;
  std::int64_t time = 0;
};

template <class Reader>
auto all_of(Reader reader) {
  std::vector<typename Reader::value_type> values;
  typename Reader::value_type value{};
  while (reader.read(value).status == read_status::record) values.push_back(value);
  BOOST_TEST((reader.read(value).status == read_status::end));
  return values;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(collection_source_suite)

BOOST_AUTO_TEST_CASE(values_come_in_order_and_end_is_said_again) {
  auto readers = collection_source<int>({3, 1, 2}).open().value();
  BOOST_TEST_REQUIRE(readers.size() == 1U);
  BOOST_TEST(all_of(readers[0]) == (std::vector<int>{3, 1, 2}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lists_of_records_may_be_written_in_braces_whatever_their_number) {
  BOOST_TEST(all_of(collection_source<click>({{"a", 1}, {"b", 2}}).open().value()[0]).size() == 2U);
  BOOST_TEST(all_of(collection_source<click>({{"a", 1}}).open().value()[0]).size() == 1U);
  BOOST_TEST(all_of(collection_source<click>({click{"a", 1}}).open().value()[0]).size() == 1U);
  BOOST_TEST(all_of(collection_source<click>({}).open().value()[0]).empty());
  BOOST_TEST(all_of(collection_source<int>({7}).open().value()[0]).size() == 1U);
  const std::vector<click> three(3);
  BOOST_TEST(all_of(collection_source<click>(three).open().value()[0]).size() == 3U);
}

BOOST_AUTO_TEST_CASE(each_vector_is_a_split) {
  const auto source = collection_source<int>::splits({{1, 2}, {}, {3}});
  auto readers = source.open().value();
  BOOST_TEST_REQUIRE(readers.size() == 3U);
  BOOST_TEST(all_of(readers[0]).size() == 2U);
  BOOST_TEST(all_of(readers[1]).empty());
  BOOST_TEST(all_of(readers[2]).size() == 1U);
  BOOST_TEST(source.describe() == "collection of 3 elements in 3 splits");
}

BOOST_AUTO_TEST_CASE(every_run_reads_from_the_start) {
  const collection_source<int> source({1, 2});
  BOOST_TEST(all_of(source.open().value()[0]).size() == 2U);
  BOOST_TEST(all_of(source.open().value()[0]).size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_place_beyond_the_collection_is_refused) {
  auto readers = collection_source<int>({1, 2}).open().value();
  readers[0].resume(2);
  int value = 0;
  BOOST_TEST((readers[0].read(value).status == read_status::end));
  BOOST_CHECK_EXCEPTION(readers[0].resume(3), failure,
                        [](const failure& thrown) { return thrown.reason().code == error_code::state_refused; });
}

BOOST_AUTO_TEST_SUITE_END()
