// Branches: select, max and min pass a derivative to the side that was taken, and the other side may be infinite or no
// number without a trace. Each case was a wrong answer of some other library.
#include "agree.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using namespace agreement;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto pair = pg::vector<"pair", 2>;
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

BOOST_AUTO_TEST_SUITE(branches)

BOOST_AUTO_TEST_CASE(a_losing_branch_with_an_infinite_slope_adds_nothing) {
    check_is(agree(pg::max(-1_c - pg::sqrt(x), 0_c), pg::wrt(x), modes_only, given(x, {0, 1})), {0, 0}, {0, 0});
    const auto found = agree(pg::sqrt(pg::max(0_c, pg::square(x) - pg::square(y))), pg::wrt(x, y), modes_only,
                             given(x, {1, 2}), given(y, {2, 0}));
    check_is(found, {0, 2}, {0, 0, 1, 0});
}

BOOST_AUTO_TEST_CASE(a_logarithm_that_is_kept_from_zero_has_slope_zero_there_in_float) {
    constexpr auto loss = pg::log(1_c / pg::max(1e-20_c, x));
    const auto found = agree<float>(loss, pg::wrt(x), modes_only, given<float>(x, {0.0f, 2.0f}));
    check_is<float>(found, {46.0517019f, -0.693147181f}, {0, -0.5f});
}

BOOST_AUTO_TEST_CASE(a_branch_that_is_not_taken_cannot_poison_the_one_that_is) {
    const auto of_infinity =
        agree(pg::select(x > 0_c, 0_c, x * y), pg::wrt(x), modes_only, given(x, {1, -1}), given(y, {infinity, 3}));
    check_is(of_infinity, {0, -3}, {0, 3});
    const auto of_log = agree(pg::select(x <= 0_c, x, pg::log(x)), pg::wrt(x), modes_only, given(x, {0, 1, -2}));
    check_is(of_log, {0, 0, -2}, {1, 1, 1});
    const auto of_root = agree(pg::select(x < 1_c, x, pg::sqrt(x)), pg::wrt(x), modes_only, given(x, {0, 4}));
    check_is(of_root, {0, 2}, {1, 0.25});
}

BOOST_AUTO_TEST_CASE(three_rows_of_which_one_is_zero_have_the_slopes_of_their_norms) {
    constexpr auto norm = pg::let([] { return pg::sqrt(pg::sum(pg::square(pair))); });
    const auto found =
        agree(pg::select(norm > 0.5_c, norm, 1_c), pg::wrt(pair), modes_only, given(pair, {1, 2, 3, 4, 0, 0}));
    const double root = std::sqrt(5.0);
    check_is(found, {root, 5, 1}, {1 / root, 2 / root, 0.6, 0.8, 0, 0}, 1e-15);
}

BOOST_AUTO_TEST_CASE(an_exponential_in_the_other_branch_may_overflow) {
    constexpr auto elu = pg::select(x > 0_c, x, pg::expm1(x));
    check_is(agree(elu, pg::wrt(x), modes_only, given(x, {1000, -1000})), {1000, -1}, {1, 0});
}

BOOST_AUTO_TEST_CASE(what_is_not_used_may_be_no_number) {
    // 2 x^2 y at (5, 3), beside the logarithm of a negative number
    const auto found = agree(pg::select(y > 0_c, 2_c * pg::square(x) * y, pg::log(-x / y)), pg::wrt(x, y), modes_only,
                             given(x, {5}), given(y, {3}));
    check_is(found, {150}, {60, 50});
}

BOOST_AUTO_TEST_CASE(a_stopped_gradient_adds_its_value_and_no_slope_even_an_infinite_one) {
    const auto found =
        agree(x * y + pg::stop_gradient(pg::sqrt(x)), pg::wrt(x, y), modes_only, given(x, {0, 4}), given(y, {3, 1}));
    check_is(found, {0, 6}, {3, 0, 1, 4});
}

BOOST_AUTO_TEST_SUITE_END()
