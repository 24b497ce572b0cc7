// The chain rule over whole losses: mistakes of other libraries with signs, sharing, broadcasts and rounding, each with
// its right value, in every mode.
#include "agree.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using namespace agreement;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto z = pg::scalar<"z">;
constexpr auto m = pg::matrix<"m", 2, 2>;
constexpr auto a = pg::matrix<"a", 3, 3>;
constexpr auto v = pg::vector<"v", 3>;

constexpr auto squared(auto e) { return e * e; }

}  // namespace

BOOST_AUTO_TEST_SUITE(chain)

BOOST_AUTO_TEST_CASE(a_helper_by_value_gives_the_square_of_the_square) {
    const auto found = agree(squared(x) + squared(squared(y)), pg::wrt(x, y), {}, given(x, {2}), given(y, {2}));
    check_is(found, {4 + 16}, {4, 32});
}

BOOST_AUTO_TEST_CASE(the_same_variable_on_both_sides_of_a_minus) {
    const auto found = agree((x - 2_c * x) + (2_c * y - y) + (z - z), pg::wrt(x, y, z), {}, given(x, {1}),
                             given(y, {2}), given(z, {3}));
    check_is(found, {-1 + 2 + 0}, {-1, 1, 0});
}

BOOST_AUTO_TEST_CASE(the_adjoint_of_a_scalar_among_arrays_is_summed) {
    const auto found = agree(pg::sum(m / x) + pg::sum(m * y + y), pg::wrt(x, y), {}, shared(m, {1, 2, 3, 4}),
                             given(x, {2}), given(y, {2}));
    check_is(found, {5 + 28}, {-2.5, 14});
}

BOOST_AUTO_TEST_CASE(a_quadratic_form_of_a_matrix_that_is_not_symmetric) {
    const auto found = agree(0.5_c * pg::dot(v, pg::dot(a, v)), pg::wrt(v), {}, shared(a, {1, 2, 3, 4, 5, 6, 7, 8, 9}),
                             given(v, {1, 2, 3}));
    check_is(found, {114}, {22, 34, 46});
}

BOOST_AUTO_TEST_CASE(relu_with_a_branch_that_is_a_literal_has_the_slope_of_the_other) {
    check_is(agree(pg::select(x > 0_c, x, 0_c), pg::wrt(x), {}, given(x, {2, -2})), {2, 0}, {1, 0});
}

BOOST_AUTO_TEST_CASE(equal_products_are_one_so_that_their_adjoints_cancel_exactly) {
    // t = 100 x, y = t e^t + (t - t e^t): the slope is exactly 100, where a tape gives 0
    constexpr auto t = 100_c * x;
    constexpr auto loss = t * pg::exp(t) + (t - t * pg::exp(t));
    const auto gradient = pg::grad(loss, pg::wrt(x));
    BOOST_TEST(gradient(x = 0.5)[x] == 100);
    BOOST_TEST(pg::vmap(gradient)(x = pg::each({0.5, 0.4}))[x](0) == 100);
}

BOOST_AUTO_TEST_CASE(a_quotient_is_the_quotient_of_the_machine_and_no_product_with_a_reciprocal) {
    const double up = 1.9884174385613122e30, down = 0.58865391397320377;
    BOOST_TEST(up / down != up * (1 / down));
    const auto found = agree(y / x, pg::wrt(y), modes_only, given(x, {down}), given(y, {up}));
    BOOST_TEST(found.values[0] == up / down);
    BOOST_TEST(found.gradients[0] == 1 / down);
    // what is divided by a number is divided by it in the slope too
    const auto by_x = agree(y / x, pg::wrt(x), modes_only, given(x, {3, 7}), given(y, {1, 2}));
    check_is(by_x, {1 / 3.0, 2 / 7.0}, {-(1 / 3.0) / 3, -(2 / 7.0) / 7}, 0);
}

BOOST_AUTO_TEST_CASE(the_value_is_that_of_the_same_text_over_plain_numbers) {
    // by z, whose slope is 1, all modes have to agree to the bit
    const auto plain = [](auto b, auto at) { return (b / at - at) / (b * b) - b / (at / b); };
    const auto found = agree(z + plain(y, x), pg::wrt(z), {.modes = 0, .differences = 0}, given(x, {3, 0.7}),
                             given(y, {1.1, 7}), shared(z, {0}));
    check_is(found, {plain(1.1, 3.0), plain(7.0, 0.7)}, {1, 1}, 0);
}

BOOST_AUTO_TEST_CASE(the_norm_of_many_ones_has_equal_slopes) {
    constexpr auto many = pg::vector<"many", 2048>;
    constexpr auto gradient = pg::grad(pg::sqrt(pg::sum(pg::square(many))), pg::wrt(many));
    const std::vector<double> ones(2 * 2048, 1.0);
    const auto of_one = gradient(many = std::span(ones).first(2048));
    const auto of_each = pg::vmap(gradient)(many = pg::each(ones));
    for (const double slope : of_one.flat()) BOOST_TEST(near(slope, 0.0220970869120796, 1e-14));
    for (const double slope : of_each.flat()) BOOST_TEST(near(slope, 0.0220970869120796, 1e-14));
}

BOOST_AUTO_TEST_SUITE_END()
