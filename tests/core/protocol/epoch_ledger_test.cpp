#include <boost/test/unit_test.hpp>
#include <millrace/core/protocol/epoch_ledger.hpp>
#include <string>

using namespace millrace;

using ledger = epoch_ledger<std::string>;

BOOST_AUTO_TEST_CASE(an_epoch_is_complete_when_every_member_has_acknowledged) {
  ledger book;
  BOOST_TEST(book.begin(2) == 1U);
  BOOST_TEST(!book.acknowledge(1, 1, "b"));
  BOOST_TEST(book.open() == 1U);
  BOOST_TEST(book.acknowledge(0, 1, "a"));
  BOOST_TEST(book.open() == 0U);
  const auto all = book.take();
  BOOST_TEST_REQUIRE(all.size() == 2U);
  BOOST_TEST(all[0] == "a");
  BOOST_TEST(all[1] == "b");
}

BOOST_AUTO_TEST_CASE(acknowledgements_of_a_cancelled_epoch_are_dropped) {
  ledger book;
  book.begin(2);
  book.acknowledge(0, 1, "a");
  BOOST_TEST(book.cancel().value() == 1U);
  BOOST_TEST(!book.cancel().has_value());
  BOOST_TEST(!book.acknowledge(1, 1, "late"));
  BOOST_TEST(book.begin(1) == 2U);
  BOOST_TEST(!book.acknowledge(0, 1, "late"));
  BOOST_TEST(book.acknowledge(0, 2, "new"));
}
