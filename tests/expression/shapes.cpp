// The shape of what every operator and function gives, and whether it is a number or a condition: known without a call.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <type_traits>
#include <vector>

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;

namespace {

constexpr auto a = pg::scalar<"a">;
constexpr auto s = pg::scalar<"s">;
constexpr auto x = pg::vector<"x", 7>;
constexpr auto b = pg::vector<"b", 5>;
constexpr auto one = pg::vector<"one", 1>;
constexpr auto w = pg::matrix<"w", 5, 7>;
constexpr auto m = pg::matrix<"m", 7, 2>;
constexpr auto column = pg::matrix<"column", 5, 1>;
constexpr auto k = pg::tensor<"k", 2, 3, 4, 5>;
constexpr auto label = pg::integer<"label">;

template<int... Length, class E>
constexpr bool has_shape(E) {
    return std::is_same_v<typename E::shape, pg::shape<Length...>> && E::result == pg::kind::real;
}
template<int... Length, class E>
constexpr bool is_condition_of_shape(E) {
    return std::is_same_v<typename E::shape, pg::shape<Length...>> && E::result == pg::kind::condition;
}

/// The operators of two numbers, and the functions: all that go element by element.
template<int... Length>
constexpr bool arithmetic_has_shape(auto e, auto f) {
    return has_shape<Length...>(e + f) && has_shape<Length...>(e - f) && has_shape<Length...>(e * f) &&
           has_shape<Length...>(e / f) && has_shape<Length...>(max(e, f)) && has_shape<Length...>(min(e, f)) &&
           is_condition_of_shape<Length...>(e < f) && is_condition_of_shape<Length...>(e <= f) &&
           is_condition_of_shape<Length...>(e > f) && is_condition_of_shape<Length...>(e >= f) &&
           is_condition_of_shape<Length...>(e == f) && is_condition_of_shape<Length...>(e != f) &&
           is_condition_of_shape<Length...>(e < f && e > f) && is_condition_of_shape<Length...>(e < f || e > f) &&
           is_condition_of_shape<Length...>(!(e == f)) && has_shape<Length...>(select(e < f, e, f));
}
template<int... Length>
constexpr bool functions_have_shape(auto e) {
    return has_shape<Length...>(-e) && has_shape<Length...>(+e) && has_shape<Length...>(exp(e)) &&
           has_shape<Length...>(expm1(e)) && has_shape<Length...>(log(e)) && has_shape<Length...>(log1p(e)) &&
           has_shape<Length...>(sqrt(e)) && has_shape<Length...>(square(e)) && has_shape<Length...>(tanh(e)) &&
           has_shape<Length...>(sigmoid(e)) && has_shape<Length...>(softplus(e)) && has_shape<Length...>(relu(e)) &&
           has_shape<Length...>(abs(e)) && has_shape<Length...>(stop_gradient(e)) &&
           has_shape<Length...>(pow(e, 0_c)) && has_shape<Length...>(pow(e, 1_c)) &&
           has_shape<Length...>(pow(e, 2_c)) && has_shape<Length...>(pow(e, 3_c)) &&
           has_shape<Length...>(pow(e, -3_c)) && has_shape<Length...>(pow(e, 0.5_c)) &&
           has_shape<Length...>(pow(e, 1.5_c));
}

// What a variable is written with. A vector of one element is no scalar, a matrix of one column no vector.
static_assert(has_shape<>(a) && has_shape<>(2_c) && has_shape<7>(x) && has_shape<1>(one) && has_shape<5, 1>(column));
static_assert(has_shape<5, 7>(w) && has_shape<2, 3, 4, 5>(k) && has_shape<3>(pg::tensor<"v", 3>));
static_assert(has_shape<>(pg::tensor<"t">) && std::is_same_v<decltype(pg::tensor<"a">), decltype(a)>);
static_assert(std::is_same_v<decltype(label)::shape, pg::shape<>> && decltype(label)::result == pg::kind::integer);

// Element by element, shapes are equal and stay what they are.
static_assert(functions_have_shape<>(a) && functions_have_shape<7>(x) && functions_have_shape<5, 7>(w) &&
              functions_have_shape<2, 3, 4, 5>(k));
static_assert(arithmetic_has_shape<>(a, s) && arithmetic_has_shape<7>(x, exp(x)) && arithmetic_has_shape<5, 7>(w, -w) &&
              arithmetic_has_shape<2, 3, 4, 5>(k, k));

// A scalar goes with anything, on either side, be it a variable, a constant, a stored number or an integer variable.
static_assert(arithmetic_has_shape<7>(x, a) && arithmetic_has_shape<7>(a, x) && arithmetic_has_shape<1>(one, a));
static_assert(arithmetic_has_shape<5, 7>(w, 2_c) && arithmetic_has_shape<5, 7>(2_c, w));
static_assert(arithmetic_has_shape<2, 3, 4, 5>(k, 2.5) && arithmetic_has_shape<2, 3, 4, 5>(2.5, k));
static_assert(arithmetic_has_shape<7>(x, 2) && arithmetic_has_shape<7>(x, 2.0f) && arithmetic_has_shape<>(a, 2.0));
static_assert(arithmetic_has_shape<7>(x, label) && arithmetic_has_shape<>(label, label));
static_assert(has_shape<7>(a + s + x) && has_shape<7>(a + x + s) && has_shape<7>(a - s - x) && has_shape<7>(a + s - x));

// Each operand of a select may be the scalar.
static_assert(has_shape<7>(select(a > s, x, a)) && has_shape<7>(select(x > 0_c, a, s)) &&
              has_shape<7>(select(x > 0_c, a, x)) && has_shape<7>(select(a > s, 1_c, x)) &&
              has_shape<7>(select(x > 0_c, 1.0, 2.0)) && has_shape<>(select(a > s, 1_c, 0_c)));
static_assert(is_condition_of_shape<7>(x > 0_c && a > 0_c) && is_condition_of_shape<7>(a > 0_c || x > 0_c));

// dot follows jnp.dot for ranks 0 to 2.
static_assert(has_shape<>(dot(a, s)) && has_shape<7>(dot(a, x)) && has_shape<7>(dot(x, a)) &&
              has_shape<5, 7>(dot(w, a)));
static_assert(has_shape<>(dot(x, x)) && has_shape<5>(dot(w, x)) && has_shape<7>(dot(b, w)) &&
              has_shape<5, 2>(dot(w, m)));
static_assert(has_shape<5>(dot(column, one)) && has_shape<1>(dot(b, column)) && has_shape<>(dot(one, one)));
static_assert(has_shape<5, 5>(dot(w, transpose(w))) && has_shape<1, 7>(dot(transpose(column), w)));
static_assert(has_shape<5, 7>(outer(b, x)) && has_shape<7, 5>(outer(x, b)) && has_shape<5, 1>(outer(b, one)));
static_assert(has_shape<7, 5>(transpose(w)) && has_shape<1, 5>(transpose(column)) &&
              has_shape<5, 7>(transpose(transpose(w))));

// A sum takes its axis away, a broadcast puts one in.
static_assert(has_shape<>(sum(a)) && has_shape<>(sum(x)) && has_shape<>(sum(w)) && has_shape<>(sum(k)));
static_assert(std::is_same_v<decltype(sum(a)), std::remove_const_t<decltype(a)>>);
static_assert(has_shape<>(pg::sum<0>(x)) && has_shape<7>(pg::sum<0>(w)) && has_shape<5>(pg::sum<1>(w)));
static_assert(has_shape<3, 4, 5>(pg::sum<0>(k)) && has_shape<2, 4, 5>(pg::sum<1>(k)) &&
              has_shape<2, 3, 5>(pg::sum<2>(k)) && has_shape<2, 3, 4>(pg::sum<3>(k)) &&
              has_shape<5>(pg::sum<1>(column)));
static_assert(has_shape<>(mean(a)) && has_shape<>(mean(w)) && has_shape<>(squared_norm(w)) &&
              has_shape<>(squared_norm(a)));
static_assert(has_shape<5, 7>(pg::broadcast<0, 5>(x)) && has_shape<7, 5>(pg::broadcast<1, 5>(x)) &&
              has_shape<4>(pg::broadcast<0, 4>(a)) && has_shape<5, 3, 7>(pg::broadcast<1, 3>(w)) &&
              has_shape<5, 7, 1>(pg::broadcast<2, 1>(w)) && has_shape<5>(pg::sum<1>(pg::broadcast<1, 3>(b))));
// What is no silent broadcast, spelled out.
static_assert(has_shape<5, 7>(w + pg::broadcast<0, 5>(x)) && has_shape<5, 7>(w + pg::broadcast<1, 7>(b)));

static_assert(has_shape<>(x[0_c]) && has_shape<>(x[6_c]) && has_shape<>(w(4_c, 6_c)) && has_shape<>((x * a)[3_c]) &&
              has_shape<>((w * 2.0)(0_c, 0_c)) && has_shape<>(transpose(w)(6_c, 4_c)) && has_shape<>(dot(w, x)[4_c]));
static_assert(has_shape<>(logsumexp(x)) && has_shape<7>(softmax(x)) && has_shape<>(softmax_cross_entropy(x, label)));
static_assert(has_shape<>(pg::sum(pg::vmap(a))) && has_shape<>(pg::mean(pg::vmap(a))));

}  // namespace

BOOST_AUTO_TEST_SUITE(shapes)

BOOST_AUTO_TEST_CASE(extents_count_their_elements_and_steps_and_lose_or_gain_an_axis) {
    constexpr pg::extents e = pg::shape<2, 3, 4>::value;
    static_assert(e.rank == 3 && e.size() == 24 && pg::shape<>::value.size() == 1 && pg::shape<>::value.rank == 0);
    static_assert(e.stride(0) == 12 && e.stride(1) == 4 && e.stride(2) == 1);
    static_assert(e.without(0) == pg::shape<3, 4>::value && e.without(2) == pg::shape<2, 3>::value);
    static_assert(e.with(0, 5) == pg::shape<5, 2, 3, 4>::value && e.with(3, 5) == pg::shape<2, 3, 4, 5>::value);
    static_assert(pg::shape<2>::value.then(pg::shape<3, 4>::value) == e &&
                  pg::shape<5>::value != pg::shape<5, 1>::value);
    static_assert(std::is_same_v<pg::shape_of<e>, pg::shape<2, 3, 4>> &&
                  std::is_same_v<pg::shape_of<pg::extents{}>, pg::shape<>>);
    BOOST_TEST(pg::extents(e).size() == 24);  // and they do so at run time
    BOOST_TEST(pg::extents(e).stride(0) == 12);
}

BOOST_AUTO_TEST_CASE(a_scalar_beside_a_matrix_stands_in_every_place_and_its_derivative_sums_over_all_of_them) {
    constexpr auto M = pg::matrix<"M", 2, 2>;
    const std::vector<double> numbers = {1, 2, 3, 4};
    const auto g = pg::value_and_grad(pg::sum(M / a), pg::wrt(M, a))(M = numbers, a = 2.0);
    BOOST_TEST(g.value() == 5);
    BOOST_TEST(g[M] == std::vector({0.5, 0.5, 0.5, 0.5}), tt::per_element());
    BOOST_TEST(g[a] == -2.5);
    // on the left, and by a constant and a stored number
    const auto left = pg::value_and_grad(pg::sum((a - M) * 3_c + 0.5), pg::wrt(M, a))(M = numbers, a = 2.0);
    BOOST_TEST(left.value() == 3 * (8 - 10) + 4 * 0.5);
    BOOST_TEST(left[M] == std::vector({-3.0, -3.0, -3.0, -3.0}), tt::per_element());
    BOOST_TEST(left[a] == 12);
}

BOOST_AUTO_TEST_CASE(broadcasts_along_either_axis_repeat_what_they_say) {
    constexpr auto M = pg::matrix<"M", 2, 3>;
    constexpr auto u = pg::vector<"u", 2>;
    constexpr auto v = pg::vector<"v", 3>;
    const std::vector<double> numbers = {1, 2, 3, 4, 5, 6}, U = {10, 20}, V = {1, 0, -1};
    const auto rows = pg::value_and_grad(pg::sum(M * pg::broadcast<0, 2>(v)), pg::wrt(M, v))(M = numbers, v = V);
    BOOST_TEST(rows.value() == -4);
    BOOST_TEST(rows[M] == std::vector({1.0, 0.0, -1.0, 1.0, 0.0, -1.0}), tt::per_element());
    BOOST_TEST(rows[v] == std::vector({5.0, 7.0, 9.0}), tt::per_element());
    const auto columns = pg::value_and_grad(pg::sum(M * pg::broadcast<1, 3>(u)), pg::wrt(M, u))(M = numbers, u = U);
    BOOST_TEST(columns.value() == 360);
    BOOST_TEST(columns[M] == std::vector({10.0, 10.0, 10.0, 20.0, 20.0, 20.0}), tt::per_element());
    BOOST_TEST(columns[u] == std::vector({6.0, 15.0}), tt::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
