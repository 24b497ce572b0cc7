// The sum of the examples' gradients and the gradient of the summed loss are one number by two different graphs.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <vector>

#include "graphs.hpp"

namespace {

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto loss = pg::square(w * x);

constexpr auto W = pg::matrix<"W", 5, 7>;
constexpr auto v = pg::vector<"v", 7>;
constexpr auto affine = pg::sum(pg::square(pg::dot(W, v)));

}  // namespace

BOOST_AUTO_TEST_SUITE(routes)

BOOST_AUTO_TEST_CASE(both_give_ten_and_minus_ten) {
    const std::vector<double> X = {1, 2};
    for (const double at : {1.0, -1.0}) {
        const auto each = pg::vmap(pg::grad(loss, pg::wrt(w)))(w = at, x = pg::each(X));
        BOOST_TEST(each[w](0) == 2 * at);
        BOOST_TEST(each[w](1) == 8 * at);
        BOOST_TEST((pg::vmap(pg::grad(loss, pg::wrt(w))) | pg::sum())(w = at, x = pg::each(X))[w] == 10 * at);
        BOOST_TEST(pg::grad(pg::sum(pg::vmap(loss)), pg::wrt(w))(w = at, x = pg::each(X))[w] == 10 * at);
    }
}

BOOST_AUTO_TEST_CASE(their_graphs_differ) {
    const auto& of_each = graphs::of_gradient<"x">(loss, pg::wrt(w));
    const auto& of_sum = graphs::of_gradient<"x">(pg::sum(pg::vmap(loss)), pg::wrt(w));
    // the first knows no sum over the examples: its result is an example's, which a sink adds up
    BOOST_TEST(graphs::count<pg::primitive::total>(of_each.g) == 0);
    BOOST_TEST(of_each.g.nodes[of_each.outputs.node[0]].per_example);
    // the second has the sum as a node, and its result is one for all
    BOOST_TEST(graphs::count<pg::primitive::total>(of_sum.g) == 1);
    BOOST_TEST(!of_sum.g.nodes[of_sum.outputs.node[0]].per_example);
}

BOOST_AUTO_TEST_CASE(the_gradient_of_a_sum_sums_at_the_shared_parameter_and_not_before) {
    const auto& of_sum = graphs::of_gradient<"v">(pg::sum(pg::vmap(affine)), pg::wrt(W));
    const int result = of_sum.outputs.node[0];
    BOOST_TEST_REQUIRE(pg::detail::is<pg::primitive::total>(of_sum.g, result));
    const int summed = of_sum.g.operand(result, 0);
    BOOST_TEST(pg::detail::is<pg::primitive::product>(of_sum.g, summed));   // delta v^T of each example
    BOOST_TEST(of_sum.g.nodes[summed].per_example);
}

BOOST_AUTO_TEST_CASE(a_regulariser_is_outside_the_sum_over_the_examples) {
    const auto& g = graphs::of_gradient<"v">(pg::sum(pg::vmap(affine)) + 0.5_c * pg::squared_norm(W), pg::wrt(W));
    const int result = g.outputs.node[0];
    BOOST_TEST_REQUIRE(pg::detail::is<pg::primitive::add>(g.g, result));
    int totals = 0;
    for (int k = 0; k < g.g.nodes[result].operand_count; ++k)
        totals += pg::detail::is<pg::primitive::total>(g.g, g.g.operand(result, k));
    BOOST_TEST(totals == 1);
    BOOST_TEST(graphs::count<pg::primitive::total>(g.g) == 1);
}

BOOST_AUTO_TEST_SUITE_END()
