// The derivative of a loss is a graph too: which one, node by node. Products of matrices have products as adjoints,
// none of them transposed in memory; what is added is added once; the two routes to a total compute it differently.
#include <boost/test/unit_test.hpp>

#include "text.hpp"

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;
using graphs::derivatives;

namespace {

constexpr auto a = pg::scalar<"a">;
constexpr auto b = pg::scalar<"b">;
constexpr auto W = pg::matrix<"W", 5, 7>;
constexpr auto M = pg::matrix<"M", 7, 3>;
constexpr auto S = pg::matrix<"S", 5, 5>;
constexpr auto x = pg::vector<"x", 7>;
constexpr auto y = pg::vector<"y", 7>;
constexpr auto t = pg::vector<"t", 5>;

using texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(adjoints)

BOOST_AUTO_TEST_CASE(a_product_by_its_matrix_is_an_outer_product_and_by_its_vector_a_product_by_the_transpose) {
    BOOST_TEST(derivatives(pg::dot(t, pg::dot(W, x)), {}, t, W, x) ==
                   texts({"dot 5x7 by 7x1 (W, x)", "dot 5x1 by 1x7 (t, x)", "dot 7x5' by 5x1 (W, t)"}),
               tt::per_element());
    BOOST_TEST(derivatives(pg::dot(pg::dot(t, W), x), {}, t, W, x) ==
                   texts({"dot 1x7 by 7x5' (x, W)", "dot 5x1 by 1x7 (t, x)", "dot 1x5 by 5x7 (t, W)"}),
               tt::per_element());
    // of a scalar and a vector there are only products element by element
    BOOST_TEST(derivatives(a * pg::dot(y, x), {}, a, y, x) ==
                   texts({"dot 1x7 by 7x1 (y, x)", "multiply(a, x)", "multiply(y, a)"}),
               tt::per_element());
}

BOOST_AUTO_TEST_CASE(the_adjoint_of_a_transpose_is_folded_into_the_product_that_it_transposes) {
    BOOST_TEST(derivatives(pg::dot(pg::dot(x, pg::transpose(W)), t), {}, W) == texts({"dot 5x1 by 1x7 (t, x)"}),
               tt::per_element());
    BOOST_TEST(derivatives(pg::sum(S * pg::dot(W, pg::transpose(W))), {}, W) ==
                   texts({"add(dot 5x5 by 5x7' (S, transpose(W)), dot 5x5' by 5x7 (S, W))"}),
               tt::per_element());
}

BOOST_AUTO_TEST_CASE(a_product_of_matrices_reads_each_of_them_where_it_is_for_its_adjoints) {
    const std::string above = "multiply(2, dot 5x7 by 7x3 (W, M))";
    BOOST_TEST(derivatives(pg::sum(pg::square(pg::dot(W, M))), {}, W, M) ==
                   texts({"dot 5x3 by 3x7' (" + above + ", M)", "dot 7x5' by 5x3 (W, " + above + ")"}),
               tt::per_element());
    BOOST_TEST(derivatives(pg::sum(W * pg::outer(t, x)), {}, W, t, x) ==
                   texts({"dot 5x1 by 1x7 (t, x)", "dot 5x7 by 7x1 (W, x)", "dot 1x5 by 5x7 (t, W)"}),
               tt::per_element());
}

BOOST_AUTO_TEST_CASE(all_that_reaches_a_node_is_one_sum_and_a_single_contribution_is_none) {
    const texts found = derivatives(a * a * a * b + a, {}, a, b);
    BOOST_TEST(found[0] ==
               "add(1, multiply(b, multiply(a, a)), multiply(multiply(b, a), a), multiply(multiply(b, a), a))");
    BOOST_TEST(found[1] == "multiply(multiply(a, a), a)");
}

BOOST_AUTO_TEST_CASE(a_scalar_among_arrays_gets_the_sum_of_what_the_elements_hand_on) {
    BOOST_TEST(derivatives(pg::sum(x * a - b / x), {}, a, b) ==
                   texts({"sum all (x)", "sum all (negate(divide(1, x)))"}),
               tt::per_element());
}

BOOST_AUTO_TEST_CASE(single_elements_are_put_together_once_and_only_then_added_to_whole_arrays) {
    const texts found = derivatives(x[3_c] * x[2_c] + a * x[0_c], {}, a, x);
    BOOST_TEST(found[0] == "element 0 (x)");
    BOOST_TEST(found[1] == "assemble 0 2 3 (a, element 3 (x), element 2 (x))");
    BOOST_TEST(derivatives(x[1_c] * x[1_c], {}, x)[0] == "assemble 1 (add(element 1 (x), element 1 (x)))");
    BOOST_TEST(derivatives(W(4_c, 6_c) * a, {}, W)[0] == "assemble 34 (a)");
    BOOST_TEST(derivatives(pg::sum(x * x) + a * x[0_c], {}, x)[0] == "add(assemble 0 (a), x, x)");
}

BOOST_AUTO_TEST_CASE(zero_annihilates_behind_a_singular_function_and_nowhere_else) {
    const texts found = derivatives(pg::exp(a * b) * b + pg::tanh(pg::sqrt(a)), {}, a, b);
    const std::string slope = "subtract(1, multiply(tanh(sqrt(a)), tanh(sqrt(a))))";
    BOOST_TEST(found[0] == "add(guarded_multiply(" + slope + ", divide(1, multiply(2, sqrt(a)))), " +
                               "multiply(multiply(b, exp(multiply(a, b))), b))");
    BOOST_TEST(found[1].find("guarded") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_adjoint_is_selected_where_the_loss_is_and_not_multiplied_by_zero) {
    const texts found = derivatives(pg::select(a > b, 3_c * a, pg::sqrt(b)), {}, a, b);
    BOOST_TEST(found[0] == "select(greater(a, b), 3, 0)");
    BOOST_TEST(found[1] == "select(greater(a, b), 0, divide(1, multiply(2, sqrt(b))))");
}

BOOST_AUTO_TEST_CASE(where_no_derivative_flows_there_is_none_and_not_a_computed_zero) {
    BOOST_TEST(derivatives(pg::stop_gradient(a) * b, {}, a, b) == texts({"none", "stop_gradient(a)"}),
               tt::per_element());
    BOOST_TEST(derivatives(pg::select(a > 0_c, b, 2_c * b), {}, a)[0] == "none");
    BOOST_TEST(derivatives(pg::exp(b), {}, a, t, b) == texts({"none", "none", "exp(b)"}), tt::per_element());
    BOOST_TEST(derivatives(b * b - pg::stop_gradient(b * a), {}, a)[0] == "none");
    // by what is asked for alone: nothing is computed for the others
    BOOST_TEST(derivatives(a + pg::exp(b), {}, a)[0] == "1");
}

BOOST_AUTO_TEST_CASE(a_stored_number_is_a_slot_in_the_derivative_too) {
    BOOST_TEST(derivatives(2.0 * a + 2.0 * b + 1.0 * a, {}, a, b) ==
                   texts({"add(stored_number 2, stored_number 0)", "stored_number 1"}),
               tt::per_element());
    BOOST_TEST(derivatives(1.0 * (0.0 * a), {}, a)[0] == "multiply(stored_number 0, stored_number 1)");
}

BOOST_AUTO_TEST_CASE(the_two_routes_to_a_total_compute_it_by_graphs_that_share_little) {
    // what every example has in common, exp(a), is multiplied into each of them, or once into the sum
    constexpr auto loss = pg::exp(a) * b;
    BOOST_TEST(derivatives(loss, {"b"}, a)[0] == "multiply((b), exp(a))");
    BOOST_TEST(derivatives(pg::sum(pg::vmap(loss)), {"b"}, a)[0] == "multiply(total((b)), exp(a))");
    BOOST_TEST(derivatives(a * a * b, {"b"}, a)[0] == "add(multiply((b), a), multiply((b), a))");
    BOOST_TEST(derivatives(pg::sum(pg::vmap(a * a * b)), {"b"}, a)[0] ==
               "add(multiply(total((b)), a), multiply(total((b)), a))");
    // where nothing is in common, the sum comes last
    BOOST_TEST(derivatives(pg::sum(pg::vmap(pg::square(a * b))), {"b"}, a)[0] ==
               "total(multiply(multiply(2, multiply(a, (b))), (b)))");
    // what no example has a part in is counted: as often as there are examples, or once
    BOOST_TEST(derivatives(pg::sum(pg::vmap(pg::exp(a) + b)) + a * a, {"b"}, a)[0] ==
               "add(a, a, multiply(total(1), exp(a)))");

    // at a = 0 each example's gradient is its b
    const std::vector<double> B = {2, 8};
    const auto each = pg::vmap(pg::grad(loss, pg::wrt(a)))(a = 0.0, b = pg::each(B));
    const auto sum_of_gradients = (pg::vmap(pg::grad(loss, pg::wrt(a))) | pg::sum())(a = 0.0, b = pg::each(B));
    const auto gradient_of_sum = pg::grad(pg::sum(pg::vmap(loss)), pg::wrt(a))(a = 0.0, b = pg::each(B));
    BOOST_TEST(each[a] == B, tt::per_element());
    BOOST_TEST(sum_of_gradients[a] == 10);
    BOOST_TEST(gradient_of_sum[a] == 10);
}

BOOST_AUTO_TEST_SUITE_END()
