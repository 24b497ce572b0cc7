// Conditions: comparisons and their connectives, chosen by `select`. Both == and != are written, and !(a == b) is a
// third thing that agrees with the latter.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <limits>
#include <type_traits>
#include <vector>

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto z = pg::scalar<"z">;
constexpr double infinity = std::numeric_limits<double>::infinity(),
                 not_a_number = std::numeric_limits<double>::quiet_NaN();

const std::vector<double> X = {1, 1, 2, -0.0, infinity, not_a_number, not_a_number, -infinity};
const std::vector<double> Y = {1, 2, 1, 0, infinity, not_a_number, 1, infinity};

/// 1 where the condition on x and y holds, else 0, for each of these pairs: by the value, and by the derivative of z.
std::vector<double> truth(auto condition) {
    const auto f = pg::vmap(pg::value_and_grad(pg::select(condition, z, 0_c), pg::wrt(z)));
    const auto g = f(x = pg::each(X), y = pg::each(Y), z = 1.0);
    const std::vector<double> values(g.value().begin(), g.value().end());
    BOOST_TEST(g[z] == values, tt::per_element());
    return values;
}

template<class E>
constexpr bool is_condition(E) {
    return E::result == pg::kind::condition && std::is_empty_v<E>;
}
static_assert(is_condition(x < y) && is_condition(x <= y) && is_condition(x > y) && is_condition(x >= y) &&
              is_condition(x == y) && is_condition(x != y) && is_condition(!(x == y)) && is_condition(x < y && x > z) &&
              is_condition(x < y || x > z));
// None is rewritten to another: a NaN would tell !(x < y) from x >= y.
static_assert(!std::is_same_v<decltype(!(x == y)), decltype(x != y)> &&
              !std::is_same_v<decltype(x == y), decltype(y == x)> &&
              !std::is_same_v<decltype(!(x < y)), decltype(x >= y)> &&
              !std::is_same_v<decltype(x < y), decltype(y > x)>);
// A constant and a number may stand on either side, for == and != too.
static_assert(is_condition(x == 0_c) && is_condition(0_c == x) && is_condition(x != 0_c) && is_condition(0_c != x));
static_assert(decltype(x == 2.0)::result == pg::kind::condition && decltype(2.0 != x)::result == pg::kind::condition);

}  // namespace

BOOST_AUTO_TEST_SUITE(conditions)

BOOST_AUTO_TEST_CASE(comparisons_are_those_of_ieee_also_for_the_zeros_infinity_and_nan) {
    const auto expect = [](auto condition, std::vector<double> expected) {
        BOOST_TEST(truth(condition) == expected, tt::per_element());
    };
    // of:            1 1  1 2  2 1  -0 0  inf inf  nan nan  nan 1  -inf inf
    expect(x < y, {0, 1, 0, 0, 0, 0, 0, 1});
    expect(x <= y, {1, 1, 0, 1, 1, 0, 0, 1});
    expect(x > y, {0, 0, 1, 0, 0, 0, 0, 0});
    expect(x >= y, {1, 0, 1, 1, 1, 0, 0, 0});
    expect(x == y, {1, 0, 0, 1, 1, 0, 0, 0});
    expect(x != y, {0, 1, 1, 0, 0, 1, 1, 1});
    expect(!(x == y), {0, 1, 1, 0, 0, 1, 1, 1});
    expect(!(x < y), {1, 0, 1, 1, 1, 1, 1, 0});
    expect(x != x, {0, 0, 0, 0, 0, 1, 1, 0});
}

BOOST_AUTO_TEST_CASE(connectives_have_their_truth_tables) {
    const std::vector<double> A = {-1, -1, 1, 1}, B = {-1, 1, -1, 1};
    const auto table = [&](auto condition) {
        const auto g = pg::vmap(pg::value_and_grad(pg::select(condition, z, 0_c), pg::wrt(z)))(
            x = pg::each(A), y = pg::each(B), z = 1.0);
        return std::vector<double>(g.value().begin(), g.value().end());
    };
    constexpr auto a = x > 0_c;
    constexpr auto b = y > 0_c;
    BOOST_TEST(table(a && b) == std::vector({0.0, 0.0, 0.0, 1.0}), tt::per_element());
    BOOST_TEST(table(a || b) == std::vector({0.0, 1.0, 1.0, 1.0}), tt::per_element());
    BOOST_TEST(table(!a || b) == std::vector({1.0, 1.0, 0.0, 1.0}), tt::per_element());
    BOOST_TEST(table(!(a && b)) == std::vector({1.0, 1.0, 1.0, 0.0}), tt::per_element());
    BOOST_TEST(table((a || b) && !(a && b)) == std::vector({0.0, 1.0, 1.0, 0.0}), tt::per_element());
    BOOST_TEST(table(!!a) == std::vector({0.0, 0.0, 1.0, 1.0}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(one_example_is_chosen_for_as_a_lane_is) {
    constexpr auto f = pg::value_and_grad(pg::select(x > y || !(x > 0_c), x * x, 3_c * y), pg::wrt(x, y));
    const auto check = [&](double at_x, double at_y, double value, double by_x, double by_y) {
        const auto g = f(x = at_x, y = at_y);
        BOOST_TEST(g.value() == value);
        BOOST_TEST(g[x] == by_x);
        BOOST_TEST(g[y] == by_y);
    };
    check(2, 1, 4, 4, 0);
    check(1, 2, 6, 0, 3);
    check(-1, 2, 1, -2, 0);
}

BOOST_AUTO_TEST_CASE(a_condition_on_each_element_chooses_each_element) {
    constexpr auto v = pg::vector<"v", 4>;
    const std::vector<double> V = {-1, 0, 1, 2};
    constexpr auto clipped = pg::select(v > 0_c && v != 2_c, v * v, 2.0 * v);
    const auto g = pg::value_and_grad(pg::sum(clipped), pg::wrt(v))(v = V);
    BOOST_TEST(g.value() == -2 + 0 + 1 + 4);
    BOOST_TEST(g[v] == std::vector({2.0, 2.0, 2.0, 2.0}), tt::per_element());
    const auto other =
        pg::value_and_grad(pg::sum(pg::select(v == 2_c || x > 0_c, v * v * v, v)), pg::wrt(v, x))(v = V, x = -1.0);
    BOOST_TEST(other.value() == 0 + 8);
    BOOST_TEST(other[v] == std::vector({1.0, 1.0, 1.0, 12.0}), tt::per_element());
    BOOST_TEST(other[x] == 0);  // no derivative passes a condition
}

BOOST_AUTO_TEST_SUITE_END()
