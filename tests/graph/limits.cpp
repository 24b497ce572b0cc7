// What doesn't fit into a graph makes it `full`, in every pass, and writes nothing outside of it: a call then refuses
// the loss. And a constant that would overflow while the compiler computes is left to the machine.
#include <boost/test/unit_test.hpp>

#include <limits>

#include "text.hpp"

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr double infinity = std::numeric_limits<double>::infinity();

auto empty_graph() { return std::make_unique<pg::graph>(); }

/// Records that no type stands behind: of variables, and of one operation after the other.
struct records {
    std::vector<pg::description> list;
    std::vector<std::vector<const pg::description*>> operands;

    explicit records(std::size_t most) {
        list.reserve(most);  // they refer to each other
        operands.reserve(most);
    }
    const pg::description* variable(std::string_view name) {
        list.push_back(pg::detail::finish(
            {&pg::operation_of<pg::primitive::input>, {}, pg::kind::real, 0, 0, nullptr, 0, nullptr, 0, name}));
        return &list.back();
    }
    template<class P>
    const pg::description* operation(std::vector<const pg::description*> of) {
        operands.push_back(std::move(of));
        list.push_back(pg::detail::finish({&pg::operation_of<P>,
                                           {},
                                           pg::kind::real,
                                           0,
                                           0,
                                           operands.back().data(),
                                           static_cast<int>(operands.back().size()),
                                           nullptr,
                                           0,
                                           {}}));
        return &list.back();
    }
    /// -(-(... x)), which is `levels` deep.
    const pg::description* negated(const pg::description* of, int levels) {
        for (int k = 0; k < levels; ++k) of = operation<pg::primitive::negate>({of});
        return of;
    }
};

/// Whether the derivative of `root` by x fits into the graph.
bool derivative_fits(pg::graph& g, int root) {
    const int wrt = pg::detail::input_node(g, "x");
    int derivative = -1;
    using of_a_polynomial = pg::primitives_of<std::remove_const_t<decltype(-x + x * x)>>;
    pg::add_derivatives(g, pg::rules_of<of_a_polynomial>, root, &wrt, 1, &derivative);
    return !g.full;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(limits)

BOOST_AUTO_TEST_CASE(one_node_more_than_there_is_room_for_makes_a_graph_full_and_leaves_it_as_it_was) {
    const auto g = empty_graph();
    for (int k = 0; k < pg::graph::capacity; ++k) pg::add_constant(*g, k);
    BOOST_TEST(g->size == pg::graph::capacity);
    BOOST_TEST(pg::add_constant(*g, 7) == 7);  // what is there takes no room
    BOOST_TEST(!g->full);
    pg::add_constant(*g, pg::graph::capacity);
    BOOST_TEST(g->full);
    BOOST_TEST(g->size == pg::graph::capacity);
    BOOST_TEST(g->attribute_size == pg::graph::capacity);
    BOOST_TEST(pg::add_constant(*g, 7) == 7);
}

BOOST_AUTO_TEST_CASE(a_sum_of_more_terms_than_there_is_room_for_makes_a_graph_full) {
    constexpr int most = 3 * pg::graph::capacity;
    const auto g = empty_graph();
    pg::add_constant(*g, 1);
    const std::vector<int> terms(most + 1, 0);
    pg::add_node<pg::primitive::add>(*g, {}, {}, terms.data(), most + 1);
    BOOST_TEST(g->full);
    BOOST_TEST(g->operand_size == 0);
    g->full = false;
    pg::add_node<pg::primitive::add>(*g, {}, {}, terms.data(), most);
    BOOST_TEST(!g->full);
}

BOOST_AUTO_TEST_CASE(one_variable_more_than_there_is_room_for_makes_a_graph_full) {
    std::vector<std::string> names;
    for (int k = 0; k <= pg::graph::input_capacity; ++k) names.push_back("x" + std::to_string(k));
    for (const bool one_more : {false, true}) {
        records of(names.size() + 1);
        std::vector<const pg::description*> terms;
        for (const auto& name : names) terms.push_back(of.variable(name));
        if (!one_more) terms.pop_back();
        const auto g = empty_graph();
        pg::lower(*g, *of.operation<pg::primitive::add>(terms), {});
        BOOST_TEST(g->full == one_more);
        BOOST_TEST(g->input_size == pg::graph::input_capacity);
    }
}

BOOST_AUTO_TEST_CASE(a_loss_that_is_too_deep_or_too_wide_makes_a_graph_full) {
    const auto fits = [](const pg::description* loss) {
        const auto g = empty_graph();
        pg::lower(*g, *loss, {});
        return !g->full;
    };
    records deep(5001);
    const auto* start = deep.variable("x");
    BOOST_TEST(fits(deep.negated(start, 4000)));
    BOOST_TEST(!fits(deep.negated(&deep.list.back(), 1000)));
    // many terms, of which none is finished before the last
    records wide(2);
    const auto* one = wide.variable("x");
    BOOST_TEST(!fits(wide.operation<pg::primitive::add>(std::vector(pg::graph::capacity, one))));
}

BOOST_AUTO_TEST_CASE(a_derivative_that_does_not_fit_makes_the_graph_of_its_loss_full) {
    // -(-(... x)) costs no more than a few nodes; x with 4,200 readers has an adjoint of as many terms
    records few(4001), many(2);
    const auto small = empty_graph(), large = empty_graph();
    const auto* x_of_few = few.variable("x");
    BOOST_TEST(derivative_fits(*small, pg::lower(*small, *few.negated(x_of_few, 4000), {})));
    const auto* x_of_many = many.variable("x");
    const int root = pg::lower(*large, *many.operation<pg::primitive::add>(std::vector(4200, x_of_many)), {});
    BOOST_TEST(!large->full);
    BOOST_TEST(!derivative_fits(*large, root));
}

BOOST_AUTO_TEST_CASE(a_full_graph_stays_full_without_its_dead_nodes) {
    const auto g = empty_graph();
    pg::add_constant(*g, 1);
    BOOST_TEST(!std::make_unique<pg::graph_with_outputs>(pg::compact(*g, {{0}, 1}))->g.full);
    g->full = true;
    BOOST_TEST(std::make_unique<pg::graph_with_outputs>(pg::compact(*g, {{0}, 1}))->g.full);
}

BOOST_AUTO_TEST_CASE(constants_that_would_overflow_are_not_computed_here) {
    const auto g = empty_graph();
    const auto constant = [&](double value) { return pg::reference{g.get(), pg::add_constant(*g, value)}; };
    const auto text = [&](pg::reference r) { return graphs::text(*g, r.id); };
    BOOST_TEST(text(constant(1e200) * constant(-1e200)) == "multiply(1e+200, -1e+200)");
    BOOST_TEST(text(constant(1e200) / constant(1e-200)) == "divide(1e+200, 1e-200)");
    BOOST_TEST(text(constant(1e308) + constant(1e308)) == "add(1e+308, 1e+308)");
    BOOST_TEST(text(constant(-1e308) - constant(1e308)) == "subtract(-1e+308, 1e+308)");
    // and those that get small are
    BOOST_TEST(text(constant(1e200) * constant(1e-200)) == "1");
    BOOST_TEST(text(constant(1e-200) * constant(1e-200)) == "0");
    BOOST_TEST(text(constant(1e-200) / constant(1e200)) == "0");
    BOOST_TEST(text(constant(0) / constant(-4)) == "-0");
}

BOOST_AUTO_TEST_CASE(a_slope_that_overflows_is_infinite_where_the_loss_is_finite) {
    const auto g = pg::value_and_grad(1e200_c * (1e200_c * x), pg::wrt(x))(x = 1e-300);
    BOOST_TEST(g.value() == 1e100, tt::tolerance(1e-15));
    BOOST_TEST(g[x] == infinity);
    const auto wide = pg::value_and_grad(1e200_c * pg::sum(pg::broadcast<0, 3>(1e200_c * x)), pg::wrt(x))(x = 0.0);
    BOOST_TEST(wide.value() == 0);
    BOOST_TEST(wide[x] == infinity);
}

BOOST_AUTO_TEST_SUITE_END()
