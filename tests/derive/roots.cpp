// Roots of zero, and norms: an infinite slope that nothing flows into leaves no trace, in a scalar and inside products
// of arrays. Each case was a wrong answer of some other library.
#include "agree.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using namespace agreement;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto v = pg::vector<"v", 3>;
constexpr auto pair = pg::vector<"pair", 2>;
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

BOOST_AUTO_TEST_SUITE(roots)

BOOST_AUTO_TEST_CASE(the_root_has_infinite_slope_at_zero_but_what_does_not_depend_on_it_has_none) {
    check_is(agree(pg::sqrt(x), pg::wrt(x, y), modes_only, given(x, {0, 4}), shared(y, {3})), {0, 2},
             {infinity, 0, 0.25, 0});
    // sqrt(x) beside y: d/dy is 1 where x = 0
    check_is(agree(pg::sqrt(x) + y, pg::wrt(y), modes_only, given(x, {0, 4}), given(y, {5, 6})), {5, 8}, {1, 1});
    check_is(agree(0_c * pg::sqrt(x), pg::wrt(x), modes_only, given(x, {0, 4})), {0, 0}, {0, 0});
}

BOOST_AUTO_TEST_CASE(a_norm_that_is_zero_has_gradient_zero_and_a_regular_one_is_exact) {
    constexpr auto norm = pg::sqrt(pg::sum(pg::square(v)));
    const auto found = agree(norm, pg::wrt(v), modes_only, given(v, {1, 0, 0, 0, 0, 0, 0, 3, 4}));
    check_is(found, {1, 0, 5}, {1, 0, 0, 0, 0, 0, 0, 0.6, 0.8});
    const auto squared = agree(pg::square(norm), pg::wrt(v), modes_only, given(v, {0, 0, 0, 1, 2, 2}));
    check_is(squared, {0, 9}, {0, 0, 0, 2, 4, 4});
}

BOOST_AUTO_TEST_CASE(zero_annihilates_inside_products_of_arrays_too) {
    constexpr auto m = pg::matrix<"m", 2, 3>;
    constexpr auto p = pg::vector<"p", 2>;
    // the root of a dot product that is 0: no slope by a weight whose feature is 0
    const auto dot =
        agree(pg::sqrt(pg::dot(pair, p)), pg::wrt(p), modes_only, shared(p, {0, 0}), given(pair, {1, 0, 0, 0}));
    check_is(dot, {0, 0}, {infinity, 0, 0, 0});
    // each root of a layer; the derivative is an outer product of infinity and zero
    const auto layer = agree(pg::sum(pg::sqrt(pg::dot(m, v))), pg::wrt(m), modes_only, shared(m, {0, 0, 0, 4, 0, 0}),
                             given(v, {1, 0, 0}));
    check_is(layer, {2}, {infinity, 0, 0, 0.25, 0, 0});
    // a root that the next layer multiplies by 0
    const auto hidden = agree(pg::dot(p, pg::sqrt(pg::dot(m, v))), pg::wrt(v), modes_only, shared(p, {0, 1}),
                              shared(m, {1, 2, 3, 4, 5, 6}), given(v, {0, 0, 0, 1, 0, 0}));
    check_is(hidden, {0, 2}, {infinity, infinity, infinity, 1, 1.25, 1.5});
    const auto none =
        agree(pg::dot(p, pg::sqrt(v[0_c] * p)), pg::wrt(v), modes_only, shared(p, {0, 1}), given(v, {4, 0, 0}));
    check_is(none, {2}, {0.25, 0, 0});
}

BOOST_AUTO_TEST_SUITE_END()
