// dot for each pair of ranks, and outer: value and gradient against loops, to the bit, in every mode. Each stands under
// a square, so that the adjoint that comes back differs from element to element.
#include "by_hand.hpp"

using namespace by_hand;

namespace {

constexpr std::size_t examples = 3;

constexpr auto s = pg::scalar<"s">;
constexpr auto a = pg::vector<"a", 3>;
constexpr auto b = pg::vector<"b", 3>;
constexpr auto c = pg::vector<"c", 2>;
constexpr auto m = pg::matrix<"m", 2, 3>;

constexpr auto sum_of_squares(auto e) { return pg::sum(pg::square(e)); }

}  // namespace

BOOST_AUTO_TEST_SUITE(products)

BOOST_AUTO_TEST_CASE(a_scalar_scales_and_two_vectors_have_an_inner_product) {
    const auto S = eighths(examples, 1), A = eighths(3 * examples, 2), B = eighths(3, 3);
    const auto found = agree(sum_of_squares(pg::dot(s, a)) + pg::square(pg::dot(a, b)), pg::wrt(s, a, b), to_the_bit, given(s, S),
                             given(a, A), shared(b, B));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        const double* x = &A[3 * n];
        exact inner = 0;
        for (std::size_t i = 0; i < 3; ++i) inner += exact(x[i]) * B[i];
        exact value = inner * inner;
        std::vector<exact> by_s(1), by_a(3), by_b(3);
        for (std::size_t i = 0; i < 3; ++i) {
            const exact scaled = exact(S[n]) * x[i];
            value += scaled * scaled;
            by_s[0] += 2 * scaled * x[i];
            by_a[i] = 2 * scaled * S[n] + 2 * inner * B[i];
            by_b[i] = 2 * inner * x[i];
        }
        expected.add(value, {by_s, by_a, by_b});
    }
    expected.check(found);
}

BOOST_AUTO_TEST_CASE(a_matrix_meets_a_vector_on_its_right_by_columns_and_on_its_left_by_rows) {
    const auto M = eighths(6, 4), A = eighths(3 * examples, 5), C = eighths(2 * examples, 6);
    const auto found = agree(sum_of_squares(pg::dot(m, a)) + sum_of_squares(pg::dot(c, m)), pg::wrt(m, a, c), to_the_bit, shared(m, M),
                             given(a, A), given(c, C));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        const double *right = &A[3 * n], *left = &C[2 * n];
        exact value = 0;
        std::vector<exact> by_m(6), by_a(3), by_c(2);
        for (std::size_t i = 0; i < 2; ++i) {
            exact row = 0;
            for (std::size_t j = 0; j < 3; ++j) row += exact(M[3 * i + j]) * right[j];
            value += row * row;
            for (std::size_t j = 0; j < 3; ++j) {
                by_m[3 * i + j] += 2 * row * right[j];
                by_a[j] += 2 * row * M[3 * i + j];
            }
        }
        for (std::size_t j = 0; j < 3; ++j) {
            exact column = 0;
            for (std::size_t i = 0; i < 2; ++i) column += exact(left[i]) * M[3 * i + j];
            value += column * column;
            for (std::size_t i = 0; i < 2; ++i) {
                by_m[3 * i + j] += 2 * column * left[i];
                by_c[i] += 2 * column * M[3 * i + j];
            }
        }
        expected.add(value, {by_m, by_a, by_c});
    }
    expected.check(found);
}

BOOST_AUTO_TEST_CASE(two_matrices_have_the_matrix_product) {
    constexpr auto right = pg::matrix<"right", 3, 4>;
    const auto L = eighths(6 * examples, 7), R = eighths(12, 8);
    const auto found = agree(sum_of_squares(pg::dot(m, right)), pg::wrt(m, right), to_the_bit, given(m, L), shared(right, R));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        const double* left = &L[6 * n];
        exact value = 0;
        std::vector<exact> by_left(6), by_right(12);
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 4; ++j) {
                exact p = 0;
                for (std::size_t k = 0; k < 3; ++k) p += exact(left[3 * i + k]) * R[4 * k + j];
                value += p * p;
                for (std::size_t k = 0; k < 3; ++k) {
                    by_left[3 * i + k] += 2 * p * R[4 * k + j];
                    by_right[4 * k + j] += 2 * p * left[3 * i + k];
                }
            }
        expected.add(value, {by_left, by_right});
    }
    expected.check(found);
}

BOOST_AUTO_TEST_CASE(products_of_transposes_and_of_an_outer_product_are_those_of_the_matrices_they_stand_for) {
    constexpr auto left = pg::matrix<"left", 3, 2>;
    const auto L = eighths(6, 9), M = eighths(6 * examples, 10), A = eighths(3 * examples, 11), C = eighths(2, 12);
    const auto found =
        agree(sum_of_squares(pg::dot(pg::transpose(left), pg::transpose(m)) + pg::dot(pg::outer(c, a), left)),
              pg::wrt(left, m, a, c), to_the_bit, shared(left, L), given(m, M), given(a, A), shared(c, C));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        const double *right = &M[6 * n], *x = &A[3 * n];
        exact value = 0;
        std::vector<exact> by_left(6), by_m(6), by_a(3), by_c(2);
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 2; ++j) {
                exact p = 0;
                for (std::size_t k = 0; k < 3; ++k)
                    p += exact(L[2 * k + i]) * right[3 * j + k] + exact(C[i]) * x[k] * L[2 * k + j];
                value += p * p;
                for (std::size_t k = 0; k < 3; ++k) {
                    by_left[2 * k + i] += 2 * p * right[3 * j + k];
                    by_left[2 * k + j] += 2 * p * C[i] * x[k];
                    by_m[3 * j + k] += 2 * p * L[2 * k + i];
                    by_a[k] += 2 * p * C[i] * L[2 * k + j];
                    by_c[i] += 2 * p * x[k] * L[2 * k + j];
                }
            }
        expected.add(value, {by_left, by_m, by_a, by_c});
    }
    expected.check(found);
}

BOOST_AUTO_TEST_CASE(products_longer_than_what_is_unrolled_have_all_their_terms) {
    // 11 results of 9 terms each, and one of 11 terms: neither is a multiple of how many are added up side by side
    constexpr auto layer = pg::matrix<"layer", 11, 9>;
    constexpr auto in = pg::vector<"in", 9>;
    constexpr auto out = pg::vector<"out", 11>;
    const auto W = eighths(99, 13), I = eighths(9 * examples, 14), O = eighths(11, 15);
    const auto found = agree(pg::square(pg::dot(pg::dot(layer, in), out)), pg::wrt(in, out), to_the_bit,
                             shared(layer, W), given(in, I), shared(out, O));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        const double* x = &I[9 * n];
        exact total = 0;
        std::vector<exact> by_in(9), by_out(11);
        for (std::size_t i = 0; i < 11; ++i)
            for (std::size_t j = 0; j < 9; ++j) {
                total += exact(W[9 * i + j]) * x[j] * O[i];
                by_in[j] += exact(W[9 * i + j]) * O[i];
                by_out[i] += exact(W[9 * i + j]) * x[j];
            }
        for (exact& g : by_in) g *= 2 * total;
        for (exact& g : by_out) g *= 2 * total;
        expected.add(total * total, {by_in, by_out});
    }
    expected.check(found);
}

BOOST_AUTO_TEST_SUITE_END()
