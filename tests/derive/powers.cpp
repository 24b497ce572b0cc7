// Powers where others went wrong: at a base of zero, with negative bases, at exponents 0, 1, 1/2 and 2.
#include "agree.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using namespace agreement;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr double infinity = std::numeric_limits<double>::infinity(), not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

BOOST_AUTO_TEST_SUITE(powers)

BOOST_AUTO_TEST_CASE(rosenbrock_by_powers_has_its_gradient_also_where_a_base_is_zero_or_negative) {
    constexpr auto f = pg::pow(1_c - x, 2_c) + 100_c * pg::pow(y - pg::pow(x, 2_c), 2_c);
    const auto found = agree(f, pg::wrt(x, y), {.differences = 1e-5}, given(x, {0, 1, -1}), given(y, {0, 1, 1.2}));
    check_is(found, {1, 0, 8}, {-2, 0, 0, 0, 76, 40}, 1e-13);
}

BOOST_AUTO_TEST_CASE(x_to_the_n_at_zero_has_slope_one_for_n_1_and_zero_for_larger_n) {
    constexpr auto f = 2_c * pg::pow(x, 1_c) + 3_c * pg::pow(x, 2_c) + 5_c * pg::pow(x, 3_c) + 7_c * pg::pow(x, 4_c);
    const auto found = agree(f, pg::wrt(x), {}, given(x, {0, -0.0, -1, 2}));
    check_is(found, {0, 0, 3, 168}, {2, 2, -2 * 1 * -1 + -6 + 15 - 28, 2 + 12 + 60 + 224});
}

BOOST_AUTO_TEST_CASE(x_to_the_zero_is_one_with_slope_zero_everywhere) {
    const auto found = agree(y * pg::pow(x, 0_c), pg::wrt(x, y), modes_only, given(x, {0, -2, infinity, not_a_number}),
                             given(y, {3, 3, 3, 3}));
    check_is(found, {3, 3, 3, 3}, {0, 1, 0, 1, 0, 1, 0, 1});
}

BOOST_AUTO_TEST_CASE(a_negative_constant_to_an_odd_power_leaves_other_derivatives_alone) {
    const auto found = agree(pg::pow(-5_c, 5_c) + 0_c * x, pg::wrt(x), {}, given(x, {0.5, 2}));
    check_is(found, {-3125, -3125}, {0, 0});
}

BOOST_AUTO_TEST_CASE(negative_bases_have_whole_powers) {
    const auto found = agree(pg::pow(x * y, 3_c) + pg::pow(x, -2_c), pg::wrt(x, y), {}, given(x, {-2, 1}), given(y, {1.5, -1}));
    check_is(found, {-26.75, 0}, {3 * 9 * 1.5 - 2 / -8.0, 3 * 9 * -2, -3 - 2, 3}, 1e-14);
}

BOOST_AUTO_TEST_CASE(a_sum_of_squares_that_is_zero_has_a_root_with_slope_zero) {
    constexpr auto v = pg::vector<"v", 3>;
    const auto found = agree(pg::pow(pg::sum(pg::pow(v - v, 2_c)), 0.5_c), pg::wrt(v), modes_only, given(v, {1, 2, 3, 0, 0, 0}));
    check_is(found, {0, 0}, {0, 0, 0, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(an_exponent_just_above_one_half_is_like_one_half_where_nothing_flows_back) {
    constexpr auto v = pg::vector<"v", 3>;
    const auto found = agree(pg::pow(pg::sum(pg::square(v - v)), 0.5000000000000001_c), pg::wrt(v), modes_only,
                             given(v, {1, 2, 3, 0, 0, 0}));
    check_is(found, {0, 0}, {0, 0, 0, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(broken_powers_are_exact_above_zero_infinite_at_zero_and_not_a_number_below) {
    const auto found = agree(pg::pow(x, 1.5_c) + y * pg::pow(x, 0.25_c), pg::wrt(x, y), modes_only, given(x, {4, 0, 0, -1}),
                             given(y, {0, 0, 2, 1}));
    check_is(found, {8, 0, 0, not_a_number}, {3, std::sqrt(2.0), 0, 0, infinity, 0, not_a_number, not_a_number});
}

BOOST_AUTO_TEST_CASE(x_to_the_0_3_times_y_to_the_0_7_has_no_derivative_at_the_origin_and_says_so_alike_in_all_modes) {
    // 0^-0.7 0^0.7: the slope of each factor is infinite, the other factor 0, which annihilates: documented as 0.
    const auto found = agree(pg::pow(x, 0.3_c) * pg::pow(y, 0.7_c), pg::wrt(x, y), modes_only, given(x, {0, 1}), given(y, {0, 1}));
    check_is(found, {0, 1}, {0, 0, 0.3, 0.7});
}

BOOST_AUTO_TEST_CASE(two_to_the_x_has_second_derivative_8_ln_2_squared_at_3) {
    constexpr double ln2 = 0.693147180559945309417;
    using inner = pg::Dual<double, 1>;
    using outer = pg::Dual<inner, 1>;
    const outer at = outer::variable(inner::variable(3));
    const outer f = exp(ln2 * at);
    BOOST_TEST(near(f.value.value, 8, 1e-14));
    BOOST_TEST(near(f.tangent[0].tangent[0], 3.8436241113456114, 1e-14));
}

BOOST_AUTO_TEST_SUITE_END()
