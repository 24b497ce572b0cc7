// The main function of every test executable.
#define BOOST_TEST_MODULE pergrad
#include <boost/test/unit_test.hpp>
