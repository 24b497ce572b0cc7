// The functions of more_functions.hpp against 50-digit arithmetic, in float, as functions.cpp does with the first ones.
#include "functions_check.hpp"
#include "more_functions.hpp"

BOOST_AUTO_TEST_SUITE(more_functions_in_float)

BOOST_AUTO_TEST_CASE(values_and_slopes_are_right_from_the_smallest_number_to_the_largest) {
    functions::check_finite<float, functions::second>();
    functions::check_finite<float, functions::third>();
}

BOOST_AUTO_TEST_CASE(values_and_slopes_at_infinity_are_their_limits_and_not_a_number_stays_one) {
    functions::check_limits<float, functions::second>();
    functions::check_limits<float, functions::third>();
}

BOOST_AUTO_TEST_SUITE_END()
