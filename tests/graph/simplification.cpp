// What is simplified when a derivative is built, and what must not be: a value never changes, not even for infinity, NaN or
// the sign of zero.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <limits>

#include "graphs.hpp"

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto w = pg::matrix<"w", 5, 7>;
constexpr auto v = pg::vector<"v", 7>;
constexpr auto t = pg::vector<"t", 5>;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A graph with one input, and nodes built on it as a rule would build them.
struct workbench {
    pg::graph g{};
    pg::reference input{};
    constexpr workbench() {
        g.inputs[g.input_size++] = {"x", {}, pg::kind::real, false};
        input = {&g, pg::add_node<pg::primitive::input>(g, {}, {0}, nullptr, 0)};
    }
    workbench(const workbench&) = delete;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(simplification)

BOOST_AUTO_TEST_CASE(one_times_x_is_x_and_minus_minus_x_is_x) {
    static workbench bench;
    const pg::reference a = bench.input;
    BOOST_TEST((1.0 * a).id == a.id);
    BOOST_TEST((a * 1.0).id == a.id);
    BOOST_TEST((-(-a)).id == a.id);
    BOOST_TEST((-1.0 * a).id == (-a).id);
    BOOST_TEST((-(3.0 * a)).id == (-3.0 * a).id);
}

BOOST_AUTO_TEST_CASE(constants_are_computed) {
    static workbench bench;
    const pg::reference a = bench.input;
    const auto constant = [&](double value) { return pg::reference{&bench.g, pg::add_constant(bench.g, value)}; };
    BOOST_TEST((constant(2) * constant(3) + constant(1)).id == constant(7).id);
    BOOST_TEST((a * (constant(2) - constant(2.5))).id == (a * constant(-0.5)).id);
    BOOST_TEST((constant(1) / constant(0)).id != constant(infinity).id);   // left to the machine
}

BOOST_AUTO_TEST_CASE(what_infinity_or_nan_could_tell_apart_stays) {
    static workbench bench;
    const pg::reference a = bench.input;
    const auto is_new = [&](pg::reference node) {
        return !pg::detail::is_constant_node(bench.g, node.id) && node.id != a.id;
    };
    BOOST_TEST(is_new(0.0 * a));
    BOOST_TEST(is_new(a - a));
    BOOST_TEST(is_new(a / a));
    BOOST_TEST(is_new(a + 0.0));   // -0 + 0 is 0
    BOOST_TEST(is_new(0.0 - a));
    BOOST_TEST(is_new(a / 1.0));
}

BOOST_AUTO_TEST_CASE(x_minus_x_and_zero_times_x_are_nan_at_infinity) {
    for (const auto mode : {0, 1}) {
        const auto value = [&](auto loss) {
            return mode == 0 ? pg::value_and_grad(loss, pg::wrt(x))(x = infinity).value()
                             : pg::value_and_grad(loss, pg::wrt(x), pg::dual)(x = infinity).value();
        };
        BOOST_TEST(std::isnan(value(x - x)));
        BOOST_TEST(std::isnan(value(0_c * x)));
    }
}

BOOST_AUTO_TEST_CASE(the_gradient_of_a_matrix_is_an_outer_product_that_is_never_stored) {
    constexpr auto loss = pg::sum(pg::square(t - pg::dot(w, v)));
    using program = pg::program<std::remove_const_t<decltype(loss)>, pg::variables<std::remove_const_t<decltype(w)>>,
                                pg::names<"v", "t">, pg::reverse_mode, false, pg::extent::batch>;
    constexpr const pg::plan& p = program::p;
    static_assert(p.results.count == 1);
    constexpr pg::segment dw = p.results.of[0];
    static_assert(dw.factored() && dw.rows == 5 && dw.columns == 7);
    BOOST_TEST(graphs::depends_on(program::g, dw.left, "t"));
    BOOST_TEST(pg::detail::is<pg::primitive::input>(program::g, dw.right));
    const int product = program::source.outputs.node[0];
    BOOST_TEST(pg::detail::is<pg::primitive::product>(program::g, product));
    BOOST_TEST(!p.needed[product]);
}

BOOST_AUTO_TEST_CASE(what_no_derivative_needs_is_not_in_its_graph) {
    const auto& g = graphs::of_gradient(pg::exp(x) + y * pg::tanh(y) + pg::sum(pg::square(t)), pg::wrt(x)).g;
    BOOST_TEST(g.size == 2);   // x, exp(x)
}

BOOST_AUTO_TEST_CASE(a_derivative_takes_from_the_loss_what_is_there_already) {
    // d/dx exp(x y) = y exp(x y), with the same exponential
    const auto& g =
        pg::detail::program_graph<pg::reverse_mode, std::remove_const_t<decltype(pg::exp(x * y))>, pg::names<>,
                                  pg::variables<std::remove_const_t<decltype(x)>>, true>.g;
    BOOST_TEST(graphs::count<pg::primitive::exp>(g) == 1);
    BOOST_TEST(g.size == 5);   // x, y, x y, exp, y exp
}

BOOST_AUTO_TEST_SUITE_END()
