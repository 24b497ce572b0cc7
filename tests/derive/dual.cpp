// The dual number as a scalar of a user's own functions: all arithmetic, compound assignment also of a number to
// itself, several directions, and duals of duals for second derivatives.
#include "agree.hpp"

namespace pg = pergrad;
using agreement::near;

namespace {

using dual = pg::Dual<double>;
using second = pg::Dual<dual>;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// x moved along both tangents: the second derivative comes out in tangent[0].tangent[0].
second twice(double x) { return second::variable(dual::variable(x)); }

void check(const dual& found, double value, double slope, double relative = 1e-15) {
    BOOST_TEST(near(found.value, value, relative), found.value << " and not " << value);
    BOOST_TEST(near(found.tangent[0], slope, relative), "slope " << found.tangent[0] << " and not " << slope);
}

/// A user's template, with no word of derivatives in it: Newton's method for a root of x^3 = a.
template<class S>
S cube_root(const S& a) {
    S x = a;
    for (int step = 0; step < 60; ++step) x -= (x * x * x - a) / (3 * x * x);
    return x;
}

template<class S>
S polynomial(const std::vector<double>& coefficients, const S& x) {
    S sum = 0;
    for (const double c : coefficients) {
        sum *= x;
        sum += c;
    }
    return sum;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(duals)

BOOST_AUTO_TEST_CASE(a_template_of_a_user_is_differentiated_as_it_stands) {
    check(cube_root(dual::variable(27.0)), 3, 1 / 27.0);
    check(polynomial({1, -2, 0, 5}, dual::variable(2.0)), 5, 4);
    const second p = polynomial({1, -2, 0, 5}, twice(2));
    BOOST_TEST(p.value.value == 5);
    BOOST_TEST(p.tangent[0].value == 4);
    BOOST_TEST(p.value.tangent[0] == 4);
    BOOST_TEST(p.tangent[0].tangent[0] == 8);
}

BOOST_AUTO_TEST_CASE(compound_assignment_reads_the_old_value_also_of_itself) {
    dual u = dual::variable(2.0);
    u = u * u;
    u -= dual::variable(2.0);
    check(u, 2, 3);
    u = dual::variable(3.0);
    u *= u;
    check(u, 9, 6);
    u = dual::variable(3.0);
    u /= u;
    check(u, 1, 0);
    u = dual::variable(3.0);
    u += u;
    check(u, 6, 2);
    u -= u;
    check(u, 0, 0);
    u = dual::variable(1.0);
    u = u - 2 * u;
    check(u, -1, -1);
    u = dual::variable(6.0);
    u += 3;
    u *= 0.5;
    u -= 1;
    u /= 4;
    check(u, 0.875, 0.125);
    const dual& same = (u += 1) *= 2;  // a compound assignment is the number itself
    check(same, 3.75, 0.25);
    BOOST_TEST(&same == &u);
    // a dual of duals as well, in both tangents: (x x)'' = 2, (x / x)'' = 0
    second v = twice(3);
    v *= v;
    BOOST_TEST((v.value.value == 9 && v.tangent[0].value == 6 && v.tangent[0].tangent[0] == 2));
    v = twice(4);
    v /= v;
    BOOST_TEST((v.value.value == 1 && v.tangent[0].value == 0 && v.tangent[0].tangent[0] == 0));
}

BOOST_AUTO_TEST_CASE(plain_numbers_are_constants) {
    const dual x = dual::variable(2.0);
    check(3 + x, 5, 1);
    check(x - 3, -1, 1);
    check(3 - x, 1, -1);
    check(0.5 * x, 1, 0.5);
    check(x / 4, 0.5, 0.25);
    check(1 / x, 0.5, -0.25);
    check(-x, -2, -1);
    check(+x, 2, 1);
    check(dual(7.5), 7.5, 0);
    check(dual(3), 3, 0);
}

BOOST_AUTO_TEST_CASE(comparisons_look_at_values) {
    const dual one = dual::variable(1.0), two(2.0);
    BOOST_TEST((one < two && two > one && one <= one && one >= one && one == 1 && one != two));
    BOOST_TEST((!(one > two)));
    BOOST_TEST((!(one == 2)));
    BOOST_TEST((1 < two && 3.5 > two && 1 == one));
    BOOST_TEST((one == dual(1.0)));  // whatever their tangents
    BOOST_TEST((twice(1) < two && twice(1) < 2));
    check(select(one < two, one * one, two), 1, 2);
}

BOOST_AUTO_TEST_CASE(every_function_takes_duals) {
    const double at = 0.625;
    const dual x = dual::variable(at);
    const double t = std::tanh(at), s = 1 / (1 + std::exp(-at));
    check(exp(x), std::exp(at), std::exp(at));
    check(expm1(x), std::expm1(at), std::exp(at));
    check(log(x), std::log(at), 1 / at);
    check(log1p(x), std::log1p(at), 1 / (1 + at));
    check(sqrt(x), std::sqrt(at), 0.5 / std::sqrt(at));
    check(square(x), at * at, 2 * at);
    check(tanh(x), t, 1 - t * t);
    check(sigmoid(x), s, s * (1 - s), 1e-15);
    check(softplus(x), std::log1p(std::exp(at)), s, 1e-15);
    check(relu(x), at, 1);
    check(abs(-x), at, 1);
    check(max(x, 0.5 * x), at, 1);
    check(min(x, 0.5 * x), at / 2, 0.5);
    check(min(x, x), at, 1);
    check(select(x > 0, x, exp(x)), at, 1);
    check(stop_gradient(x) * x, at * at, at);
}

BOOST_AUTO_TEST_CASE(several_directions_travel_together) {
    using dual3 = pg::Dual<double, 3>;
    const auto x = dual3::variable(2, 0), y = dual3::variable(3, 1), z = dual3::variable(5, 2);
    const dual3 f = x * y / z + exp(x - 2);
    BOOST_TEST(f.value == 2.2);
    BOOST_TEST(near(f.tangent[0], 1.6, 1e-15));
    BOOST_TEST(near(f.tangent[1], 0.4, 1e-15));
    BOOST_TEST(near(f.tangent[2], -6 / 25.0, 1e-15));
}

BOOST_AUTO_TEST_CASE(second_derivatives_are_those_of_the_formula) {
    // exp(-x^2) at 0: 1, 0, -2
    const second g = exp(-square(twice(0)));
    BOOST_TEST(g.value.value == 1);
    BOOST_TEST(g.tangent[0].value == 0);
    BOOST_TEST(g.tangent[0].tangent[0] == -2);
    // 4.3 x^2 at 0
    BOOST_TEST((4.3 * square(twice(0))).tangent[0].tangent[0] == 8.6);
    for (const double at : {1.0, 2.0, 3.0, 4.0}) {
        BOOST_TEST((twice(at) * twice(at)).tangent[0].tangent[0] == 2);
        BOOST_TEST(twice(at).tangent[0].value == 1);  // the seed of the inner tangent is the constant 1
        BOOST_TEST(twice(at).tangent[0].tangent[0] == 0);
    }
    // the Hessian of Rosenbrock's function at (-1, 1.2)
    const auto rosenbrock = [](auto x, auto y) { return square(1 - x) + 100 * square(y - square(x)); };
    using dual2 = pg::Dual<double, 2>;
    using second2 = pg::Dual<dual2, 2>;
    const auto x = second2::variable(dual2::variable(-1, 0), 0), y = second2::variable(dual2::variable(1.2, 1), 1);
    const second2 f = rosenbrock(x, y);
    BOOST_TEST(near(f.tangent[0].tangent[0], 722, 1e-14));
    BOOST_TEST(near(f.tangent[0].tangent[1], 400, 1e-14));
    BOOST_TEST(near(f.tangent[1].tangent[0], 400, 1e-14));
    BOOST_TEST(near(f.tangent[1].tangent[1], 200, 1e-14));
}

BOOST_AUTO_TEST_CASE(every_function_has_its_second_derivative) {
    const double at = 0.625;
    const second x = twice(at);
    const double t = std::tanh(at), s = 1 / (1 + std::exp(-at));
    const auto is = [](const second& found, double expected, const char* name) {
        const double f = found.tangent[0].tangent[0];
        BOOST_TEST(near(f, expected, 1e-14), name << "'' is " << f << " and not " << expected);
        BOOST_TEST(found.tangent[0].value == found.value.tangent[0], name << "' by both tangents");
    };
    is(exp(x), std::exp(at), "exp");
    is(expm1(x), std::exp(at), "expm1");
    is(log(x), -1 / (at * at), "log");
    is(log1p(x), -1 / ((1 + at) * (1 + at)), "log1p");
    is(sqrt(x), -0.25 / (at * std::sqrt(at)), "sqrt");
    is(square(x), 2, "square");
    is(tanh(x), -2 * t * (1 - t * t), "tanh");
    is(sigmoid(x), s * (1 - s) * (1 - 2 * s), "sigmoid");
    is(softplus(x), s * (1 - s), "softplus");
    is(relu(square(x)), 2, "relu");
    is(abs(-square(x)), 2, "abs");
    is(max(square(x), x - 1), 2, "max");
    is(min(square(x), x), 2, "min");
    is(1 / x, 2 / (at * at * at), "divide");
    is(select(x > 0, x * square(x), x), 6 * at, "select");
}

BOOST_AUTO_TEST_CASE(a_derivative_inside_a_derivative_keeps_them_apart) {
    // D_x [x D_y [x y](1)](4) = D_x [x^2](4) = 8
    const auto inner = [](auto x) {
        using outer = decltype(x);
        return (x * pg::Dual<outer>::variable(outer(1))).tangent[0];
    };
    const dual x = dual::variable(4.0);
    check(x * inner(x), 16, 8);
}

BOOST_AUTO_TEST_CASE(zero_times_an_infinite_slope_is_zero) {
    check(sqrt(dual(0.0)), 0, 0);  // a constant: its tangent is 0
    check(sqrt(dual::variable(0.0)), 0, infinity);
    check(max(-1 - sqrt(dual::variable(0.0)), 0), 0, 0);
    check(select(dual(1.0) > 0, 0 * dual::variable(1.0), dual::variable(1.0) * infinity), 0, 0);
}

BOOST_AUTO_TEST_CASE(duals_of_lanes_are_duals_of_each_lane) {
    using lanes = pg::lane::batch<float>;
    std::vector<float> at(pg::lane::lanes<lanes>);
    for (std::size_t k = 0; k < at.size(); ++k) at[k] = 0.25f * static_cast<float>(k);
    const auto x = pg::Dual<lanes>::variable(pg::lane::load<lanes>(at.data()));
    const auto f = square(x) * 3 + x;
    std::vector<float> value(at.size()), slope(at.size());
    pg::lane::store(value.data(), f.value);
    pg::lane::store(slope.data(), f.tangent[0]);
    for (std::size_t k = 0; k < at.size(); ++k) {
        BOOST_TEST(value[k] == 3 * at[k] * at[k] + at[k]);
        BOOST_TEST(slope[k] == 6 * at[k] + 1);
    }
}

BOOST_AUTO_TEST_SUITE_END()
