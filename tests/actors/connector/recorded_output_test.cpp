#include <boost/test/unit_test.hpp>
#include <millrace/actors/connector/recorded_output.hpp>
#include <millrace/core/error.hpp>
#include <string>

#include "tests/actors/connector/temporary_folder.hpp"

using namespace millrace;
using namespace millrace::testing;

BOOST_AUTO_TEST_SUITE(recorded_outputs)

BOOST_AUTO_TEST_CASE(the_bytes_are_those_of_the_page_on_formats) {
  const recorded_output output{.length = 300, .pending = recorded_rows{.file = 12, .length = 41}};
  BOOST_TEST(output.write() == std::string("\x01\xac\x02\x01\x0c\x29", 6));
  BOOST_TEST((recorded_output{.length = 300, .pending = {}}.write() == std::string("\x01\xac\x02\x00", 4)));
}

BOOST_AUTO_TEST_CASE(what_was_written_is_read) {
  for (const recorded_output& output :
       {recorded_output{}, recorded_output{.length = 7, .pending = {}},
        recorded_output{.length = 7, .pending = recorded_rows{.file = 0, .length = 1}}}) {
    BOOST_TEST((recorded_output::read(output.write()) == output));
  }
}

BOOST_AUTO_TEST_CASE(other_bytes_are_refused) {
  const auto code = [](const std::string& bytes) {
    return failure_of([&] { static_cast<void>(recorded_output::read(bytes)); }).code;
  };
  BOOST_TEST((code("") == error_code::state_malformed));
  BOOST_TEST((code(std::string("\x01\x00\x00 and more", 12)) == error_code::state_malformed));
  const error other = failure_of([] { static_cast<void>(recorded_output::read(std::string("\x02\x00\x00", 3))); });
  BOOST_TEST((other.code == error_code::state_malformed));
  BOOST_TEST(other.message == "an epoch describes an output in format 2; format 1 is accepted");
}

BOOST_AUTO_TEST_SUITE_END()
