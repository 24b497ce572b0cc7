// Arrays cut, joined and reshaped, products and extremes of all elements, small matrices: against what is known of them,
// in all modes, with second derivatives where there is a formula.
#include "agree.hpp"

#include <array>

namespace pg = pergrad;
using namespace pg::literals;
using namespace agreement;

namespace {

constexpr auto v = pg::vector<"v", 4>;
constexpr auto b = pg::vector<"b", 3>;
constexpr auto m = pg::matrix<"m", 3, 3>;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Symmetric and positive definite, and its inverse and determinant.
const std::vector<double> A = {4, 1, 0.5, 1, 3, 0.25, 0.5, 0.25, 2};
constexpr double determinant = 4 * (6 - 0.0625) - 1 * (2 - 0.125) + 0.5 * (0.25 - 1.5);
const std::vector<double> inverse = {(6 - 0.0625) / determinant, -(2 - 0.125) / determinant,   (0.25 - 1.5) / determinant,
                                     -(2 - 0.125) / determinant, (8 - 0.25) / determinant,     -(1 - 0.5) / determinant,
                                     (0.25 - 1.5) / determinant, -(1 - 0.5) / determinant,     11 / determinant};

} // namespace

BOOST_AUTO_TEST_SUITE(composites)

BOOST_AUTO_TEST_CASE(a_product_with_zeros_has_the_product_of_the_others_as_its_slope) {
    const auto found = agree(pg::prod(v), pg::wrt(v), modes_only, given(v, {2, 0, 3, 4, 0, 0, 3, 1, 1, 2, 3, 4}));
    check_is(found, {0, 0, 24}, {0, 24, 0, 0, 0, 0, 0, 0, 24, 12, 8, 6});
    const auto h = pg::hessian(pg::prod(v), pg::wrt(v))(v = std::array{2.0, 0.0, 3.0, 4.0});
    const double expected[4][4] = {{0, 12, 0, 0}, {12, 0, 8, 6}, {0, 8, 0, 0}, {0, 6, 0, 0}};
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k) BOOST_TEST(h.flat()(i, k) == expected[i][k]);
}

BOOST_AUTO_TEST_CASE(the_largest_and_the_smallest_share_their_slope_among_equals) {
    check_is(agree(pg::max(v), pg::wrt(v), modes_only, given(v, {1, 5, 2, 3, 5, 5, 2, 5, 1, not_a_number, 3, 4})),
             {5, 5, not_a_number}, {0, 1, 0, 0, 1 / 3.0, 1 / 3.0, 0, 1 / 3.0, 0, 0, 0, 0});
    check_is(agree(pg::min(v) * pg::exp(v[0_c]), pg::wrt(v), {}, given(v, {0, 5, -2, 3})), {-2}, {-2, 0, 1, 0});
}

BOOST_AUTO_TEST_CASE(norms_variances_and_running_sums) {
    check_is(agree(pg::norm(v), pg::wrt(v), modes_only, given(v, {1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1})), {1, 0, 2},
             {1, 0, 0, 0, 0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5});
    check_is(agree(pg::variance(v), pg::wrt(v), {}, given(v, {1, 2, 3, 6, 5, 5, 5, 5})), {3.5, 0}, {-1, -0.5, 0, 1.5, 0, 0, 0, 0});
    check_is(agree(pg::dot(pg::cumsum(v), pg::cumsum(v)), pg::wrt(v), {}, given(v, {1, 2, 3, 4})), {1 + 9 + 36 + 100}, {40, 38, 32, 20});
}

BOOST_AUTO_TEST_CASE(arrays_are_cut_joined_and_reshaped_in_row_major_order) {
    constexpr auto swapped = pg::concatenate(pg::slice<2, 2>(v), pg::slice<0, 2>(v));
    check_is(agree(pg::dot(v, swapped), pg::wrt(v), {}, given(v, {1, 2, 3, 4})), {22}, {6, 8, 2, 4});
    constexpr auto square = pg::reshape<2, 2>(v);
    check_is(agree(pg::sum(pg::dot(square, square)), pg::wrt(v), {}, given(v, {1, 2, 3, 4})), {54}, {7, 11, 9, 13});
    constexpr auto rows = pg::slice<1, 2>(m);
    check_is(agree(pg::sum(pg::square(pg::concatenate(rows, pg::reshape<1, 3>(b), m))), pg::wrt(m, b), {}, shared(m, A), given(b, {1, 2, 3})),
             {2 * (16 + 1 + 0.25 + 1 + 9 + 0.0625 + 0.25 + 0.0625 + 4) - 17.25 + 14}, {8, 2, 1, 4, 12, 1, 2, 1, 8, 2, 4, 6});
}

BOOST_AUTO_TEST_CASE(traces_and_diagonals) {
    check_is(agree(pg::trace(m) * pg::sum(pg::square(pg::diag(m))), pg::wrt(m), {}, given(m, A)), {9 * 29.0},
             {29 + 72, 0, 0, 0, 29 + 54, 0, 0, 0, 29 + 36});
    check_is(agree(pg::sum(pg::dot(m, pg::diag(b))), pg::wrt(b), {}, shared(m, A), given(b, {1, 2, 3})), {5.5 + 8.5 + 8.25}, {5.5, 4.25, 2.75});
}

BOOST_AUTO_TEST_CASE(a_factor_times_its_transpose_is_the_matrix) {
    constexpr auto l = pg::cholesky(m);
    constexpr auto weights = pg::outer(b, b);
    const auto found = agree(pg::sum(pg::dot(l, pg::transpose(l)) * weights), pg::wrt(m), {.modes = 1e-12, .scale = 1}, given(m, A), given(b, {1, 2, 3}));
    check_is(found, {4 + 2 * 2 + 3 * 1 + 4 * 3 + 2 * 6 * 0.25 + 9 * 2}, {1, 2, 3, 2, 4, 6, 3, 6, 9}, 1e-13, 1);
}

BOOST_AUTO_TEST_CASE(the_log_of_a_determinant_has_the_inverse_as_its_slope) {
    check_is(agree(pg::logdet_positive(m), pg::wrt(m), {.modes = 1e-13, .scale = 1}, given(m, A)), {std::log(determinant)}, inverse, 1e-14, 1);
}

BOOST_AUTO_TEST_CASE(a_gaussian_likelihood_has_the_slopes_of_its_formula) {
    // 1/2 b^T A^-1 b + 1/2 log det A: by b A^-1 b, by A (A^-1 - A^-1 b b^T A^-1) / 2
    constexpr auto loss = 0.5_c * pg::dot(b, pg::solve_positive(m, b)) + 0.5_c * pg::logdet_positive(m);
    const std::vector<double> B = {1, -2, 3};
    std::array<double, 3> solved{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) solved[i] += inverse[3 * i + k] * B[k];
    std::vector<double> expected;
    double value = 0.5 * std::log(determinant);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) expected.push_back(0.5 * (inverse[3 * i + k] - solved[i] * solved[k]));
    for (std::size_t i = 0; i < 3; ++i) {
        expected.push_back(solved[i]);
        value += 0.5 * B[i] * solved[i];
    }
    check_is(agree(loss, pg::wrt(m, b), {.modes = 1e-12, .scale = 1}, given(m, A), given(b, B)), {value}, expected, 1e-13, 1);
    // the Hessian by b is A^-1
    const auto h = pg::hessian(loss, pg::wrt(b))(m = A, b = B);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) BOOST_TEST(near(h.flat()(i, k), inverse[std::size_t(3 * i + k)], 1e-13, 1));
}

BOOST_AUTO_TEST_SUITE_END()
