// Helper functions that take expressions by value and return what isn't evaluated yet: what they return refers to none
// of their variables, so that nothing dangles and no order of evaluation matters. (To be run under sanitizers too.)
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;

namespace {

constexpr auto x = pg::scalar<"x">;

auto sq(auto u) { return u * u; }
auto sq_of_references(const auto& u) { return u * u; }
auto sq_by_way_of_locals(auto u) {
    const auto left = u;
    auto right = left;
    auto product = left * right;
    return product;
}

/// The value and the slope by x at `at`.
template<class E>
std::array<double, 2> value_and_slope(const E& loss, double at) {
    const auto g = pg::value_and_grad(loss, pg::wrt(x))(x = at);
    return {g.value(), g[x]};
}
/// The same, and all modes agree on it.
template<class E>
std::array<double, 2> value_and_slope_in_all_modes(const E& loss, double at) {
    const auto found = value_and_slope(loss, at);
    const auto dual = pg::value_and_grad(loss, pg::wrt(x), pg::dual)(x = at);
    const auto in_lanes = pg::vmap(pg::value_and_grad(loss, pg::wrt(x)))(x = pg::each({at, at}));
    BOOST_TEST(dual.value() == found[0]);
    BOOST_TEST(dual[x] == found[1]);
    BOOST_TEST(in_lanes.value()[1] == found[0]);
    BOOST_TEST(in_lanes[x](1) == found[1]);
    return found;
}
void check(std::array<double, 2> found, double value, double slope) {
    BOOST_TEST(found[0] == value);
    BOOST_TEST(found[1] == slope);
}

/// Writes over the part of the stack that a call before has used.
[[gnu::noinline]] void overwrite_the_stack() {
    volatile char memory[4096];
    for (auto& byte : memory) byte = 0x55;
}
[[gnu::noinline]] auto affine(double slope, double offset) {
    const auto scaled = slope * x;
    auto shifted = scaled + offset;
    return shifted;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(helpers)

BOOST_AUTO_TEST_CASE(a_square_by_a_helper_is_the_square_and_so_is_a_square_of_a_square) {
    check(value_and_slope_in_all_modes(sq(x), 2), 4, 4);
    check(value_and_slope_in_all_modes(sq(sq(x)), 2), 16, 32);
    check(value_and_slope(sq_by_way_of_locals(sq_by_way_of_locals(x)), 2), 16, 32);
    const auto inner = sq(x);
    const auto outer = sq(inner);
    check(value_and_slope(outer, 2), 16, 32);
}

BOOST_AUTO_TEST_CASE(how_a_helper_takes_its_argument_makes_no_difference_to_what_it_returns) {
    static_assert(std::is_same_v<decltype(sq(x)), decltype(sq_of_references(x))>);
    static_assert(std::is_same_v<decltype(sq(sq(x))), decltype(sq_by_way_of_locals(sq_of_references(x)))>);
}

BOOST_AUTO_TEST_CASE(a_helper_called_with_temporaries_of_stored_numbers_keeps_their_values) {
    check(value_and_slope_in_all_modes(sq(1.5 * x), 2), 9, 9);
    check(value_and_slope(sq_of_references(sq_of_references(0.5 * x + 1.0)), 2), 16, 16);  // 4 u^3 / 2 at u = 2
    check(value_and_slope(sq_by_way_of_locals(3.0 - x), 2), 1, -2);
}

BOOST_AUTO_TEST_CASE(an_expression_outlives_everything_that_it_was_made_of) {
    std::optional<decltype(affine(0, 0))> kept;
    {
        const auto slope = std::make_unique<double>(3.0), offset = std::make_unique<double>(-1.0);
        kept = affine(*slope, *offset);
        *slope = *offset = 1e9;
    }
    overwrite_the_stack();
    check(value_and_slope(*kept, 2), 5, 3);
    const auto copy = *kept;
    kept = affine(7.0, 0.5);  // one type, other values
    check(value_and_slope(copy, 2), 5, 3);
    check(value_and_slope(*kept, 2), 14.5, 7);
}

BOOST_AUTO_TEST_CASE(a_callable_outlives_its_loss) {
    const auto made = [] {
        const auto loss = affine(3.0, -1.0) * x;
        return pg::value_and_grad(loss, pg::wrt(x));
    }();
    overwrite_the_stack();
    const auto g = made(x = 2.0);
    BOOST_TEST(g.value() == 10);
    BOOST_TEST(g[x] == 11);
}

BOOST_AUTO_TEST_CASE(a_minus_two_a_is_taken_from_the_old_a) {
    const auto a_0 = x;
    const auto a_1 = a_0 - 2_c * a_0;
    check(value_and_slope(a_1, 1), -1, -1);
    check(value_and_slope(2_c * a_0 - a_0, 1), 1, 1);
    check(value_and_slope(a_0 - a_0, 1), 0, 0);
    // with a number that is stored, an expression can be assigned to itself if the type stays
    auto a = 1.0 * x;
    const auto b = a - 2.0 * a;
    check(value_and_slope(b, 1), -1, -1);
    a = 5.0 * x;
    check(value_and_slope(b, 1), -1, -1);
    check(value_and_slope(a - b, 1), 6, 6);
    const auto& itself = a;
    a = itself;
    check(value_and_slope(a, 1), 5, 5);
}

BOOST_AUTO_TEST_CASE(linear_algebra_by_auto_in_a_helper_does_not_dangle_either) {
    constexpr auto A = pg::matrix<"A", 3, 3>;
    constexpr auto v = pg::vector<"v", 3>;
    const auto quadratic = [](auto matrix, auto vector) {
        const auto image = dot(matrix, vector);
        const auto twice = dot(vector, image);
        return 0.5 * twice;
    };
    const std::vector<double> numbers = {1, 2, 3, 4, 5, 6, 7, 8, 9}, at = {1, 2, 3};
    const auto form = quadratic(A, v);
    overwrite_the_stack();
    const auto g = pg::value_and_grad(form, pg::wrt(v))(A = numbers, v = at);
    BOOST_TEST(g.value() == 114);
    BOOST_TEST(g[v] == std::vector({22.0, 34.0, 46.0}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(expressions_can_be_kept_in_members_tuples_and_closures_and_folded_over) {
    struct model {
        decltype(2.0 * x) slope{};
        decltype(sq(x)) square{};
    } m;
    m.slope = 4.0 * x;
    check(value_and_slope(m.slope + m.square, 3), 21, 10);

    const auto parts = std::tuple(x, sq(x), 0.25 * x);
    check(value_and_slope(std::apply([](auto... part) { return (part + ...); }, parts), 2), 6.5, 5.25);
    check(value_and_slope(std::apply([](auto... part) { return (... * part); }, parts), 2), 4, 8);  // x^4 / 4

    const auto scale = [factor = 2.5](auto u) { return factor * u; };
    check(value_and_slope(scale(sq(x)), 2), 10, 10);
    check(value_and_slope(std::invoke(&sq<decltype(x)>, x), 2), 4, 4);
}

BOOST_AUTO_TEST_SUITE_END()
