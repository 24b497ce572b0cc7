// What can be bound to a variable, and how: memory of every kind, read by its strides; shared, or an entry an example
// along the first axis, along the last, or by row numbers; integers of every type; names that the loss does not use.
#include <pergrad/pergrad.hpp>

#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>
#if __has_include(<eigen3/Eigen/Core>)
#include <eigen3/Eigen/Core>
#elif __has_include(<Eigen/Core>)
#include <Eigen/Core>
#endif

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;

namespace {

constexpr auto w = pg::matrix<"w", 2, 3>;
constexpr auto x = pg::vector<"x", 3>;
constexpr auto t = pg::vector<"t", 2>;
constexpr auto a = pg::scalar<"a">;
constexpr auto s = pg::scalar<"s">;

// Derivatives that show what was read: by w it is t x^T, by t it is w x.
constexpr auto loss = pg::dot(t, pg::dot(w, x));
constexpr auto of_one = pg::grad(loss, pg::wrt(w, t));
constexpr auto of_each = pg::vmap(of_one);

const std::vector<double> W = {1, 2, 3, 4, 5, 6};
const std::vector<double> X = {1, 10, 100, 2, 20, 200, 3, 30, 300, 4, 40, 400};   // four examples
const std::vector<double> T = {1, -1, 2, -2, 3, -3, 4, -4};
constexpr std::size_t N = 4;

/// Four rows of examples: by w, and by t.
const std::vector<double> expected = [] {
    std::vector<double> rows;
    for (std::size_t n = 0; n < N; ++n) {
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t j = 0; j < 3; ++j) rows.push_back(T[2 * n + i] * X[3 * n + j]);
        for (std::size_t i = 0; i < 2; ++i)
            rows.push_back(W[3 * i] * X[3 * n] + W[3 * i + 1] * X[3 * n + 1] + W[3 * i + 2] * X[3 * n + 2]);
    }
    return rows;
}();
const std::vector<double> first_expected(expected.begin(), expected.begin() + 8);

/// All elements, row after row: of memory that is not laid out so.
std::vector<double> transposed(const std::vector<double>& from, std::size_t rows, std::size_t columns) {
    std::vector<double> to;
    for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t i = 0; i < rows; ++i) to.push_back(from[i * columns + j]);
    return to;
}

/// The least that std::mdspan is, with strides of its own.
template<class Number, std::size_t Rank>
class strided {
public:
    using element_type = Number;
    using reference = element_type&;
    strided(Number* data, std::array<std::size_t, Rank> lengths, std::array<std::ptrdiff_t, Rank> strides)
        : first(data), length(lengths), step(strides) {}
    static constexpr std::size_t rank() { return Rank; }
    Number* data_handle() const { return first; }
    std::size_t extent(std::size_t axis) const { return length[axis]; }
    std::ptrdiff_t stride(std::size_t axis) const { return step[axis]; }

private:
    Number* first;
    std::array<std::size_t, Rank> length;
    std::array<std::ptrdiff_t, Rank> step;
};

/// Numbers of a row-major array at other places of a larger one, filled up with numbers that spoil any result.
template<std::size_t Rank>
struct scattered {
    std::vector<double> memory;
    strided<const double, Rank> view;

    scattered(const std::vector<double>& from, std::array<std::size_t, Rank> lengths,
              std::array<std::ptrdiff_t, Rank> strides)
        : memory(spread(from, lengths, strides)), view(memory.data() + start(lengths, strides), lengths, strides) {}

private:
    /// Where the first element lies, in front of which those with negative strides do.
    static std::ptrdiff_t start(const std::array<std::size_t, Rank>& lengths,
                                const std::array<std::ptrdiff_t, Rank>& strides) {
        std::ptrdiff_t result = 0;
        for (std::size_t k = 0; k < Rank; ++k)
            if (strides[k] < 0) result -= strides[k] * (static_cast<std::ptrdiff_t>(lengths[k]) - 1);
        return result;
    }
    static std::vector<double> spread(const std::vector<double>& from, const std::array<std::size_t, Rank>& lengths,
                                      const std::array<std::ptrdiff_t, Rank>& strides) {
        std::ptrdiff_t end = start(lengths, strides) + 1;
        for (std::size_t k = 0; k < Rank; ++k)
            if (strides[k] > 0) end += strides[k] * (static_cast<std::ptrdiff_t>(lengths[k]) - 1);
        std::vector<double> memory(static_cast<std::size_t>(end), 1e30);
        for (std::size_t i = 0; i < from.size(); ++i) {
            std::ptrdiff_t at = start(lengths, strides);
            std::size_t rest = i;
            for (std::size_t k = Rank; k-- > 0; rest /= lengths[k])
                at += static_cast<std::ptrdiff_t>(rest % lengths[k]) * strides[k];
            memory[static_cast<std::size_t>(at)] = from[i];
        }
        return memory;
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(bindings)

// ---- contiguous memory

BOOST_AUTO_TEST_CASE(vectors_spans_arrays_and_nested_arrays_are_read_as_they_lie) {
    const double w_array[2][3] = {{1, 2, 3}, {4, 5, 6}};
    const std::array<std::array<double, 3>, 2> w_nested = {{{1, 2, 3}, {4, 5, 6}}};
    const std::array<double[3], 2> w_mixed = {{{1, 2, 3}, {4, 5, 6}}};
    const std::array<double, 3> x0 = {1, 10, 100};
    const double t0[] = {1, -1};
    BOOST_TEST(of_one(w = W, x = x0, t = t0).flat() == first_expected, tt::per_element());
    BOOST_TEST(of_one(w = std::span(W), x = std::span(x0), t = std::vector{1.0, -1.0}).flat() == first_expected,
               tt::per_element());
    BOOST_TEST(of_one(w = w_array, x = std::span<const double, 3>(x0), t = std::array{1.0, -1.0}).flat() == first_expected,
               tt::per_element());
    BOOST_TEST(of_one(w = w_nested, x = x0, t = t0).flat() == first_expected, tt::per_element());
    BOOST_TEST(of_one(w = w_mixed, x = x0, t = t0).flat() == first_expected, tt::per_element());
}

BOOST_AUTO_TEST_CASE(examples_stand_in_flat_memory_or_in_rows) {
    std::array<std::array<double, 3>, N> x_rows{};
    double t_rows[N][2] = {};
    std::vector<std::array<double, 3>> x_vector(N);
    for (std::size_t n = 0; n < N; ++n) {
        for (std::size_t j = 0; j < 3; ++j) x_vector[n][j] = x_rows[n][j] = X[3 * n + j];
        for (std::size_t i = 0; i < 2; ++i) t_rows[n][i] = T[2 * n + i];
    }
    BOOST_TEST(of_each(w = W, x = pg::each(X), t = pg::each(T)).flat() == expected, tt::per_element());
    BOOST_TEST(of_each(w = W, x = pg::each(x_rows), t = pg::each(t_rows)).flat() == expected, tt::per_element());
    BOOST_TEST(of_each(w = W, x = pg::each(x_vector), t = pg::each(std::span(T))).flat() == expected, tt::per_element());
}

BOOST_AUTO_TEST_CASE(numbers_in_braces_are_examples) {
    constexpr auto f = pg::vmap(pg::grad(a * a * s, pg::wrt(a)));
    BOOST_TEST(f(a = 2.0, s = pg::each({1.0, 2.0, 3.0}))[a] == std::vector({4.0, 8.0, 12.0}), tt::per_element());
    BOOST_TEST(f(a = pg::each({1.0f, 2.0f}), s = pg::each({3.0f, 5.0f}))[a] == std::vector({6.0f, 20.0f}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(a_scalar_is_a_number_or_memory_of_one) {
    constexpr auto f = pg::grad(a * a * s, pg::wrt(a));
    const double three = 3;
    BOOST_TEST(f(a = 2.0, s = three)[a] == 12.0);
    BOOST_TEST(f(a = std::vector{2.0}, s = std::array{3.0})[a] == 12.0);
}

BOOST_AUTO_TEST_CASE(what_is_bound_is_read_when_the_call_is_made_and_left_as_it_was) {
    std::vector<double> x0 = {1, 10, 100};
    const auto before = x0;
    const std::vector<double> t0 = {1, -1};
    const auto once = of_one(w = W, x = x0, t = t0);
    BOOST_TEST(x0 == before, tt::per_element());
    x0[0] = 5;
    BOOST_TEST(of_one(w = W, x = x0, t = t0)[w](0, 0) == 5);
    BOOST_TEST(once[w](0, 0) == 1);
}

BOOST_AUTO_TEST_CASE(the_order_of_the_bindings_does_not_matter) {
    BOOST_TEST(of_each(t = pg::each(T), x = pg::each(X), w = W).flat() == expected, tt::per_element());
}

// ---- shared, each, each<1>, chosen

BOOST_AUTO_TEST_CASE(any_variable_may_be_shared_or_mapped) {
    std::vector<double> every_w;
    for (std::size_t n = 0; n < N; ++n) every_w.insert(every_w.end(), W.begin(), W.end());
    BOOST_TEST(of_each(w = pg::each(every_w), x = pg::each(X), t = pg::each(T)).flat() == expected, tt::per_element());
    // one example's data for several parameters
    for (double& number : every_w) number *= static_cast<double>((&number - every_w.data()) / 6 + 1);
    const auto gs = of_each(w = pg::each(every_w), x = std::span(X).first(3), t = std::span(T).first(2));
    BOOST_TEST_REQUIRE(gs.size() == N);
    for (std::size_t n = 0; n < N; ++n) {
        BOOST_TEST(gs[w](n, 1, 2) == -100);
        BOOST_TEST(gs[t](n, 0) == static_cast<double>(n + 1) * first_expected[6]);
    }
}

BOOST_AUTO_TEST_CASE(the_gradient_of_a_sum_adds_up_what_a_shared_variable_gets_from_all) {
    BOOST_TEST(pg::grad(pg::sum(pg::vmap(a * s)), pg::wrt(s))(a = pg::each({1.0, 2.0, 3.0}), s = 10.0)[s] == 6.0);
    const auto g = (pg::vmap(pg::grad(a * s, pg::wrt(a, s))) | pg::sum())(a = pg::each({1.0, 2.0, 3.0}), s = 10.0);
    BOOST_TEST(g[s] == 6.0);
    BOOST_TEST(g[a] == 30.0);   // and from each example's own a, the sum of those derivatives
}

BOOST_AUTO_TEST_CASE(examples_along_the_last_axis_are_the_columns) {
    const auto x_columns = transposed(X, N, 3), t_columns = transposed(T, N, 2);
    BOOST_TEST(of_each(w = W, x = pg::each<1>(x_columns), t = pg::each<1>(t_columns)).flat() == expected, tt::per_element());
    BOOST_TEST(of_each(w = W, x = pg::each<1>(x_columns), t = pg::each(T)).flat() == expected, tt::per_element());
    double nested[3][N];
    std::copy(x_columns.begin(), x_columns.end(), &nested[0][0]);
    BOOST_TEST(of_each(w = W, x = pg::each<1>(nested), t = pg::each<0>(T)).flat() == expected, tt::per_element());
}

BOOST_AUTO_TEST_CASE(a_matrix_for_each_example_along_the_last_axis) {
    std::vector<double> every_w;   // (2, 3, N)
    for (const double number : W)
        for (std::size_t n = 0; n < N; ++n) every_w.push_back(number * static_cast<double>(n + 1));
    const auto gs = of_each(w = pg::each<1>(every_w), x = std::span(X).first(3), t = std::span(T).first(2));
    for (std::size_t n = 0; n < N; ++n) BOOST_TEST(gs[t](n, 1) == static_cast<double>(n + 1) * first_expected[7]);
}

BOOST_AUTO_TEST_CASE(rows_are_chosen_by_number_in_any_order_and_more_than_once) {
    const std::vector<std::size_t> rows = {3, 0, 0, 2, 3, 1, 3};
    const auto gs = of_each(w = W, x = pg::each(X, rows), t = pg::each(T, rows));
    BOOST_TEST_REQUIRE(gs.size() == rows.size());
    for (std::size_t n = 0; n < rows.size(); ++n)
        for (std::size_t i = 0; i < 8; ++i) BOOST_TEST(gs.flat()(n, i) == expected[8 * rows[n] + i]);

    const std::array<std::uint8_t, 2> two = {2, 1};   // row numbers of another type; the other input is not chosen
    const auto mixed = of_each(w = W, x = pg::each(X, two), t = pg::each(std::span(T).first(4)));
    BOOST_TEST_REQUIRE(mixed.size() == 2u);
    BOOST_TEST(mixed[w](0, 0, 1) == 30);
    BOOST_TEST(mixed[w](1, 1, 0) == -4);
    const std::vector<int> none;
    BOOST_TEST(of_each(w = W, x = pg::each(X, none), t = pg::each(T, none)).size() == 0u);
}

BOOST_AUTO_TEST_CASE(chosen_rows_are_summed_alike) {
    constexpr auto f = of_each | pg::sum();
    const std::vector<int> rows = {1, 1, 3};
    const auto g = f(w = W, x = pg::each(X, rows), t = pg::each(T, rows));
    for (std::size_t i = 0; i < 8; ++i) BOOST_TEST(g.flat()[i] == 2 * expected[8 + i] + expected[24 + i]);
}

// ---- memory with strides

BOOST_AUTO_TEST_CASE(a_view_with_strides_is_read_by_its_strides) {
    const scattered<2> by_rows(W, {2, 3}, {3, 1}), by_columns(W, {2, 3}, {1, 2}), padded(W, {2, 3}, {5, 1}),
        spread(W, {2, 3}, {11, 3}), backwards(W, {2, 3}, {-3, -1});
    for (const auto* from : {&by_rows, &by_columns, &padded, &spread, &backwards}) {
        BOOST_TEST(of_each(w = from->view, x = pg::each(X), t = pg::each(T)).flat() == expected, tt::per_element());
        BOOST_TEST(of_one(w = from->view, x = std::span(X).first(3), t = std::span(T).first(2)).flat() == first_expected,
                   tt::per_element());
    }
}

BOOST_AUTO_TEST_CASE(examples_in_a_view_with_strides_are_read_by_its_strides) {
    const scattered<2> by_rows(X, {N, 3}, {3, 1}), by_columns(X, {N, 3}, {1, 4}), padded(X, {N, 3}, {7, 1}),
        spread(X, {N, 3}, {2, 9}), backwards(X, {N, 3}, {-3, 1}), apart(X, {N, 3}, {10, 3});
    for (const auto* from : {&by_rows, &by_columns, &padded, &spread, &backwards, &apart})
        BOOST_TEST(of_each(w = W, x = pg::each(from->view), t = pg::each(T)).flat() == expected, tt::per_element());
    const std::vector<double> columns = transposed(X, N, 3);
    const scattered<2> last(columns, {3, N}, {4, 1}), last_spread(columns, {3, N}, {9, 2}), last_rows(columns, {3, N}, {1, 3});
    for (const auto* from : {&last, &last_spread, &last_rows})
        BOOST_TEST(of_each(w = W, x = pg::each<1>(from->view), t = pg::each(T)).flat() == expected, tt::per_element());
    const std::vector<int> rows = {3, 1};
    const auto gs = of_each(w = W, x = pg::each(apart.view, rows), t = pg::each(T, rows));
    for (std::size_t i = 0; i < 8; ++i) BOOST_TEST(gs.flat()(1, i) == expected[8 + i]);
}

BOOST_AUTO_TEST_CASE(a_long_batch_with_strides_is_that_batch_in_order) {
    constexpr std::size_t many = 75;   // longer than any tile, and no multiple of one
    std::vector<double> points(3 * many), targets(2 * many);
    std::iota(points.begin(), points.end(), -60.0);
    std::iota(targets.begin(), targets.end(), -80.0);
    const auto in_order = of_each(w = W, x = pg::each(points), t = pg::each(targets));
    const scattered<2> by_columns(points, {many, 3}, {1, many}), apart(points, {many, 3}, {10, 3});
    for (const auto* from : {&by_columns, &apart})
        BOOST_TEST(of_each(w = W, x = pg::each(from->view), t = pg::each(targets)).flat() == in_order.flat(), tt::per_element());
    const auto columns = transposed(points, many, 3);
    BOOST_TEST(of_each(w = W, x = pg::each<1>(columns), t = pg::each(targets)).flat() == in_order.flat(), tt::per_element());
}

BOOST_AUTO_TEST_CASE(scalars_of_examples_may_lie_apart_and_one_may_stand_for_all) {
    constexpr auto f = pg::vmap(pg::grad(a * a * s, pg::wrt(a)));
    const std::vector<double> numbers = {1, 2, 3};
    const scattered<1> apart(numbers, {3}, {4});
    BOOST_TEST(f(a = 1.0, s = pg::each(apart.view))[a] == std::vector({2.0, 4.0, 6.0}), tt::per_element());
    const double seven = 7;
    const strided<const double, 1> the_same(&seven, {40}, {0});
    const auto gs = f(a = 1.0, s = pg::each(the_same));
    BOOST_TEST(gs[a] == std::vector<double>(40, 14.0), tt::per_element());
}

BOOST_AUTO_TEST_CASE(a_view_of_no_axis_is_a_scalar) {
    const double three = 3;
    const strided<const double, 0> view(&three, {}, {});
    BOOST_TEST(pg::grad(a * a * s, pg::wrt(a))(a = 2.0, s = view)[a] == 12.0);
}

#ifdef EIGEN_WORLD_VERSION

BOOST_AUTO_TEST_CASE(eigen_matrices_of_either_order_are_read_as_the_matrix_they_are) {
    Eigen::MatrixXd by_columns(2, 3);
    by_columns << 1, 2, 3, 4, 5, 6;
    const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> by_rows = by_columns;
    const Eigen::Matrix<double, 2, 3> fixed = by_columns;
    const Eigen::Vector3d x0(1, 10, 100);
    Eigen::VectorXd t0(2);
    t0 << 1, -1;
    BOOST_TEST(of_one(w = by_columns, x = x0, t = t0).flat() == first_expected, tt::per_element());
    BOOST_TEST(of_one(w = by_rows, x = x0, t = t0).flat() == first_expected, tt::per_element());
    BOOST_TEST(of_one(w = fixed, x = x0, t = t0).flat() == first_expected, tt::per_element());
}

BOOST_AUTO_TEST_CASE(eigen_blocks_are_read_by_their_strides) {
    Eigen::MatrixXd large = Eigen::MatrixXd::Constant(7, 9, 1e30);
    large.block(2, 3, 2, 3) << 1, 2, 3, 4, 5, 6;
    large.row(6).segment(4, 3) << 1, 10, 100;
    large.col(1).segment(3, 2) << 1, -1;
    BOOST_TEST(of_one(w = large.block(2, 3, 2, 3), x = large.row(6).segment(4, 3), t = large.col(1).segment(3, 2)).flat() ==
                   first_expected,
               tt::per_element());
    const Eigen::MatrixXd transposed_w = large.block(2, 3, 2, 3).transpose();
    BOOST_TEST(of_one(w = transposed_w.transpose(), x = std::span(X).first(3), t = std::span(T).first(2)).flat() ==
                   first_expected,
               tt::per_element());
}

BOOST_AUTO_TEST_CASE(the_rows_or_columns_of_eigen_matrices_are_examples) {
    Eigen::MatrixXd points(N, 3);
    for (Eigen::Index n = 0; n < 4; ++n)
        for (Eigen::Index j = 0; j < 3; ++j) points(n, j) = X[static_cast<std::size_t>(3 * n + j)];
    const Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor> by_rows = points;
    const Eigen::MatrixXd columns = points.transpose();
    Eigen::MatrixXd padded = Eigen::MatrixXd::Constant(9, 8, 1e30);
    padded.block(1, 2, 4, 3) = points;
    Eigen::MatrixXd every_second = Eigen::MatrixXd::Constant(8, 3, 1e30);
    for (Eigen::Index n = 0; n < 4; ++n) every_second.row(2 * n) = points.row(n);
    const Eigen::Map<const Eigen::MatrixXd, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>> strided_map(
        every_second.data(), 4, 3, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>(8, 2));
    BOOST_TEST(of_each(w = W, x = pg::each(points), t = pg::each(T)).flat() == expected, tt::per_element());
    BOOST_TEST(of_each(w = W, x = pg::each(by_rows), t = pg::each(T)).flat() == expected, tt::per_element());
    BOOST_TEST(of_each(w = W, x = pg::each<1>(columns), t = pg::each(T)).flat() == expected, tt::per_element());
    BOOST_TEST(of_each(w = W, x = pg::each(padded.block(1, 2, 4, 3)), t = pg::each(T)).flat() == expected, tt::per_element());
    BOOST_TEST(of_each(w = W, x = pg::each(strided_map), t = pg::each(T)).flat() == expected, tt::per_element());
}

BOOST_AUTO_TEST_CASE(eigen_vectors_hold_a_scalar_for_each_example_or_a_vector_for_all) {
    constexpr auto f = pg::vmap(pg::grad(a * a * s, pg::wrt(a)));
    const Eigen::Vector3d numbers(1, 2, 3);
    const Eigen::RowVectorXd row = numbers.transpose();
    BOOST_TEST(f(a = 1.0, s = pg::each(numbers))[a] == std::vector({2.0, 4.0, 6.0}), tt::per_element());
    BOOST_TEST(f(a = 1.0, s = pg::each(row))[a] == std::vector({2.0, 4.0, 6.0}), tt::per_element());
}

#endif

// ---- integers

using integer_types = boost::mpl::list<int, std::uint8_t, signed char, short, long, unsigned, std::size_t>;

BOOST_AUTO_TEST_CASE_TEMPLATE(labels_are_integers_of_any_type, Integer,
                              integer_types) {
    constexpr auto label = pg::integer<"label">;
    constexpr auto f = pg::grad(pg::softmax_cross_entropy(x, label), pg::wrt(x));
    const std::vector<Integer> labels = {2, 0, 1, 1, 2};
    const std::vector<double> zeros(15);
    const auto gs = pg::vmap(f)(x = pg::each(zeros), label = pg::each(labels));
    for (std::size_t n = 0; n < labels.size(); ++n)
        for (std::size_t i = 0; i < 3; ++i)
            BOOST_TEST(gs[x](n, i) == 1.0 / 3 - (i == static_cast<std::size_t>(labels[n]) ? 1 : 0), tt::tolerance(1e-14));
}

BOOST_AUTO_TEST_CASE(a_label_may_be_shared_or_belong_to_one_example_or_lie_apart) {
    constexpr auto label = pg::integer<"label">;
    constexpr auto f = pg::grad(pg::softmax_cross_entropy(x, label), pg::wrt(x));
    const std::vector<double> zeros(6);
    const auto third = 1.0 / 3;
    const std::vector<double> one = {third, third, third - 1};
    BOOST_TEST(f(x = std::span(zeros).first(3), label = 2)[x] == one, tt::tolerance(1e-14) << tt::per_element());
    const auto shared = pg::vmap(f)(x = pg::each(zeros), label = static_cast<std::uint8_t>(2));
    for (std::size_t n = 0; n < 2; ++n)
        for (std::size_t i = 0; i < 3; ++i) BOOST_TEST(shared[x](n, i) == one[i], tt::tolerance(1e-14));
    const std::vector<long> memory = {1, 99, 99, 2};
    const strided<const long, 1> apart(memory.data(), {2}, {3});
    const auto gs = pg::vmap(f)(x = pg::each(zeros), label = pg::each(apart));
    BOOST_TEST(gs[x](0, 1) == third - 1, tt::tolerance(1e-14));
    BOOST_TEST(gs[x](1, 2) == third - 1, tt::tolerance(1e-14));
}

// ---- what the loss does not use

BOOST_AUTO_TEST_CASE(a_variable_that_the_loss_does_not_use_may_be_bound) {
    constexpr auto unused = pg::tensor<"unused", 2, 2>;
    constexpr auto remark = pg::integer<"remark">;
    const std::vector<double> four(4), sixteen(16);
    BOOST_TEST(of_each(w = W, x = pg::each(X), t = pg::each(T), unused = four, remark = 3).flat() == expected, tt::per_element());
    BOOST_TEST(of_each(w = W, x = pg::each(X), t = pg::each(T), unused = pg::each(sixteen)).flat() == expected, tt::per_element());
}

BOOST_AUTO_TEST_CASE(the_derivative_by_a_variable_that_the_loss_does_not_use_is_zeros_of_its_shape) {
    constexpr auto unused = pg::tensor<"unused", 2, 2>;
    const std::vector<double> four(4, 5.0);
    constexpr auto f = pg::grad(loss, pg::wrt(unused, w, s));
    const auto g = f(w = W, x = std::span(X).first(3), t = std::span(T).first(2), unused = four, s = 1.0);
    BOOST_TEST(g.flat().size() == 11u);
    BOOST_TEST(g[unused].rank() == 2);
    BOOST_TEST(g[unused] == std::vector<double>(4), tt::per_element());
    BOOST_TEST(g[s] == 0.0);
    BOOST_TEST(g[w](0, 2) == first_expected[2]);
    const auto gs = pg::vmap(f)(w = W, x = pg::each(X), t = pg::each(T), unused = four, s = 1.0);
    BOOST_TEST(gs[unused].extent(0) == 4);
    BOOST_TEST(gs[unused].extent(2) == 2);
    BOOST_TEST(gs[unused] == std::vector<double>(16), tt::per_element());
    BOOST_TEST(gs[s] == std::vector<double>(4), tt::per_element());
    BOOST_TEST(gs[w](3, 1, 2) == -1600);
    constexpr auto dual = pg::vmap(pg::grad(loss, pg::wrt(unused, w, s), pg::dual));
    BOOST_TEST(dual(w = W, x = pg::each(X), t = pg::each(T), unused = four, s = 1.0).flat() == gs.flat(), tt::per_element());
    const auto sum = (pg::vmap(f) | pg::sum())(w = W, x = pg::each(X), t = pg::each(T), unused = four, s = 1.0);
    BOOST_TEST(sum[unused] == std::vector<double>(4), tt::per_element());
}

BOOST_AUTO_TEST_CASE(a_variable_in_wrt_that_the_loss_does_not_use_needs_no_binding) {
    constexpr auto f = pg::grad(a * a, pg::wrt(a, s));
    const auto g = f(a = 3.0);
    BOOST_TEST(g[a] == 6.0);
    BOOST_TEST(g[s] == 0.0);
}

BOOST_AUTO_TEST_CASE(a_number_stored_in_the_loss_is_read_when_the_callable_is_made) {
    double factor = 2;
    const auto f = pg::vmap(pg::grad(factor * a * s - 0.5 * a, pg::wrt(a)));
    factor = 100;
    BOOST_TEST(f(a = 1.0, s = pg::each({1.0, 3.0}))[a] == std::vector({1.5, 5.5}), tt::per_element());
    BOOST_TEST(f(a = 1.0f, s = pg::each({1.0f, 3.0f}))[a] == std::vector({1.5f, 5.5f}), tt::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
