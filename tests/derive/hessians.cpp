// Second derivatives of whole losses: against closed forms, between the three ways to make them, and against
// differences of gradients on losses that nobody thought of. Derivatives of derivatives, to the fourth.
#include "random_losses.hpp"

#include <array>

namespace pg = pergrad;
using namespace pg::literals;

namespace {

constexpr auto a = pg::scalar<"a">;
constexpr auto b = pg::scalar<"b">;

using matrix = std::vector<double>;

/// The Hessian in all three ways, which agree, row after row.
template<class Loss, class Wrt, class... Binding>
matrix hessian_of(Loss loss, Wrt wrt, double tolerance, const Binding &...bindings) {
    const auto numbers = [](const auto &h) {
        const auto all = h.flat();
        return matrix(all.begin(), all.end());
    };
    const matrix found = numbers(pg::hessian(loss, wrt)(bindings...));
    agreement::check_near(numbers(pg::hessian(loss, wrt, pg::reverse_over_forward)(bindings...)), found, tolerance, 1,
                          "reverse over forward");
    agreement::check_near(numbers(pg::hessian(loss, wrt, pg::reverse_over_reverse)(bindings...)), found, tolerance, 1,
                          "reverse over reverse");
    return found;
}

template<class Loss> matrix hessian_at(Loss loss, double at_a, double at_b) {
    return hessian_of(loss, pg::wrt(a, b), 1e-13, a = at_a, b = at_b);
}
void check_is(const matrix &found, const matrix &expected, double relative = 1e-14) {
    agreement::check_near(found, expected, relative, 0, "second derivative");
}

/// The n-th derivative of a loss of a, as an expression.
template<int n, class Loss> constexpr auto nth(Loss loss) {
    if constexpr (n == 0) return loss;
    else return nth<n - 1>(pg::derivative_by(loss, a));
}
template<class Expression> double value_at(Expression expression, double at) {
    return pg::value_and_grad(expression, pg::wrt(a))(a = at).value();
}

} // namespace

BOOST_AUTO_TEST_SUITE(hessians)

BOOST_AUTO_TEST_CASE(rosenbrock_by_powers_also_where_a_base_is_zero_or_negative) {
    constexpr auto f = pg::pow(1_c - a, 2_c) + 100_c * pg::pow(b - pg::pow(a, 2_c), 2_c);
    check_is(hessian_at(f, 0, 0), {2, 0, 0, 200});
    check_is(hessian_at(f, 1, 1), {802, -400, -400, 200});
    check_is(hessian_at(f, -1, 1.2), {722, 400, 400, 200});
}

BOOST_AUTO_TEST_CASE(a_power_of_two_variables) {
    check_is(hessian_at(pg::pow(a, b), 3, 4),
             {108, 145.650127176155847, 145.650127176155847, 97.7628658258191402}, 1e-13);
    // where the base is zero, to the powers 2 and 3
    check_is(hessian_at(pg::pow(a, b), 0, 2), {2, 0, 0, 0});
    check_is(hessian_at(pg::pow(a, b), 0, 3), {0, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(a_product_and_a_quotient) {
    check_is(hessian_at(a * b, 3, 4), {0, 1, 1, 0});
    check_is(hessian_at(a / b, 3, 4), {0, -1 / 16.0, -1 / 16.0, 2 * 3 / 64.0});
    check_is(hessian_at(4.3_c * a * a, 0, 0), {8.6, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(an_absolute_value_of_minus_a_square_is_the_square) {
    check_is(hessian_at(pg::abs(-pg::square(a)), 0, 1), {2, 0, 0, 0});
    check_is(hessian_at(pg::abs(-(a * a)), 1.5, 1), {2, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(norms_have_second_derivatives_at_a_million_and_none_at_zero) {
    check_is(hessian_at(pg::hypot(a, b), 3e200, 4e200), {1.28e-201, -0.96e-201, -0.96e-201, 0.72e-201}, 1e-13);
    for (const double second : hessian_at(pg::square(a) + pg::sqrt(pg::square(b)), 1, 3)) BOOST_TEST(std::isfinite(second));
}

BOOST_AUTO_TEST_CASE(a_branch_that_is_not_taken_has_no_second_derivative_even_an_infinite_one) {
    check_is(hessian_at(pg::select(a > 0_c, pg::square(a) * b, pg::pow(a, 1.5_c)), 2, 3), {6, 4, 4, 0});
    check_is(hessian_at(pg::select(a > 0_c, pg::sqrt(a), b * b), 0, 3), {0, 0, 0, 2});
    check_is(hessian_at(pg::max(-1_c - pg::sqrt(a), 0_c) + b * b, 0, 3), {0, 0, 0, 2});
    check_is(hessian_at(pg::log(1_c / pg::max(1e-20_c, a)) + b, 0, 3), {0, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(a_quadratic_form_of_a_matrix_that_is_not_symmetric) {
    constexpr auto x = pg::vector<"x", 3>;
    constexpr auto m = pg::matrix<"m", 3, 3>;
    check_is(hessian_of(0.5_c * pg::dot(x, pg::dot(m, x)), pg::wrt(x), 1e-14, x = std::array{1.0, 2.0, 3.0},
                        m = std::array{1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0}),
             {1, 3, 5, 3, 5, 7, 5, 7, 9});
}

BOOST_AUTO_TEST_CASE(softmax_and_cross_entropy_have_diag_p_minus_p_p) {
    constexpr auto x = pg::vector<"x", 3>;
    constexpr auto label = pg::integer<"label">;
    const std::array at = {0.3, -1.2, 2.0};
    const double total = std::exp(0.3) + std::exp(-1.2) + std::exp(2.0);
    matrix expected;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            expected.push_back(std::exp(at[std::size_t(i)]) / total * ((i == j) - std::exp(at[std::size_t(j)]) / total));
    const auto check = [&](const matrix &found) { agreement::check_near(found, expected, 1e-14, 1, "second derivative"); };
    check(hessian_of(pg::logsumexp(x), pg::wrt(x), 1e-14, x = at));
    check(hessian_of(pg::softmax_cross_entropy(x, label), pg::wrt(x), 1e-14, x = at, label = 1));
    check(hessian_of(-pg::log_softmax(x)[2_c], pg::wrt(x), 1e-14, x = at));
}

BOOST_AUTO_TEST_CASE(derivatives_of_derivatives_up_to_the_fourth) {
    constexpr auto bell = pg::exp(-pg::square(a));
    BOOST_TEST(value_at(nth<1>(bell), 0) == 0);
    BOOST_TEST(value_at(nth<2>(bell), 0) == -2);
    BOOST_TEST(value_at(nth<3>(bell), 0) == 0);
    BOOST_TEST(value_at(nth<4>(bell), 0) == 12);
    // x^n at 0, n = 1 to 4: slopes 1, 0, 0, 0, second 0, 2, 0, 0, third 0, 0, 6, 0
    const auto check = [](auto power, double first, double second, double third) {
        BOOST_TEST(value_at(nth<1>(power), 0) == first);
        BOOST_TEST(value_at(nth<2>(power), 0) == second);
        BOOST_TEST(value_at(nth<3>(power), 0) == third);
    };
    check(pg::pow(a, 1_c), 1, 0, 0);
    check(pg::pow(a, 2_c), 0, 2, 0);
    check(pg::pow(a, 3_c), 0, 0, 6);
    check(pg::pow(a, 4_c), 0, 0, 0);
}

BOOST_AUTO_TEST_CASE(a_derivative_inside_a_derivative_keeps_them_apart) {
    // d/da (a d/db (a b)) = d/da a^2
    const auto g = pg::grad(a * pg::derivative_by(a * b, b), pg::wrt(a))(a = 4.0, b = 1.0);
    BOOST_TEST(double(g[a]) == 8);
}

BOOST_AUTO_TEST_CASE(a_penalty_on_a_gradient_is_a_loss) {
    constexpr auto x = pg::vector<"x", 2>;
    constexpr auto w = pg::vector<"w", 2>;
    constexpr auto slope = pg::derivative_by(pg::tanh(pg::dot(w, x)), x); // w (1 - tanh^2)
    agreement::agree(pg::squared_norm(slope), pg::wrt(w, x), {.modes = 1e-13, .scale = 1},
                     agreement::given(x, {0.3, -0.7, 1.1, 0.2, 0.5, 0.5}), agreement::shared(w, {0.8, -0.4}));
}

/// The Hessian of a random loss is that of differences of its gradient, at two points.
template<unsigned seed> void check_random() {
    using namespace random_losses;
    constexpr auto by = pg::wrt(x, y, v, w);
    constexpr int D = 8;
    const auto gradient = [&](const std::vector<double> &p) {
        const auto g = pg::grad(loss<seed>, by)(x = p[0], y = p[1], v = std::span(p).subspan(2, 3),
                                                w = std::span(p).subspan(5, 3), m = random_numbers(9, 5));
        return std::vector<double>(g.flat().begin(), g.flat().end());
    };
    for (const unsigned point : {1u, 2u}) {
        std::vector<double> at = random_numbers(D, point);
        const matrix found =
            hessian_of(loss<seed>, by, 1e-12, x = at[0], y = at[1], v = std::span(at).subspan(2, 3),
                       w = std::span(at).subspan(5, 3), m = random_numbers(9, 5));
        for (std::size_t k = 0; k < D; ++k) {
            const double step = 1e-5, middle = at[k];
            at[k] = middle + step;
            const auto above = gradient(at);
            at[k] = middle - step;
            const auto below = gradient(at);
            at[k] = middle;
            for (std::size_t i = 0; i < D; ++i)
                BOOST_TEST(agreement::near(found[D * k + i], (above[i] - below[i]) / (2 * step), 1e-6, 1),
                           "loss " << seed << ", element " << k << ", " << i << ": " << found[D * k + i] << " and not "
                                   << (above[i] - below[i]) / (2 * step));
        }
    }
}
BOOST_AUTO_TEST_CASE(random_losses_have_the_second_derivatives_of_differences) {
    check_random<1>();
    check_random<4>();
}

BOOST_AUTO_TEST_SUITE_END()
