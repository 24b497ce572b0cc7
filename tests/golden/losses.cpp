// Squared errors of linear models against JAX: each example's gradient, the sum, the mean and the batch's gradient, in every
// mode, in double and in float.
#include "golden.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using golden::check_model, golden::each, golden::shared;

BOOST_AUTO_TEST_SUITE(golden_losses)

BOOST_AUTO_TEST_CASE(the_square_of_an_error_agrees_with_jax) {
    constexpr auto w = pg::scalar<"w">;
    constexpr auto x = pg::scalar<"x">;
    constexpr auto y = pg::scalar<"y">;
    check_model("square", pg::square(w * x - y), pg::wrt(w), shared{w}, each{x}, each{y});
}

BOOST_AUTO_TEST_CASE(a_linear_model_agrees_with_jax) {
    constexpr auto w = pg::vector<"w", 9>;
    constexpr auto x = pg::vector<"x", 9>;
    constexpr auto y = pg::scalar<"y">;
    check_model("linear", 0.5_c * pg::square(pg::dot(w, x) - y), pg::wrt(w), shared{w}, each{x}, each{y});
}

BOOST_AUTO_TEST_CASE(an_affine_model_agrees_with_jax) {
    constexpr auto w = pg::matrix<"w", 5, 7>;
    constexpr auto b = pg::vector<"b", 5>;
    constexpr auto x = pg::vector<"x", 7>;
    constexpr auto t = pg::vector<"t", 5>;
    check_model("affine", pg::sum(pg::square(t - (pg::dot(w, x) + b))), pg::wrt(w, b), shared{w}, shared{b}, each{x},
                each{t});
}

BOOST_AUTO_TEST_SUITE_END()
