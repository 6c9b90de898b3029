// Compares lists of lines and shows both when they differ.
#pragma once

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace millrace {

inline void expect_lines(const std::vector<std::string>& got, const std::vector<std::string>& expected) {
  BOOST_TEST(got == expected, boost::test_tools::per_element());
}

}  // namespace millrace
