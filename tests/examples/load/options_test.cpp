#include "options.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

namespace bdata = boost::unit_test::data;
using namespace millrace;
using namespace millrace::load;

BOOST_AUTO_TEST_SUITE(load_options)

BOOST_AUTO_TEST_CASE(windows_are_read_as_the_command_line_says_them) {
  const window_choice sliding = parse_window("sliding:1min:500ms").value();
  BOOST_TEST((sliding.kind == window_kind::sliding));
  BOOST_TEST(sliding.size.count() == 60'000);
  BOOST_TEST(sliding.slide.count() == 500);
  BOOST_TEST((parse_window("tumbling:10s").value().kind == window_kind::tumbling));
  BOOST_TEST((parse_window("session:10s").value().kind == window_kind::session));
}

BOOST_DATA_TEST_CASE(other_windows_are_refused,
                     bdata::make({"", "tumbling", "tumbling:", "tumbling:10", "tumbling:10s:1s", "sliding:10s",
                                  "session:x", "tumbling:99999999999999999999s"}),
                     text) {
  BOOST_TEST(parse_window(text).has_error());
}

BOOST_AUTO_TEST_CASE(values_out_of_range_are_refused_and_named) {
  const auto message = [](auto change) {
    throughput_options chosen;
    change(chosen);
    const auto checked = check(chosen);
    return checked ? std::string() : checked.error().message;
  };
  BOOST_TEST(message([](auto&) {}) == "");
  BOOST_TEST(message([](auto& of) { of.keys = 0; }) == "--keys is 0; accepted: 1 to 1000000000");
  BOOST_TEST(message([](auto& of) { of.disorder = duration{-1}; }) == "--disorder is -1 ms; accepted: 0 ms to 30d");
  BOOST_TEST(message([](auto& of) { of.actors = 129; }) == "--actors is 129; accepted: 1 to 128");
  BOOST_TEST(message([](auto& of) { of.window = parse_window("sliding:1s:2s").value(); }) ==
             "--window sliding:1000ms:2000ms: the slide is longer than the size; accepted: at most the size");
}

BOOST_AUTO_TEST_SUITE_END()
