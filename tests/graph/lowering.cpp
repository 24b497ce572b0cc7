// What becomes of an expression in the graph: equal parts are one node, sums are flat, numbers that the expression stores
// stay apart.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include "graphs.hpp"

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto v = pg::vector<"v", 3>;

/// x squared `times` times.
template<int times>
constexpr auto squared(auto e) {
    if constexpr (times == 0) return e;
    else return squared<times - 1>(e * e);
}

constexpr auto level_1 = pg::let([] { return x * x + x; });
constexpr auto level_2 = pg::let([] { return level_1 * level_1; });

}  // namespace

BOOST_AUTO_TEST_SUITE(lowering)

BOOST_AUTO_TEST_CASE(what_is_used_twice_at_each_of_16_levels_is_17_nodes_and_not_131071) {
    const auto& g = graphs::of(squared<16>(x));
    BOOST_TEST(g.size == 17);
    BOOST_TEST(graphs::count<pg::primitive::multiply>(g) == 16);
}

BOOST_AUTO_TEST_CASE(equal_parts_are_one_node_wherever_they_were_written) {
    const auto& g = graphs::of(pg::exp(x * y) + pg::tanh(x * y) + pg::exp(x * y));
    BOOST_TEST(graphs::count<pg::primitive::multiply>(g) == 1);
    BOOST_TEST(graphs::count<pg::primitive::exp>(g) == 1);
    BOOST_TEST(g.size == 6);   // x, y, x y, exp, tanh, sum
    // the order of operands is kept: it may matter to a NaN's bits and to whoever reads the plan
    BOOST_TEST(graphs::count<pg::primitive::multiply>(graphs::of(x * y - y * x)) == 2);
}

BOOST_AUTO_TEST_CASE(equal_constants_are_one_node_and_the_two_zeros_are_two) {
    BOOST_TEST(graphs::count<pg::primitive::constant_value>(graphs::of(2_c * x + 2.0_c * y + 0x2_c)) == 1);
    BOOST_TEST(graphs::count<pg::primitive::constant_value>(graphs::of(x * 0_c + y * -0_c)) == 2);
}

BOOST_AUTO_TEST_CASE(a_sum_from_left_to_right_is_one_node_and_another_order_is_kept) {
    const auto& flat = graphs::of(x + y - pg::exp(x) + 3_c);
    BOOST_TEST(graphs::count<pg::primitive::add>(flat) == 1);
    BOOST_TEST(flat.nodes[flat.size - 1].operand_count == 4);
    BOOST_TEST(graphs::count<pg::primitive::add>(graphs::of(x + (y + 3_c))) == 2);
    // where the shape changes on the way, there are two sums
    BOOST_TEST(graphs::count<pg::primitive::add>(graphs::of(x + y + v)) == 2);
}

BOOST_AUTO_TEST_CASE(stored_numbers_are_slots_of_their_own_though_their_types_and_values_are_equal) {
    const auto& g = graphs::of(2.0 * x + 2.0 * x + 3.0 * y);
    BOOST_TEST(graphs::count<pg::primitive::stored_number>(g) == 3);
    BOOST_TEST(graphs::count<pg::primitive::multiply>(g) == 3);
    const auto loss = 2.0 * x + 5.0 * x + 3.0 * y;
    const auto found = pg::value_and_grad(loss, pg::wrt(x, y))(x = 1.0, y = 10.0);
    BOOST_TEST(found.value() == 37);
    BOOST_TEST(found[x] == 7);
    BOOST_TEST(found[y] == 3);
}

BOOST_AUTO_TEST_CASE(a_part_with_a_name_is_what_it_names) {
    BOOST_TEST(graphs::of(level_2).size == graphs::of((x * x + x) * (x * x + x)).size);
    BOOST_TEST(graphs::of(level_2 + level_2).size == graphs::of(level_2).size + 1);
}

BOOST_AUTO_TEST_CASE(inputs_are_numbered_as_they_are_met_and_know_what_was_bound_to_each_example) {
    const auto& g = pg::detail::lowered<std::remove_const_t<decltype(y * pg::sum(v) + x)>, pg::names<"v">>.g;
    BOOST_TEST_REQUIRE(g.input_size == 3);
    BOOST_TEST(g.inputs[0].name == "y");
    BOOST_TEST(g.inputs[1].name == "v");
    BOOST_TEST(g.inputs[2].name == "x");
    for (int n = 0; n < g.size; ++n) {
        const bool from_v = graphs::depends_on(g, n, "v");
        BOOST_TEST(g.nodes[n].per_example == from_v);
    }
}

BOOST_AUTO_TEST_SUITE_END()
