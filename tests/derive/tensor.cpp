// Sums, means, broadcasts, transposes and elements: value and gradient against loops, to the bit, in every mode.
#include "by_hand.hpp"

using namespace by_hand;

namespace {

constexpr std::size_t examples = 3;

constexpr auto s = pg::scalar<"s">;
constexpr auto a = pg::vector<"a", 3>;
constexpr auto c = pg::vector<"c", 2>;
constexpr auto m = pg::matrix<"m", 2, 3>;
constexpr auto r = pg::matrix<"r", 3, 2>;
constexpr auto t = pg::tensor<"t", 2, 3, 2>;

constexpr auto sum_of_squares(auto e) { return pg::sum(pg::square(e)); }

}  // namespace

BOOST_AUTO_TEST_SUITE(tensors)

BOOST_AUTO_TEST_CASE(sums_along_each_axis_of_three_and_over_all_of_them) {
    const auto T = eighths(12 * examples, 1);
    const auto found = agree(sum_of_squares(pg::sum<0>(t)) + 2_c * sum_of_squares(pg::sum<1>(t)) + 4_c * sum_of_squares(pg::sum<2>(t)) +
                                 8_c * pg::square(pg::sum(t)),
                             pg::wrt(t), to_the_bit, given(t, T));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        exact along_0[3][2] = {}, along_1[2][2] = {}, along_2[2][3] = {}, all = 0;
        const auto each = [&](auto visit) {
            for (std::size_t i = 0; i < 2; ++i)
                for (std::size_t j = 0; j < 3; ++j)
                    for (std::size_t k = 0; k < 2; ++k) visit(i, j, k, exact(T[12 * n + 6 * i + 2 * j + k]));
        };
        each([&](std::size_t i, std::size_t j, std::size_t k, exact x) {
            along_0[j][k] += x;
            along_1[i][k] += x;
            along_2[i][j] += x;
            all += x;
        });
        exact value = 8 * all * all;
        std::vector<exact> by_t;
        each([&](std::size_t i, std::size_t j, std::size_t k, exact x) {
            // each element is a term of one sum of each kind, and the sum's square is the sum times its terms
            value += (along_0[j][k] + 2 * along_1[i][k] + 4 * along_2[i][j]) * x;
            by_t.push_back(2 * along_0[j][k] + 4 * along_1[i][k] + 8 * along_2[i][j] + 16 * all);
        });
        expected.add(value, {by_t});
    }
    expected.check(found);
}

BOOST_AUTO_TEST_CASE(the_mean_divides_by_the_number_of_elements_of_all_axes) {
    constexpr auto w = pg::matrix<"w", 2, 4>;  // 8 elements: their mean is exact
    const auto W = eighths(8, 2), C = eighths(2 * examples, 3);
    const auto found =
        agree(pg::mean(pg::square(w)) + pg::square(pg::mean(c)), pg::wrt(w, c), to_the_bit, shared(w, W), given(c, C));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        const exact mean = (exact(C[2 * n]) + C[2 * n + 1]) / 2;
        exact value = mean * mean;
        std::vector<exact> by_w;
        for (const double x : W) {
            value += exact(x) * x / 8;
            by_w.push_back(exact(x) / 4);
        }
        expected.add(value, {by_w, {mean, mean}});
    }
    expected.check(found);
}

BOOST_AUTO_TEST_CASE(a_vector_repeated_along_each_axis_has_the_sum_along_it_as_its_derivative) {
    // rows a, columns c, a scalar everywhere; a matrix along the middle axis of a tensor, where strides matter
    constexpr auto q = pg::matrix<"q", 2, 2>;
    const auto M = eighths(6 * examples, 4), A = eighths(3 * examples, 5), C = eighths(2, 6), S = eighths(examples, 7),
               T = eighths(12, 8), Q = eighths(4 * examples, 9);
    const auto found = agree(sum_of_squares(m * pg::broadcast<0, 2>(a) + pg::broadcast<1, 3>(c)) +
                                 sum_of_squares(a - pg::broadcast<0, 3>(s)) + pg::sum(t * pg::square(pg::broadcast<1, 3>(q))),
                             pg::wrt(m, a, c, s, q), to_the_bit, given(m, M), given(a, A), shared(c, C), given(s, S),
                             shared(t, T), given(q, Q));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        exact value = 0;
        std::vector<exact> by_m(6), by_a(3), by_c(2), by_s(1), by_q(4);
        for (std::size_t j = 0; j < 3; ++j) {
            const exact x = A[3 * n + j], from_s = x - S[n];
            value += from_s * from_s;
            by_a[j] += 2 * from_s;
            by_s[0] -= 2 * from_s;
            for (std::size_t i = 0; i < 2; ++i) {
                const exact y = M[6 * n + 3 * i + j], p = y * x + C[i];
                value += p * p;
                by_m[3 * i + j] = 2 * p * x;
                by_a[j] += 2 * p * y;
                by_c[i] += 2 * p;
                for (std::size_t k = 0; k < 2; ++k) {
                    const exact weight = T[6 * i + 2 * j + k], repeated = Q[4 * n + 2 * i + k];
                    value += weight * repeated * repeated;
                    by_q[2 * i + k] += 2 * weight * repeated;
                }
            }
        }
        expected.add(value, {by_m, by_a, by_c, by_s, by_q});
    }
    expected.check(found);
}

BOOST_AUTO_TEST_CASE(a_transpose_has_rows_for_columns_and_an_element_only_itself) {
    const auto M = eighths(6, 10), R = eighths(6 * examples, 11), A = eighths(3 * examples, 12);
    // m(1, 2) is used twice, a[1] not at all, r once as the whole and once as an element
    const auto found =
        agree(pg::sum(r * pg::square(pg::transpose(m))) + m(1_c, 2_c) * a[0_c] * m(1_c, 2_c) + r(2_c, 0_c) * a[2_c],
              pg::wrt(m, r, a), to_the_bit, shared(m, M), given(r, R), given(a, A));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        const double *y = &R[6 * n], *x = &A[3 * n];
        exact value = exact(M[5]) * x[0] * M[5] + exact(y[4]) * x[2];
        std::vector<exact> by_m(6), by_r(6), by_a{exact(M[5]) * M[5], 0, y[4]};
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 3; ++j) {
                value += exact(y[2 * j + i]) * M[3 * i + j] * M[3 * i + j];
                by_m[3 * i + j] = 2 * exact(y[2 * j + i]) * M[3 * i + j];
                by_r[2 * j + i] = exact(M[3 * i + j]) * M[3 * i + j];
            }
        by_m[5] += 2 * exact(M[5]) * x[0];
        by_r[4] += x[2];
        expected.add(value, {by_m, by_r, by_a});
    }
    expected.check(found);
}

BOOST_AUTO_TEST_SUITE_END()
