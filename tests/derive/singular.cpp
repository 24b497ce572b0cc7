// Singular points: one policy, the same in every mode. Kinks, functions that saturate, NaN and infinity; roots stand in
// roots.cpp, powers in powers.cpp.
#include "agree.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using namespace agreement;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto z = pg::scalar<"z">;
constexpr double infinity = std::numeric_limits<double>::infinity(),
                 not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

BOOST_AUTO_TEST_SUITE(singular)

BOOST_AUTO_TEST_CASE(abs_and_relu_have_slope_zero_at_zero_of_either_sign) {
    const auto found = agree(pg::abs(x) + pg::relu(y), pg::wrt(x, y), modes_only, given(x, {0.0, -0.0, 2, -3}),
                             given(y, {-0.0, 0.0, 2, -2}));
    check_is(found, {0, 0, 4, 3}, {0, 0, 0, 0, 1, 1, -1, 0});
}

BOOST_AUTO_TEST_CASE(max_and_min_share_a_tie_half_and_half) {
    const auto found = agree(pg::max(x, y) + 4_c * pg::min(x, y), pg::wrt(x, y), modes_only, given(x, {1, 1, 2, 0.0}),
                             given(y, {1, 2, 1, -0.0}));
    check_is(found, {5, 6, 6, 0}, {2.5, 2.5, 4, 1, 1, 4, 2.5, 2.5});
}

BOOST_AUTO_TEST_CASE(max_with_zero_is_no_relu_and_has_slope_one_half_at_zero) {
    check_is(agree(pg::max(x, 0_c), pg::wrt(x), modes_only, given(x, {0, 1, -1})), {0, 1, 0}, {0.5, 1, 0});
}

BOOST_AUTO_TEST_CASE(abs_of_minus_a_square_has_the_slope_of_the_square) {
    check_is(agree(pg::abs(-pg::square(x)), pg::wrt(x), modes_only, given(x, {0, 1, -2})), {0, 1, 4}, {0, 2, -4});
}

BOOST_AUTO_TEST_CASE(functions_that_saturate_stay_finite) {
    const auto found = agree(pg::tanh(x) + pg::sigmoid(2_c * y) + pg::softplus(2_c * z), pg::wrt(x, y, z), modes_only,
                             given(x, {400, -400}), given(y, {400, -400}), given(z, {400, -400}));
    check_is(found, {1 + 1 + 800, -1}, {0, 0, 2, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(nan_and_infinity_come_through_where_they_belong) {
    const auto by_one =
        agree(x * y, pg::wrt(x), modes_only, given(x, {not_a_number, 0, 1}), given(y, {2, infinity, infinity}));
    check_is(by_one, {not_a_number, not_a_number, infinity}, {2, infinity, infinity});
    // In reverse each derivative is by itself. Dual numbers take all directions through one product: NaN 0 is NaN.
    constexpr auto gradient = pg::vmap(pg::grad(x * y, pg::wrt(x, y)));
    const auto both = gradient(x = pg::each({not_a_number, 0.0}), y = pg::each({2.0, infinity}));
    check_near(std::vector<double>(both.flat().begin(), both.flat().end()), {2, not_a_number, infinity, 0}, 0, 0,
               "reverse");
}

BOOST_AUTO_TEST_SUITE_END()
