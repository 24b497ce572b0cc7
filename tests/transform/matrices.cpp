// Jacobians, Hessians, products with vectors: of one example and of each in a batch, in sum, by several variables, in
// more directions than one run takes, in the user's memory.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <cmath>
#include <vector>

namespace pg = pergrad;
using namespace pg::literals;

namespace {

constexpr auto a = pg::matrix<"a", 2, 3>;
constexpr auto s = pg::scalar<"s">;
constexpr auto p = pg::vector<"p", 3>;
constexpr auto t = pg::vector<"t", 2>;
constexpr auto residual = pg::tanh(pg::dot(a, p)) * s - t;
constexpr auto loss = pg::squared_norm(residual) + pg::exp(s * p[0_c]);
constexpr auto by = pg::wrt(a, s);
constexpr int D = 7, R = 2;
constexpr std::size_t N = 37; // no whole number of tiles

std::vector<double> numbers(std::size_t count, unsigned seed) {
    std::vector<double> result;
    for (std::size_t k = 0; k < count; ++k) result.push_back(std::sin(1.7 * double(k) + seed));
    return result;
}
const std::vector<double> A = numbers(6, 1), P = numbers(3 * N, 2), T = numbers(2 * N, 3), V = numbers(6, 4);
constexpr double S = 0.8, W = -0.4;

auto call_each(const auto &f) { return f(a = A, s = S, p = pg::each(P), t = pg::each(T)); }
auto call_one(const auto &f, std::size_t n) {
    return f(a = A, s = S, p = std::span(P).subspan(3 * n, 3), t = std::span(T).subspan(2 * n, 2));
}
bool near(double x, double y) { return std::abs(x - y) <= 1e-13 * (1 + std::abs(y)); }

} // namespace

BOOST_AUTO_TEST_SUITE(matrices)

BOOST_AUTO_TEST_CASE(a_jacobian_by_either_mode_has_the_gradients_of_the_residuals_as_its_rows) {
    const auto columns = call_each(pg::vmap(pg::jacfwd(residual, by)));
    const auto rows = call_each(pg::vmap(pg::jacrev(residual, by)));
    const auto first = call_each(pg::vmap(pg::grad(residual[0_c], by))), second = call_each(pg::vmap(pg::grad(residual[1_c], by)));
    BOOST_TEST(columns.size() == N);
    BOOST_TEST((columns[a].rank() == 4 && columns[a].extent(0) == int(N) && columns[a].extent(1) == R && columns[a].extent(3) == 3));
    BOOST_TEST((rows.flat().extent(1) == R && rows.flat().extent(2) == D));
    for (std::size_t n = 0; n < N; ++n) {
        const auto one = call_one(pg::jacfwd(residual, by), n);
        for (int d = 0; d < D; ++d)
            for (int r = 0; r < R; ++r) {
                const double expected = (r == 0 ? first : second).flat()(n, d);
                BOOST_TEST(near(columns.flat()(n, r, d), expected));
                BOOST_TEST(near(rows.flat()(n, r, d), expected));
                BOOST_TEST(near(one.flat()(r, d), expected));
            }
        BOOST_TEST(columns[a](n, 1, 0, 2) == columns.flat()(n, 1, 2));
        BOOST_TEST(columns[s](n, 1) == columns.flat()(n, 1, 6));
        BOOST_TEST(rows[s](n, 0) == rows.flat()(n, 0, 6));
    }
}

BOOST_AUTO_TEST_CASE(a_matrix_valued_function_has_a_jacobian_of_its_shape_and_the_variables) {
    const auto j = pg::jacrev(pg::outer(t, p), pg::wrt(p))(t = std::array{2.0, 3.0}, p = std::array{1.0, 1.0, 1.0});
    BOOST_TEST((j[p].rank() == 3 && j[p].extent(0) == 2 && j[p].extent(1) == 3 && j[p].extent(2) == 3));
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 3; ++k)
            for (int l = 0; l < 3; ++l) BOOST_TEST(j[p](i, k, l) == (k == l ? 2.0 + i : 0.0));
}

BOOST_AUTO_TEST_CASE(jvp_is_the_jacobian_times_the_tangent_and_vjp_the_cotangent_times_the_jacobian) {
    const auto jacobian = call_each(pg::vmap(pg::jacrev(residual, by)));
    const auto forward = pg::vmap(pg::jvp(residual, by))(a = A, s = S, p = pg::each(P), t = pg::each(T), pg::tangent(a) = V,
                                                         pg::tangent(s) = W);
    const auto backward =
        pg::vmap(pg::vjp(residual, by))(a = A, s = S, p = pg::each(P), t = pg::each(T), pg::cotangent(residual) = pg::each(T));
    for (std::size_t n = 0; n < N; ++n) {
        for (int r = 0; r < R; ++r) {
            double expected = 0;
            for (int d = 0; d < D; ++d) expected += jacobian.flat()(n, r, d) * (d < 6 ? V[std::size_t(d)] : W);
            BOOST_TEST(near(forward.tangent()(n, r), expected));
            double product = 0;
            for (std::size_t i = 0; i < 3; ++i) product += A[std::size_t(3 * r) + i] * P[3 * n + i];
            BOOST_TEST(near(forward.value()(n, r), std::tanh(product) * S - T[2 * n + std::size_t(r)]));
        }
        for (int d = 0; d < D; ++d)
            BOOST_TEST(near(backward.flat()(n, d), jacobian.flat()(n, 0, d) * T[2 * n] + jacobian.flat()(n, 1, d) * T[2 * n + 1]));
    }
}

BOOST_AUTO_TEST_CASE(a_hessian_for_each_example_is_that_of_the_example_and_its_products_are_hvp) {
    const auto h = call_each(pg::vmap(pg::hessian(loss, by)));
    const auto product = pg::vmap(pg::hvp(loss, by))(a = A, s = S, p = pg::each(P), t = pg::each(T), pg::tangent(a) = V,
                                                     pg::tangent(s) = W);
    BOOST_TEST((h(a, s).rank() == 3 && h(a, a).rank() == 5 && h(s, s).rank() == 1));
    for (std::size_t n = 0; n < N; ++n) {
        const auto one = call_one(pg::hessian(loss, by), n);
        for (int i = 0; i < D; ++i) {
            double expected = 0;
            for (int k = 0; k < D; ++k) {
                BOOST_TEST(near(h.flat()(n, i, k), one.flat()(i, k)));
                BOOST_TEST(near(h.flat()(n, i, k), h.flat()(n, k, i)));
                expected += h.flat()(n, i, k) * (k < 6 ? V[std::size_t(k)] : W);
            }
            BOOST_TEST(near(product.flat()(n, i), expected));
        }
        BOOST_TEST(h(a, s)(n, 1, 0) == h.flat()(n, 3, 6));
        BOOST_TEST(h(s, a)(n, 1, 0) == h.flat()(n, 6, 3));
        BOOST_TEST(h(a, a)(n, 1, 0, 0, 2) == h.flat()(n, 3, 2));
    }
}

BOOST_AUTO_TEST_CASE(sums_and_means_of_hessians_and_the_hessian_of_a_sum_are_one) {
    const auto each = call_each(pg::vmap(pg::hessian(loss, by)));
    const auto sum = call_each(pg::vmap(pg::hessian(loss, by)) | pg::sum());
    const auto mean = call_each(pg::vmap(pg::hessian(loss, by)) | pg::mean());
    const auto of_sum = call_each(pg::hessian(pg::sum(pg::vmap(loss)), by));
    for (int i = 0; i < D; ++i)
        for (int k = 0; k < D; ++k) {
            double expected = 0;
            for (std::size_t n = 0; n < N; ++n) expected += each.flat()(n, i, k);
            BOOST_TEST(near(sum.flat()(i, k), expected));
            BOOST_TEST(near(mean.flat()(i, k) * double(N), expected));
            BOOST_TEST(near(of_sum.flat()(i, k), expected));
        }
    const auto of_product = pg::hvp(pg::sum(pg::vmap(loss)), by)(a = A, s = S, p = pg::each(P), t = pg::each(T),
                                                                 pg::tangent(a) = V, pg::tangent(s) = W);
    double expected = 0;
    for (int k = 0; k < D; ++k) expected += sum.flat()(6, k) * (k < 6 ? V[std::size_t(k)] : W);
    BOOST_TEST(near(of_product[s], expected));
}

BOOST_AUTO_TEST_CASE(gauss_newton_is_the_jacobian_transposed_times_itself) {
    const auto jacobian = call_each(pg::vmap(pg::jacrev(residual, by)));
    const auto g = call_each(pg::vmap(pg::gauss_newton(residual, by)));
    for (std::size_t n = 0; n < N; ++n)
        for (int i = 0; i < D; ++i)
            for (int k = 0; k < D; ++k)
                BOOST_TEST(near(g.flat()(n, i, k), jacobian.flat()(n, 0, i) * jacobian.flat()(n, 0, k) +
                                                       jacobian.flat()(n, 1, i) * jacobian.flat()(n, 1, k)));
}

BOOST_AUTO_TEST_CASE(an_example_has_the_same_bits_in_any_batch) {
    const auto all = call_each(pg::vmap(pg::hessian(loss, by)));
    for (const std::size_t count : {std::size_t(1), std::size_t(5), std::size_t(16), std::size_t(17)}) {
        const auto some = pg::vmap(pg::hessian(loss, by))(a = A, s = S, p = pg::each(std::span(P).last(3 * count)),
                                                          t = pg::each(std::span(T).last(2 * count)));
        for (std::size_t n = 0; n < count; ++n)
            for (int i = 0; i < D; ++i)
                for (int k = 0; k < D; ++k) BOOST_TEST(some.flat()(n, i, k) == all.flat()(N - count + n, i, k));
    }
}

BOOST_AUTO_TEST_CASE(results_go_into_memory_of_the_user_and_floats_give_floats) {
    std::vector<float> memory(D * D, -1);
    const std::vector<float> A_float(A.begin(), A.end());
    const auto h = pg::hessian(loss, by)(a = A_float, s = float(S), p = std::array{0.1f, 0.2f, 0.3f}, t = std::array{1.f, 2.f},
                                         pg::into(memory));
    const auto expected = pg::hessian(loss, by)(a = A_float, s = float(S), p = std::array{0.1f, 0.2f, 0.3f}, t = std::array{1.f, 2.f});
    for (int i = 0; i < D; ++i)
        for (int k = 0; k < D; ++k) {
            BOOST_TEST(memory[std::size_t(D * i + k)] == expected.flat()(i, k));
            BOOST_TEST(h.flat()(i, k) == expected.flat()(i, k));
        }
    std::vector<float> short_memory(D * D - 1);
    BOOST_CHECK_THROW(pg::hessian(loss, by)(a = A_float, s = float(S), p = std::array{0.1f, 0.2f, 0.3f}, t = std::array{1.f, 2.f},
                                            pg::into(short_memory)),
                      std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(forward_mode_gives_the_gradients_of_reverse_mode_in_sum_and_for_each) {
    const auto reverse = call_each(pg::vmap(pg::value_and_grad(loss, by)));
    const auto forward = call_each(pg::vmap(pg::value_and_grad(loss, by, pg::forward)));
    const auto sum = call_each(pg::grad(pg::sum(pg::vmap(2.0 * loss)), by, pg::forward));
    std::array<double, D> total{};
    for (std::size_t n = 0; n < N; ++n) {
        BOOST_TEST(near(forward.value()[n], reverse.value()[n]));
        for (int d = 0; d < D; ++d) {
            BOOST_TEST(near(forward.flat()(n, d), reverse.flat()(n, d)));
            total[std::size_t(d)] += 2 * reverse.flat()(n, d);
        }
    }
    for (int d = 0; d < D; ++d) BOOST_TEST(near(sum.flat()[std::size_t(d)], total[std::size_t(d)]));
}

/// A graph of more nodes than are written out as straight-line code.
template<int depth, class E> constexpr auto layers(E e) {
    if constexpr (depth == 0) return e;
    else return layers<depth - 1>(pg::tanh(e * s + p));
}
BOOST_AUTO_TEST_CASE(large_graphs_have_hessians_too) {
    constexpr auto deep = pg::sum(layers<24>(pg::sigmoid(p)));
    const auto call = [](const auto &f) { return f(s = S, p = std::array{0.1, -0.2, 0.3}); };
    const auto one = call(pg::hessian(deep, pg::wrt(s, p)));
    const auto other = call(pg::hessian(deep, pg::wrt(s, p), pg::reverse_over_reverse));
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 4; ++k) BOOST_TEST(near(one.flat()(i, k), other.flat()(i, k)));
    const auto slope = [&](double at) { return double(pg::grad(deep, pg::wrt(s))(s = at, p = std::array{0.1, -0.2, 0.3})[s]); };
    BOOST_TEST(std::abs(one(s, s)() - (slope(S + 1e-5) - slope(S - 1e-5)) / 2e-5) < 1e-6 * std::abs(one(s, s)()));
}

BOOST_AUTO_TEST_SUITE_END()
