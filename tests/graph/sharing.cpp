// What is equal is one node, however often and wherever it is written: in a loss of 64 levels, in two losses of one
// graph, in a derivative and its loss. What is shared costs once, also in the adjoint.
#include <boost/test/unit_test.hpp>

#include <array>

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

/// x, squared Depth times.
template<int Depth>
constexpr auto power = pg::let([] { return power<Depth - 1> * power<Depth - 1>; });
template<>
constexpr auto power<0> = x;

/// The records of x op x op ..., each level with the one below it as both operands, as data that no type stands behind.
class tower {
public:
    tower(const pg::operation& op, int depth) : records(static_cast<std::size_t>(depth) + 1), operands(records.size()) {
        records[0] = pg::describe<std::remove_const_t<decltype(x)>>();
        for (std::size_t k = 1; k < records.size(); ++k) {
            operands[k] = {&records[k - 1], &records[k - 1]};
            records[k] = pg::detail::finish({&op, {}, pg::kind::real, 0, 0, operands[k].data(), 2, nullptr, 0, {}});
        }
    }
    tower(const tower&) = delete;
    const pg::description& top() const { return records.back(); }

private:
    std::vector<pg::description> records;
    std::vector<std::array<const pg::description*, 2>> operands;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(sharing)

BOOST_AUTO_TEST_CASE(sixty_four_squarings_are_sixty_five_nodes) {
    const written of(power<64>);
    BOOST_TEST(of.g->size == 65);
    BOOST_TEST(of.loss == 64);
    for (int n = 1; n <= 64; ++n) {
        BOOST_TEST(of.g->operand(n, 0) == n - 1);
        BOOST_TEST(of.g->operand(n, 1) == n - 1);
    }
}

BOOST_AUTO_TEST_CASE(the_derivative_of_sixty_four_squarings_grows_with_the_levels_and_not_with_the_tree) {
    const auto size = [](const written& of) {
        const int wrt = pg::detail::input_node(*of.g, "x");
        int derivative = -1;
        pg::add_derivatives(*of.g, pg::rules_of<pg::primitives_of<std::remove_const_t<decltype(power<64>)>>>, of.loss,
                            &wrt, 1, &derivative);
        BOOST_TEST(derivative > of.loss);
        return of.g->size;
    };
    // a level adds itself, its adjoint times the one below, and the sum of that with itself
    BOOST_TEST(size(written(power<64>)) - size(written(power<63>)) == 3);
    BOOST_TEST(size(written(power<64>)) <= 3 * 65);
}

BOOST_AUTO_TEST_CASE(lowering_is_a_loop_that_needs_no_type_and_no_stack_for_2000_levels) {
    const auto g = std::make_unique<pg::graph>();
    const tower high(pg::operation_of<pg::primitive::subtract>, 2000);
    BOOST_TEST(pg::lower(*g, high.top(), {}) == 2000);
    BOOST_TEST(g->size == 2001);
    BOOST_TEST(g->operand_size == 2 * 2000);
    // nothing new in it the second time, and another operation of the same operands is another node
    BOOST_TEST(pg::lower(*g, high.top(), {}) == 2000);
    BOOST_TEST(g->size == 2001);
    const tower other(pg::operation_of<pg::primitive::divide>, 1);
    BOOST_TEST(text(*g, pg::lower(*g, other.top(), {})) == "divide(x, x)");
    BOOST_TEST(g->size == 2002);
}

BOOST_AUTO_TEST_CASE(two_losses_in_one_graph_share_what_they_have_in_common) {
    const auto g = std::make_unique<pg::graph>();
    const auto add = [&](auto loss) { return pg::lower(*g, pg::describe<decltype(loss)>(), {}); };
    const int product = add(x * y);
    const int exponential = add(pg::exp(x * y));
    BOOST_TEST(g->size == 4);
    BOOST_TEST(g->operand(exponential, 0) == product);
    BOOST_TEST(add(x * y) == product);
    BOOST_TEST(add(y * x) != product);  // operands keep their order
    BOOST_TEST(g->input_size == 2);
}

BOOST_AUTO_TEST_CASE(nodes_are_equal_if_operation_operands_attributes_and_shape_are) {
    const auto size = [](auto loss) { return written(loss).g->size; };
    BOOST_TEST(size(v[0_c] + v[0_c]) == 3);
    BOOST_TEST(size(v[0_c] + v[1_c]) == 4);
    BOOST_TEST(size(pg::sum(pg::exp(v)) * pg::sum(pg::exp(v))) == 4);
    BOOST_TEST(size(pg::exp(x) * pg::expm1(x)) == 4);
    BOOST_TEST(size(pg::sum(pg::broadcast<0, 2>(x)) * pg::sum(pg::broadcast<0, 3>(x))) == 6);
    // two variables of one name are one input only if they have one shape (otherwise a call refuses them)
    BOOST_TEST(size(pg::sum(v) * pg::sum(pg::vector<"v", 3>)) == 3);
    BOOST_TEST(written(pg::sum(v) * pg::sum(pg::vector<"v", 4>)).g->input_size == 2);
}

BOOST_AUTO_TEST_CASE(a_graph_of_thousands_of_nodes_finds_each_of_them_again) {
    const auto g = std::make_unique<pg::graph>();
    constexpr int count = 10'000;
    std::vector<int> nodes;
    for (int k = 0; k < count; ++k) nodes.push_back(pg::add_constant(*g, k));
    BOOST_TEST(g->size == count);
    int found = 0;
    for (int k = 0; k < count; ++k) found += pg::add_constant(*g, k) == nodes[static_cast<std::size_t>(k)];
    BOOST_TEST(found == count);
    BOOST_TEST(g->size == count);
    BOOST_TEST(pg::add_constant(*g, 0, pg::shape<2>::value) == count);  // another shape, another node
    BOOST_TEST(pg::add_constant(*g, -0.0) == count + 1);
}

BOOST_AUTO_TEST_CASE(a_product_of_equal_factors_takes_back_what_it_gave_before_it_grows) {
    // y = t e^t + (t - t e^t) with t = 100 x is t: the adjoints of the two products, which are one, cancel first.
    constexpr auto t = pg::let([] { return 100_c * x; });
    constexpr auto loss = t * pg::exp(t) + (t - t * pg::exp(t));
    BOOST_TEST(written(loss).g->size == 7);
    const auto g = pg::value_and_grad(loss, pg::wrt(x))(x = 0.5);
    BOOST_TEST(g[x] == 100);
}

BOOST_AUTO_TEST_SUITE_END()
