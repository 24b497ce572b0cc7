// The passes as what they are: ordinary functions over ordinary data, which the compiler and a test can both call.
// Records of expressions, lowering, leaving out what is dead, and what is simplified for arrays.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "text.hpp"

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;
using graphs::text;
using graphs::written;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto v = pg::vector<"v", 3>;
constexpr auto w = pg::matrix<"w", 2, 3>;
constexpr auto label = pg::integer<"label">;
constexpr auto loss = pg::sum(pg::square(pg::dot(w, v) - 2_c * x));

template<class E>
constexpr const pg::description& record(E) {
    return pg::describe<typename pg::pure<E>::type>();
}

/// x y + exp(x), its derivative by x, and that alone, all worked out here by the compiler or by the program.
struct outcome {
    int loss_nodes, all_nodes, derivative_nodes;
    bool operator==(const outcome&) const = default;
};
constexpr outcome differentiate() {
    constexpr auto e = x * y + pg::exp(x);
    pg::graph_with_outputs all{};
    const int root = pg::lower(all.g, record(e), {});
    const int wrt[] = {pg::detail::input_node(all.g, "x")};
    const int loss_nodes = all.g.size;
    pg::add_derivatives(all.g, pg::rules_of<pg::primitives_of<std::remove_const_t<decltype(e)>>>, root, wrt, 1,
                        all.outputs.node);
    all.outputs.size = 1;
    return {loss_nodes, all.g.size, pg::compact(all.g, all.outputs).g.size};
}

/// A graph with inputs, and nodes built on it as a rule would build them.
struct workbench {
    std::unique_ptr<pg::graph> g = std::make_unique<pg::graph>();

    template<class Variable>
    pg::reference input(Variable) {
        const long long place = g->input_size;
        g->inputs[g->input_size++] = {Variable::name.view(), Variable::shape::value, pg::kind::real, false};
        return {g.get(), pg::add_node<pg::primitive::input>(*g, Variable::shape::value, {place}, nullptr, 0)};
    }
    pg::reference constant(double value, pg::extents shape = {}) {
        return {g.get(), pg::add_constant(*g, value, shape)};
    }
    pg::reference spread(pg::reference over, pg::extents shape) {
        return pg::make<pg::primitive::broadcast>(shape, {pg::primitive::every_axis, shape.size()}, over);
    }
    std::string text(pg::reference r) const { return graphs::text(*g, r.id); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(passes)

BOOST_AUTO_TEST_CASE(the_compiler_and_the_program_get_the_same_from_the_same_passes) {
    // x, y, x y, exp, sum; then 1 for the adjoint and y + exp(x) for the derivative, which needs x, y, exp and itself
    static_assert(differentiate() == outcome{5, 7, 4});
    outcome (*volatile at_run_time)() = differentiate;
    BOOST_TEST((at_run_time() == outcome{5, 7, 4}));
}

BOOST_AUTO_TEST_CASE(a_record_says_what_an_expression_is) {
    constexpr const pg::description& sum = record(loss);
    static_assert(sum.op->name == std::string_view("sum") && sum.shape == pg::extents{} && sum.operand_count == 1 &&
                  sum.attribute_count == 2 && sum.attributes[0] == pg::primitive::every_axis && sum.attributes[1] == 2);
    constexpr const pg::description& squares = *sum.operands[0];
    static_assert(squares.op->name == std::string_view("square") && squares.shape == pg::shape<2>::value &&
                  squares.attribute_count == 0);
    constexpr const pg::description& product = *squares.operands[0]->operands[0];
    static_assert(product.op->name == std::string_view("dot") && product.operands[0] == &record(w) &&
                  product.operands[1] == &record(v));
    static_assert(record(w).name == "w" && record(w).shape == pg::shape<2, 3>::value && record(w).operand_count == 0);
    static_assert(record(label).result == pg::kind::integer && record(x < y).result == pg::kind::condition);
    static_assert(record(x < y).name.empty() && record(2_c).attributes[0] == std::bit_cast<long long>(2.0));
    BOOST_TEST(written(loss).text() == "sum all (square(subtract(dot 2x3 by 3x1 (w, v), multiply(2, x))))");
}

BOOST_AUTO_TEST_CASE(records_count_stored_numbers_as_often_as_they_are_written) {
    static_assert(record(loss).numbers == 0 && record(2.0 * x).numbers == 1);
    constexpr auto part = 2.0 * x + 1.0;
    static_assert(record(part * part + x).numbers == 4);
    static_assert(record(2.0 * x).operands[0]->numbers == 1 && record(2.0 * x).operands[1]->numbers == 0);
}

BOOST_AUTO_TEST_CASE(records_of_different_expressions_have_different_hashes) {
    std::vector<std::uint64_t> hashes;
    const auto note = [&](auto... e) { (hashes.push_back(record(e).hash), ...); };
    note(x, y, v, w, label, 0_c, -0_c, 1_c, 2_c, x + y, y + x, x - y, x * y, x + y + x, x + (y + x), -x, x<y, x> y,
         v[0_c], v[1_c], pg::sum(v), pg::sum(w), pg::sum<0>(w), pg::sum<1>(w), pg::broadcast<0, 2>(v),
         pg::broadcast<1, 2>(v), pg::broadcast<0, 3>(v), pg::transpose(w), pg::outer(v, v), pg::dot(v, v),
         pg::scalar<"yx">, pg::scalar<"xy">, pg::vector<"x", 1>, pg::vector<"x", 2>, pg::matrix<"x", 1, 2>,
         pg::matrix<"x", 2, 1>, pg::integer<"x">);
    std::sort(hashes.begin(), hashes.end());
    BOOST_TEST((std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end()));
    BOOST_TEST(record(x * y).hash == record(pg::scalar<"x"> * pg::scalar<"y">).hash);
}

BOOST_AUTO_TEST_CASE(lowering_adds_nothing_takes_nothing_away_and_computes_nothing) {
    BOOST_TEST(written(0_c * x).text() == "multiply(0, x)");
    BOOST_TEST(written(x - x).text() == "subtract(x, x)");
    BOOST_TEST(written(x * 1_c + 0_c).text() == "add(multiply(x, 1), 0)");
    BOOST_TEST(written(-(-x)).text() == "negate(negate(x))");
    BOOST_TEST(written(2_c * 3_c / x).text() == "divide(multiply(2, 3), x)");  // as written: (2 3) / x
    BOOST_TEST(written(x + y - v[0_c] + 2_c).text() == "add(x, y, negate(element 0 (v)), 2)");
    BOOST_TEST(written(x - y - v[0_c]).text() == "subtract(subtract(x, y), element 0 (v))");
    BOOST_TEST(written(pg::pow(x, 3_c) * pg::pow(x, 2_c) * pg::pow(x, 1_c)).text() ==
               "multiply(multiply(whole_power(x, 3), square(x)), x)");
    BOOST_TEST(written(pg::select(x > 0_c && !(y == x), v, 0_c)).text() ==
               "select(both(greater(x, 0), negated(equal(y, x))), v, 0)");
}

BOOST_AUTO_TEST_CASE(stored_numbers_are_numbered_as_they_are_written_and_never_merged_or_computed) {
    BOOST_TEST(written(2.0 * x + 2.0 * x).text() == "add(multiply(stored_number 0, x), multiply(stored_number 1, x))");
    BOOST_TEST(written(2.0 * x + 3.0 * y).text() == "add(multiply(stored_number 0, x), multiply(stored_number 1, y))");
    BOOST_TEST(written(1.0 * (0.0 * x)).text() == "multiply(stored_number 0, multiply(stored_number 1, x))");
    BOOST_TEST(written(pg::select(x > 1.0, 2.0, x * 3.0) - 4.0).text() ==
               "subtract(select(greater(x, stored_number 0), stored_number 1, multiply(x, stored_number 2)), "
               "stored_number 3)");
    constexpr auto part = 2.0 * x;
    BOOST_TEST(written(part * part).text() == "multiply(multiply(stored_number 0, x), multiply(stored_number 1, x))");

    // equal types, other values: each keeps its own
    const auto slope = [](auto e) { return double(pg::grad(e, pg::wrt(x))(x = 1.0)[x]); };
    static_assert(std::is_same_v<decltype(2.0 * x + 3.0 * x), decltype(2.0 * x + 2.0 * x)>);
    BOOST_TEST(slope(2.0 * x + 3.0 * x) == 5);
    BOOST_TEST(slope(2.0 * x + 2.0 * x) == 4);
    BOOST_TEST(slope(1.0 * x + -1.0 * x) == 0);
    BOOST_TEST(pg::value_and_grad(0.0 * x, pg::wrt(x))(x = -1.0).value() == 0);
    const double infinity = std::numeric_limits<double>::infinity();
    BOOST_TEST(std::isnan(pg::value_and_grad(0.0 * x, pg::wrt(x))(x = infinity).value()));
}

BOOST_AUTO_TEST_CASE(what_depends_on_an_example_is_known_and_a_sum_over_the_examples_does_not) {
    const written of(x * y + pg::exp(y) + pg::sum(pg::vmap(x * y)) * x, {"x"});
    const auto& g = *of.g;
    const auto varies = [&](std::string_view wanted) {
        for (int n = 0; n < g.size; ++n)
            if (text(g, n) == wanted) return g.nodes[n].per_example;
        BOOST_FAIL("no such node");
        return false;
    };
    BOOST_TEST(varies("(x)"));
    BOOST_TEST(!varies("y"));
    BOOST_TEST(varies("multiply((x), y)"));
    BOOST_TEST(!varies("exp(y)"));
    BOOST_TEST(!varies("total(multiply((x), y))"));
    BOOST_TEST(varies("multiply(total(multiply((x), y)), (x))"));
    BOOST_TEST(g.inputs[0].per_example);
    BOOST_TEST(!g.inputs[1].per_example);
}

BOOST_AUTO_TEST_CASE(what_no_output_needs_is_left_out_and_the_rest_stays_as_it_was_in_its_order) {
    written of(loss, {"v"});
    pg::graph& g = *of.g;
    const int dead = pg::lower(g, record(pg::exp(y) * pg::sum(v)), {});
    const int other = pg::lower(g, record(v[2_c] + y), {});
    BOOST_TEST(dead < other);
    const auto live = std::make_unique<pg::graph_with_outputs>(pg::compact(g, {{other, of.loss, other}, 3}));
    BOOST_TEST(live->outputs.size == 3);
    BOOST_TEST(live->outputs.node[0] == live->outputs.node[2]);
    BOOST_TEST(text(live->g, live->outputs.node[1]) == text(g, of.loss));
    BOOST_TEST(text(live->g, live->outputs.node[0]) == "add(element 2 ((v)), y)");
    BOOST_TEST(live->g.size == g.size - 3);  // exp(y), sum(v) and their product
    for (int n = 0; n < live->g.size; ++n)
        for (int k = 0; k < live->g.nodes[n].operand_count; ++k) BOOST_TEST(live->g.operand(n, k) < n);
    BOOST_TEST(live->g.input_size == g.input_size);  // a call binds all of them

    const auto again = std::make_unique<pg::graph_with_outputs>(pg::compact(live->g, live->outputs));
    BOOST_TEST(again->g.size == live->g.size);
    BOOST_TEST(again->outputs.node[1] == live->outputs.node[1]);

    // an input that nothing needs is no node any more, though it is still to be bound
    const auto small = std::make_unique<pg::graph_with_outputs>(pg::compact(g, {{pg::detail::input_node(g, "y")}, 1}));
    BOOST_TEST(small->g.size == 1);
    BOOST_TEST(small->g.input_size == g.input_size);
    BOOST_TEST(text(small->g, 0) == "y");
}

BOOST_AUTO_TEST_CASE(a_scalar_that_is_spread_over_elements_is_read_where_it_is) {
    workbench bench;
    const auto a = bench.input(x), b = bench.input(y), e = bench.input(v);
    const pg::extents three = pg::shape<3>::value;
    BOOST_TEST(bench.text(bench.spread(a, three) * e) == "multiply(x, v)");
    BOOST_TEST(bench.text(e - bench.spread(a, three)) == "subtract(v, x)");
    // unless no other operand says how many elements there are
    BOOST_TEST(bench.text(bench.spread(a, three) * b) == "multiply(broadcast all (x), y)");
    BOOST_TEST(bench.text(bench.spread(a, three) + bench.spread(b, three)) ==
               "add(broadcast all (x), broadcast all (y))");
    // a constant is as many elements as it needs
    const auto ones = bench.spread(bench.constant(1), three);
    BOOST_TEST(bench.text(ones) == "1");
    BOOST_TEST((ones.shape() == three));
    BOOST_TEST((ones * e).id == e.id);
    BOOST_TEST((e * ones).id == e.id);
    BOOST_TEST(bench.text(ones * a) == "multiply(1, x)");  // of three elements, which x has not
    BOOST_TEST(((ones * a).shape() == three));
    BOOST_TEST(bench.text(pg::sum_to(bench.constant(2, three), {})) == "6");
    BOOST_TEST(bench.text(pg::sum_to(e, {})) == "sum all (v)");
    BOOST_TEST(pg::sum_to(e, three).id == e.id);
}

BOOST_AUTO_TEST_CASE(behind_a_singular_function_factors_that_can_be_zero_are_guarded) {
    workbench bench;
    const auto a = bench.input(x);
    auto d = bench.input(y);
    d.guarded = true;
    BOOST_TEST(bench.text(d * a) == "guarded_multiply(y, x)");
    BOOST_TEST(bench.text(a * d) == "guarded_multiply(x, y)");
    BOOST_TEST((a * d).guarded);
    BOOST_TEST(bench.text(d * 2) == "multiply(y, 2)");  // never zero
    BOOST_TEST((d * 1).id == d.id);
    BOOST_TEST(bench.text(-d) == "negate(y)");
    BOOST_TEST(!(a * a).guarded);
    const auto zero_or_one = pg::apply<pg::primitive::select>(a > 0, 1, 0);
    BOOST_TEST(bench.text(d * zero_or_one) == "select(greater(x, 0), y, 0)");
    BOOST_TEST(bench.text(d * pg::apply<pg::primitive::select>(a > 0, 0, 1)) == "select(greater(x, 0), 0, y)");
    BOOST_TEST(bench.text(a * zero_or_one) ==
               "multiply(x, select(greater(x, 0), 1, 0))");  // 0 * infinity is not 0 here
}

BOOST_AUTO_TEST_SUITE_END()
