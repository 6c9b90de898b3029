// The main function of every test suite.
#define BOOST_TEST_MODULE millrace
#include <boost/test/unit_test.hpp>
