// Where angles, special functions and losses of classifiers went wrong elsewhere: at the axes, far out, in the tails, at
// equal or infinite arguments; and a function of a user's own, told as the library tells its own.
#include "agree.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using namespace agreement;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr double infinity = std::numeric_limits<double>::infinity(), pi = 3.14159265358979323846;

/// The value, and the slope by x or the gradient by x and y.
void check_slope(auto f, double at, double value, double slope, double relative = 1e-14) {
    check_is(agree(f, pg::wrt(x), modes_only, given(x, {at})), {value}, {slope}, relative);
}
void check_slopes(auto f, double at_x, double at_y, double value, double by_x, double by_y, double relative = 1e-14) {
    check_is(agree(f, pg::wrt(x, y), modes_only, given(x, {at_x}), given(y, {at_y})), {value}, {by_x, by_y}, relative);
}

/// The cube of x, and a slope that only a custom rule can have.
struct clipped_cube : pg::primitive::elementwise<1> {
    static constexpr auto name  = "clipped_cube";
    static constexpr auto value = [](auto at) { return at * at * at; };
    static constexpr auto slope = [](auto at, auto) { return pg::apply<pg::primitive::min>(3 * at * at, 1); };
};
/// x^2 + x y, of two operands, the value from a function of plain numbers.
struct mixed : pg::primitive::elementwise<2> {
    static constexpr auto name = "mixed";
    static constexpr pg::lane::lane_by_lane value{[](auto a, auto b) { return std::fma(a, a, a * b); }};
    static constexpr auto slope = pg::primitive::per_operand{[](auto a, auto b, auto) { return 2 * a + b; },
                                                             [](auto a, auto, auto) { return a; }};
};

} // namespace

BOOST_AUTO_TEST_SUITE(special_points)

BOOST_AUTO_TEST_CASE(angles_on_the_axes_far_out_and_close_to_the_origin) {
    constexpr auto angle = pg::atan2(y, x);
    check_slopes(angle, 1, 0, 0, 0, 1);
    check_slopes(angle, -1, 0, pi, -0.0, -1);
    check_slopes(angle, 1e200, 1e200, pi / 4, -5e-201, 5e-201);
    check_slopes(angle, 5.6843e-14, 1e-13, std::atan2(1e-13, 5.6843e-14), -7557935363543.50711, 4296157198699.03575);
    check_slopes(angle, 0, 0, 0, 0, 0);
    check_slopes(pg::hypot(x, y), 1e200, 1e200, std::hypot(1e200, 1e200), 0.70710678118654752, 0.70710678118654752);
    check_slopes(pg::hypot(x, y), 0, 0, 0, 0, 0);
    check_slopes(pg::hypot(x, y), 5e-324, 5e-324, std::hypot(5e-324, 5e-324), 0.70710678118654752, 0.70710678118654752);
    check_slopes(pg::hypot(x, y), -infinity, 2, infinity, -1, 0);
}

BOOST_AUTO_TEST_CASE(inner_derivatives_and_signs_of_hyperbolic_functions) {
    check_slope(pg::asinh(pg::tan(x)), 1, std::asinh(std::tan(1)), 1.85081571768092562);
    check_slope(pg::atanh(2_c * x), 0.1, std::atanh(0.2), 2.08333333333333333);
    check_slope(pg::cosh(x), -1, std::cosh(1), -1.17520119364380146);
    check_slope(pg::tanh(x), 400, 1, 0);
}

BOOST_AUTO_TEST_CASE(roots_and_inverse_functions_at_the_ends_of_their_domain_leave_others_alone) {
    check_slopes(y * y + 0_c * pg::asin(x), 1, 3, 9, 0, 6);
    check_slopes(y * y + 0_c * pg::acosh(x), 1, 3, 9, 0, 6);
    check_slopes(y * y + 0_c * pg::cbrt(x), 0, 3, 9, 0, 6);
    check_slope(pg::asin(x), 1, pi / 2, infinity);
    check_slope(pg::acos(x), -1, pi, -infinity);
    check_slope(pg::cbrt(x), 0, 0, infinity);
}

BOOST_AUTO_TEST_CASE(logarithms_of_sums_of_two) {
    constexpr auto f = pg::logaddexp(x, y);
    check_slopes(f, 1, 1, 1.69314718055994531, 0.5, 0.5);
    check_slopes(f, -infinity, -infinity, -infinity, 0.5, 0.5);
    check_slopes(f, -infinity, 0, 0, 0, 1);
    check_slopes(f, infinity, infinity, infinity, 0.5, 0.5);
    check_slopes(f, 1e308, -1e308, 1e308, 1, 0);
}

BOOST_AUTO_TEST_CASE(two_classes_from_a_logit) {
    constexpr auto f = pg::sigmoid_cross_entropy(x, y);
    check_slopes(f, -5, 0, std::log1p(std::exp(-5)), 0.00669285092428485556, 5);
    check_slopes(f, 0, 0, 0.693147180559945309, 0.5, 0);
    check_slopes(f, 800, 1, 0, 0, -800);
    check_slopes(f, 800, 0, 800, 1, -800);
    check_slope(pg::sigmoid_cross_entropy(x, 1_c), infinity, 0, 0);
    check_slope(pg::elu(x), 1000, 1000, 1);
}

BOOST_AUTO_TEST_CASE(tails_of_the_normal_distribution) {
    check_slope(pg::normal_log_cdf(x), -40, -804.608442013753788, 40.0249688472072637);
    check_slope(pg::normal_log_cdf(x), 40, 0, 0);
    check_slope(pg::normal_cdf(x), -38, 2.88542835e-316, 1.0972210519949712e-314, 1e-7);
    check_slope(pg::erfc(x), 10, 2.08848758376254467e-45, -2 / std::sqrt(pi) * std::exp(-100), 1e-13);
}

BOOST_AUTO_TEST_CASE(x_log_y_of_nothing_is_nothing) {
    check_slopes(pg::xlogy(x, y), 0, 0, 0, -infinity, 0);
    check_slopes(pg::xlogy(x, y), 0, 3, 0, std::log(3), 0);
    check_slopes(pg::xlogy(x, y), 2, 3, 2 * std::log(3), std::log(3), 2 / 3.0);
    constexpr auto entropy = pg::xlogy(x, x) + pg::xlogy(1_c - x, 1_c - x);
    check_slope(entropy, 0.25, 0.25 * std::log(0.25) + 0.75 * std::log(0.75), std::log(1 / 3.0));
}

BOOST_AUTO_TEST_CASE(clamps_huber_and_leaky_units_at_their_corners) {
    constexpr auto f = pg::clamp(x, -1_c, y);
    check_slopes(f, 0.5, 2, 0.5, 1, 0);
    check_slopes(f, -1, 2, -1, 0, 0);
    check_slopes(f, 2, 2, 2, 0, 0);
    check_slopes(f, 3, 2, 2, 0, 1);
    check_slopes(pg::huber(x, y), 3, 2, 4, 2, 1);
    check_slopes(pg::huber(x, y), -1, 2, 0.5, -1, 0);
    check_slopes(pg::leaky_relu(x, y), 0, 0.25, 0, 0.25, 0);
    check_slopes(pg::leaky_relu(x, y), -2, 0.25, -0.5, 0.25, -2);
    check_slopes(pg::elu(x, y), -1, 2, 2 * std::expm1(-1), 2 * std::exp(-1), std::expm1(-1));
    check_slope(pg::leaky_relu(x), -2, -0.02, 0.01);
    check_slope(pg::sign(x) * x, -2, 2, -1);
}

BOOST_AUTO_TEST_CASE(powers_of_variables_where_the_base_or_the_exponent_is_zero) {
    constexpr auto f = pg::pow(x, y);
    check_slopes(f, 3, 4, 81, 108, 81 * std::log(3));
    check_slopes(f, 0, 2, 0, 0, 0);
    check_slopes(f, 0, 1, 0, 1, 0);
    check_slopes(f, 0, 0, 1, 0, 0);
    check_slopes(f, -2, 0, 1, 0, std::numeric_limits<double>::quiet_NaN());
    check_slope(pg::pow(2_c, x), 3, 8, 8 * std::log(2));
    const auto found = agree(f, pg::wrt(x), modes_only, given(x, {-2}), given(y, {3}));
    check_is(found, {-8}, {12});
}

BOOST_AUTO_TEST_CASE(the_gamma_function_at_its_poles_and_between) {
    check_slope(pg::lgamma(x), 0.5, 0.572364942924700087, -1.96351002602142348);
    check_slope(pg::lgamma(x), -0.5, 1.26551212348464539, 0.0364899739785765206, 1e-13);
    check_slope(pg::lgamma(x), 0, infinity, -infinity);
    check_slopes(0_c * pg::lgamma(y) + x, 2, 1, 2, 1, 0);
    check_slope(pg::digamma(x), 1, -0.577215664901532861, pi * pi / 6);
}

BOOST_AUTO_TEST_CASE(log_softmax_does_not_underflow) {
    constexpr auto v = pg::vector<"v", 3>;
    const auto found = agree(pg::log_softmax(v)[0_c], pg::wrt(v), modes_only, given(v, {-431, 279, 427}));
    check_is(found, {-858}, {1, -5.30171866609232359e-65, -1});
}

BOOST_AUTO_TEST_CASE(a_function_of_the_users_own_has_the_value_and_the_slope_that_it_tells) {
    constexpr auto f = y * pg::apply<clipped_cube>(x);
    check_slopes(f, 0.5, 2, 0.25, 1.5, 0.125);
    check_slopes(f, 2, 2, 16, 2, 8);
    check_slopes(pg::apply<mixed>(x, y * y), 3, 2, 21, 10, 12);
    const auto h = pg::hessian(pg::apply<mixed>(x, y), pg::wrt(x, y))(x = 3.0, y = 2.0);
    BOOST_TEST((h(x, x)() == 2 && h(x, y)() == 1 && h(y, y)() == 0));
}

BOOST_AUTO_TEST_SUITE_END()
