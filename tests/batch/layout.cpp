// The rules of the plan, as plain functions: where a product is computed, what is read and written along rows, when nodes
// are computed and where they are kept, how results are factored.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <vector>

namespace pg = pergrad;
using namespace pg::literals;

namespace {

constexpr auto x = pg::vector<"x", 40>;
constexpr auto u = pg::vector<"u", 3>;
constexpr auto s = pg::scalar<"s">;
constexpr auto p = pg::vector<"p", 40>;
constexpr auto a = pg::scalar<"a">;
constexpr auto w = pg::matrix<"w", 70, 40>;

/// The program of each example's gradient of E, x and s having an entry for each example.
template<auto loss, class... Wrt>
using program_of = pg::program<typename pg::pure<std::remove_const_t<decltype(loss)>>::type, pg::variables<Wrt...>,
                               pg::names<"x", "u", "s">, pg::reverse_mode, false, pg::extent::batch>;
using by_p = std::remove_const_t<decltype(p)>;
using by_a = std::remove_const_t<decltype(a)>;
using by_w = std::remove_const_t<decltype(w)>;

template<class Program>
int node_named(std::string_view name) {
    for (int n = 0; n < Program::g.size; ++n)
        if (Program::g.nodes[n].op->name == name) return n;
    return -1;
}

constexpr pg::product_layout cheapest(int rows, int inner, int lanes, int inner_stride = 1) {
    const int row_stride = inner_stride == 1 ? inner : 1;
    return pg::detail::cheapest_layout({0, 1, rows, inner, row_stride, inner_stride}, lanes);
}

using enum pg::product_layout;

}  // namespace

BOOST_AUTO_TEST_SUITE(layouts)

BOOST_AUTO_TEST_CASE(a_few_dot_products_of_long_rows_go_along_them) {
    for (const int inner : {16, 32, 64, 784, 10'000}) BOOST_TEST((cheapest(1, inner, 16) == row_dots), inner);
    for (const int inner : {8, 32, 64}) BOOST_TEST((cheapest(1, inner, 8) == row_dots), inner);
    // a row that doesn't fill a register, or that lies across the memory, can't
    for (const int inner : {2, 7, 15}) BOOST_TEST((cheapest(1, inner, 16) != row_dots), inner);
    BOOST_TEST((cheapest(1, 64, 16, 70) != row_dots));
}

BOOST_AUTO_TEST_CASE(many_rows_of_long_vectors_are_a_packed_product) {
    for (const int lanes : {4, 8, 16}) {
        BOOST_TEST((cheapest(64, 784, lanes) == rows), lanes);
        BOOST_TEST((cheapest(64, 784, lanes, 64) == rows), lanes);
    }
}

BOOST_AUTO_TEST_CASE(small_layers_stay_in_lanes) {
    for (const int lanes : {4, 8, 16}) {
        BOOST_TEST((cheapest(5, 7, lanes) == pg::product_layout::lanes), lanes);
        BOOST_TEST((cheapest(32, 16, lanes) == pg::product_layout::lanes), lanes);
    }
}

BOOST_AUTO_TEST_CASE(in_scalars_there_is_nothing_to_choose) {
    using program = program_of<pg::square(pg::dot(x, p) - s), by_p>;
    for (int n = 0; n < program::g.size; ++n) {
        BOOST_TEST((pg::layout_of_product<program, 1>(n) == pg::product_layout::lanes));
        BOOST_TEST((!pg::read_as_rows<program, 1>(n)));
    }
    for (int k = 0; k < program::p.results.count; ++k) BOOST_TEST((!pg::along_rows<program, 1>(k)));
}

BOOST_AUTO_TEST_CASE(an_input_is_read_along_rows_if_all_that_reads_it_does) {
    using one_product = program_of<pg::square(pg::dot(x, p) - s), by_p>;
    const int input = pg::detail::input_node(one_product::g, "x");
    BOOST_TEST((pg::read_as_rows<one_product, 16>(input)));
    BOOST_TEST((pg::needs_rows<one_product, 16>(static_cast<int>(one_product::g.attribute(input, 0)))));
    BOOST_TEST((pg::layout_of_product<one_product, 16>(node_named<one_product>("dot")) == row_dots));
    // s has no rows
    BOOST_TEST((!pg::read_as_rows<one_product, 16>(pg::detail::input_node(one_product::g, "s"))));

    using used_elementwise_too = program_of<pg::dot(x, p) * pg::dot(pg::tanh(x), p), by_p>;
    BOOST_TEST((!pg::read_as_rows<used_elementwise_too, 16>(pg::detail::input_node(used_elementwise_too::g, "x"))));
    BOOST_TEST((pg::layout_of_product<used_elementwise_too, 16>(node_named<used_elementwise_too>("dot")) ==
                pg::product_layout::lanes));
}

BOOST_AUTO_TEST_CASE(outer_products_are_factored_and_long_ones_written_along_rows) {
    using program = program_of<pg::sum(pg::square(pg::dot(w, x))), by_w>;
    BOOST_TEST_REQUIRE(program::p.results.count == 1);
    const pg::segment& of = program::p.results.of[0];
    BOOST_TEST(of.factored());
    BOOST_TEST(of.rows == 70);
    BOOST_TEST(of.columns == 40);
    BOOST_TEST(of.right == pg::detail::input_node(program::g, "x"));
    BOOST_TEST((pg::along_rows<program, 16>(0)));
    BOOST_TEST((pg::along_rows<program, 8>(0)));
    BOOST_TEST((!pg::along_rows<program, 64>(0)));  // a register would not be filled

    // a number times a vector is a row; anything else is what it is
    using row = program_of<pg::tanh(pg::dot(x, p)), by_p>;
    BOOST_TEST(row::p.results.of[0].factored());
    BOOST_TEST(row::p.results.of[0].rows == 1);
    using other = program_of<pg::sum(pg::exp(p * x)), by_p>;
    BOOST_TEST(!other::p.results.of[0].factored());
    BOOST_TEST(other::p.results.of[0].rows == 40);
}

BOOST_AUTO_TEST_CASE(what_all_examples_share_is_computed_once_before_them) {
    using program = program_of<pg::exp(a) * s, by_a>;
    BOOST_TEST((program::p.when[node_named<program>("exp")] == pg::phase::before));
    BOOST_TEST((program::p.when[node_named<program>("multiply")] == pg::phase::tile));
    // what the gradient doesn't need is not computed
    using unused = program_of<pg::exp(a) + pg::tanh(s), by_a>;
    const int needless = node_named<unused>("tanh");
    BOOST_TEST((needless < 0 || !unused::p.needed[needless]));
}

BOOST_AUTO_TEST_CASE(a_node_with_one_reader_of_its_shape_is_computed_inside_it) {
    using program = program_of<pg::sum(pg::square(pg::exp(u * a))), by_a>;
    const auto stored = [](std::string_view name) { return program::p.stored[node_named<program>(name)]; };
    BOOST_TEST(stored("exp"));  // its derivative reads it again
    using chain = program_of<a * pg::sum(pg::tanh(pg::exp(u))), by_a>;
    BOOST_TEST(!chain::p.stored[node_named<chain>("exp")]);
    BOOST_TEST(!chain::p.stored[node_named<chain>("tanh")]);  // a sum reads each element once
    BOOST_TEST(chain::p.stored[node_named<chain>("sum")]);
}

BOOST_AUTO_TEST_SUITE_END()
