// The second derivative of every elementwise function against 50-digit arithmetic, in all three ways to make one.
#include "functions_check.hpp"
#include "more_functions.hpp"

#include <tuple>

using both_types = std::tuple<double, float>;

BOOST_AUTO_TEST_SUITE(second_derivatives)

BOOST_AUTO_TEST_CASE_TEMPLATE(second_derivatives_are_right_from_the_smallest_number_to_the_largest, T, both_types) {
    functions::check_curvature<T, functions::first>();
    functions::check_curvature<T, functions::second>();
    functions::check_curvature<T, functions::third>();
}

BOOST_AUTO_TEST_SUITE_END()
