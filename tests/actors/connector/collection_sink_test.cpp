#include <boost/test/unit_test.hpp>
#include <millrace/actors/connector/collection_sink.hpp>
#include <vector>

using namespace millrace;

BOOST_AUTO_TEST_SUITE(collection_sink_suite)

BOOST_AUTO_TEST_CASE(the_handle_shows_what_a_copy_of_it_was_given) {
  const collection_sink<int> kept;
  auto writer = collection_sink<int>(kept).open<int>().value();
  row_batch<int> rows;
  rows.rows = {1, 2, 3, 4};
  writer->write(rows, 0, 2, 1, 0);
  writer->write(rows, 3, 4, 2, 1);
  writer->close_step({.step = 1, .stage_watermark = {}, .mark = watermark{7}});
  BOOST_TEST(kept.rows() == (std::vector<int>{1, 2, 4}), boost::test_tools::per_element());
  BOOST_TEST(kept.row_steps() == (std::vector<step_number>{1, 1, 2}), boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(kept.steps().size() == 1U);
  BOOST_TEST((kept.steps()[0].mark == watermark{7}));
}

BOOST_AUTO_TEST_CASE(two_sinks_share_nothing) {
  const collection_sink<int> one;
  const collection_sink<int> other;
  row_batch<int> rows;
  rows.rows = {1};
  one.open<int>().value()->write(rows, 0, 1, 1, 0);
  BOOST_TEST(other.rows().empty());
}

BOOST_AUTO_TEST_SUITE_END()
