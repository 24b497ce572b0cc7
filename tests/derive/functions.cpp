// Every elementwise function and its slope against 50-digit arithmetic, over numbers of every size and at infinity, in
// double: in lanes, in a loop and over dual numbers, behind an inner function whose slope is not 1.
#include "functions_check.hpp"

BOOST_AUTO_TEST_SUITE(functions_in_double)

BOOST_AUTO_TEST_CASE(values_and_slopes_are_right_from_the_smallest_number_to_the_largest) {
    functions::check_finite<double, functions::first>();
}

BOOST_AUTO_TEST_CASE(values_and_slopes_at_infinity_are_their_limits_and_not_a_number_stays_one) {
    functions::check_limits<double, functions::first>();
}

BOOST_AUTO_TEST_SUITE_END()
