// A small network against JAX, as in losses.cpp.
#include "golden.hpp"

namespace pg = pergrad;
using golden::check_model, golden::each, golden::shared;

BOOST_AUTO_TEST_SUITE(golden_network)

BOOST_AUTO_TEST_CASE(a_network_with_tanh_agrees_with_jax) {
    constexpr auto w1 = pg::matrix<"w1", 8, 16>;
    constexpr auto b1 = pg::vector<"b1", 8>;
    constexpr auto w2 = pg::vector<"w2", 8>;
    constexpr auto b2 = pg::scalar<"b2">;
    constexpr auto x = pg::vector<"x", 16>;
    constexpr auto y = pg::scalar<"y">;
    check_model("network", pg::square(pg::dot(w2, pg::tanh(pg::dot(w1, x) + b1)) + b2 - y), pg::wrt(w1, b1, w2, b2),
                shared{w1}, shared{b1}, shared{w2}, shared{b2}, each{x}, each{y});
}

BOOST_AUTO_TEST_SUITE_END()
