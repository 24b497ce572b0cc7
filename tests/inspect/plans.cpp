// What explain says: the plans of the measured workloads, pinned for the lanes of AVX-512 on any machine, where they are
// others with fewer lanes, and what it makes of each kind of callable.
#include <workloads/w1.hpp>
#include <workloads/w2.hpp>
#include <workloads/w3.hpp>
#include <workloads/w4.hpp>
#include <workloads/w5.hpp>
#include <workloads/w6.hpp>

#include <pergrad/inspect.hpp>

#include <boost/test/unit_test.hpp>

namespace pg = pergrad;

namespace {

template<class F>
struct derivative_in;
template<class Derivative, std::size_t Numbers, class Policy>
struct derivative_in<pg::gradients_function<Derivative, Numbers, Policy>> {
    using type = Derivative;
};

/// The features and the target of every workload have an entry for each example.
struct bound_types {
    using each = pg::names<"x", "y">;
};
struct bound_with_t {
    using each = pg::names<"x", "t">;
};
struct bound_with_label {
    using each = pg::names<"x", "label">;
};

template<class Workload, class Types, int Lanes>
pg::plan_facts plan_in_lanes(pg::use_of_gradient use) {
    constexpr auto f = pg::vmap(pg::grad(Workload::loss, Workload::wrt));
    using derivative = typename derivative_in<std::remove_const_t<decltype(f)>>::type;
    return pg::facts_of<typename derivative::template program_for<Types, pg::extent::batch>, Lanes>(use);
}

/// All lines but the first and the last, which depend on the call.
std::string lines_of(const pg::plan_facts& facts) {
    const std::string text = pg::explanation{facts, 0, 0, 0, 0}.text();
    const std::size_t first = text.find('\n') + 1, last = text.find("an example: ");
    return "\n" + text.substr(first, last - first);
}

using enum pg::use_of_gradient;

}  // namespace

BOOST_AUTO_TEST_SUITE(plans)

BOOST_AUTO_TEST_CASE(the_plan_of_w1) {
    BOOST_TEST((lines_of(plan_in_lanes<workloads::w1, bound_types, 16>(kept)) == R"(
for each tile of examples
  1  "x" (): stored in lanes
  2  multiply(0, 1) (): computed inside 4
  3  "y" (): stored in lanes
  4  subtract(2, 3) (): computed inside 6
  6  multiply(5, 4) (): computed inside 7
  7  multiply(6, 1) (): stored in lanes
shared by all examples: 0 = "w"; 5 = 2;
results
  w: node 7, turned from lanes and written
)"));
}

BOOST_AUTO_TEST_CASE(the_plan_of_w2) {
    BOOST_TEST((lines_of(plan_in_lanes<workloads::w2, bound_types, 16>(kept)) == R"(
for each tile of examples
  0  "x" (32): read along the rows where they are bound
  2  dot(0, 1) (): stored in lanes; dot products along the rows, reduced together
  3  "y" (): stored in lanes
  4  subtract(2, 3) (): computed inside 6
  6  multiply(5, 4) (): stored in lanes
shared by all examples: 1 = "p"; 5 = 2;
results
  p: node 6 times node 0, 1 x 32, written along its rows
)"));
}

BOOST_AUTO_TEST_CASE(the_plan_of_w3) {
    BOOST_TEST((lines_of(plan_in_lanes<workloads::w3, bound_with_t, 16>(kept)) == R"(
for each tile of examples
  0  "t" (5): stored in lanes
  2  "x" (7): stored in lanes
  3  dot(1, 2) (5): stored in lanes
  5  add(3, 4) (5): computed inside 6
  6  subtract(0, 5) (5): stored in lanes
  8  multiply(7, 6) (5): stored in lanes
shared by all examples: 1 = "w"; 4 = "b"; 7 = -2;
results
  w: node 8 times node 2, 5 x 7, turned from lanes and written
  b: node 7 times node 6, 1 x 5, turned from lanes and written
)"));
}

BOOST_AUTO_TEST_CASE(the_plan_of_w4) {
    BOOST_TEST((lines_of(plan_in_lanes<workloads::w4, bound_types, 16>(kept)) == R"(
for each tile of examples
  0  "y" (): stored in lanes
  1  negate(0) (): stored in lanes
  2  "x" (64): read along the rows where they are bound
  4  dot(2, 3) (): stored in lanes; dot products along the rows, reduced together
  5  multiply(1, 4) (): computed inside 6
  6  sigmoid(5) (): computed inside 7
  7  multiply(6, 1) (): stored in lanes
shared by all examples: 3 = "p";
results
  p: node 7 times node 2, 1 x 64, written along its rows
)"));
}

BOOST_AUTO_TEST_CASE(the_plan_of_w5) {
    BOOST_TEST((lines_of(plan_in_lanes<workloads::w5, bound_types, 16>(kept)) == R"(
for each tile of examples
  3  "x" (16): stored in lanes
  4  dot(2, 3) (32): stored in lanes
  6  add(4, 5) (32): computed inside 7
  7  tanh(6) (32): stored in lanes
  8  dot(1, 7) (32): stored in lanes
  10  add(8, 9) (32): computed inside 11
  11  tanh(10) (32): stored in lanes
  12  dot(0, 11) (1): stored in lanes
  14  "y" (1): stored in lanes
  15  negate(14) (1): computed inside 16
  16  add(12, 13, 15) (1): stored in lanes
  19  multiply(18, 16) (1): stored in lanes
  21  dot(0, 19) (32): stored in lanes
  22  multiply(11, 11) (32): computed inside 23
  23  subtract(17, 22) (32): computed inside 24
  24  multiply(21, 23) (32): stored in lanes
  26  dot(1, 24) (32): stored in lanes
  27  multiply(7, 7) (32): computed inside 28
  28  subtract(17, 27) (32): computed inside 29
  29  multiply(26, 28) (32): stored in lanes
shared by all examples: 0 = "w3"; 1 = "w2"; 2 = "w1"; 5 = "b1"; 9 = "b2"; 13 = "b3"; 17 = 1; 18 = 2;
results
  w1: node 29 times node 3, 32 x 16, written along its rows
  b1: node 29, turned from lanes and written
  w2: node 24 times node 7, 32 x 32, written along its rows
  b2: node 24, turned from lanes and written
  w3: node 19 times node 11, 1 x 32, written along its rows
  b3: node 18 times node 16, 1 x 1, turned from lanes and written
)"));
}

BOOST_AUTO_TEST_CASE(the_plan_of_w6) {
    BOOST_TEST((lines_of(plan_in_lanes<workloads::w6, bound_with_label, 16>(clipped_and_summed)) == R"(
for each tile of examples
  2  "x" (784): read along the rows where they are bound
  3  dot(1, 2) (64): stored in lanes; packed matrix times rows, in registers
  5  add(3, 4) (64): stored in lanes
  6  relu(5) (64): stored in lanes
  7  dot(0, 6) (10): stored in lanes
  9  add(7, 8) (10): stored in lanes
  10  "label" (): stored in lanes
  11  softmax(9) (10): stored in lanes
  12  one_hot(10) (10): stored in lanes
  13  subtract(11, 12) (10): stored in lanes
  15  dot(0, 13) (64): stored in lanes
  17  greater(5, 16) (64): computed inside 18
  18  select(17, 15, 16) (64): stored in lanes
shared by all examples: 0 = "w2"; 1 = "w1"; 4 = "b1"; 8 = "b2"; 16 = 0;
results
  w1: node 18 times node 2, 64 x 784, norm by norm, summed along its rows
  b1: node 18, its norm, summed in lanes
  w2: node 13 times node 6, 10 x 64, norm by norm, summed along its rows
  b2: node 13, its norm, summed in lanes
)"));
}

BOOST_AUTO_TEST_CASE(short_rows_are_long_enough_for_fewer_lanes) {
    const auto in_rows = [](const pg::plan_facts& facts) {
        std::string names;
        for (const pg::result_facts& result : facts.results)
            if (result.along_rows) names += result.name + " ";
        return names;
    };
    BOOST_TEST(in_rows(plan_in_lanes<workloads::w3, bound_with_t, 8>(kept)) == "");
    BOOST_TEST(in_rows(plan_in_lanes<workloads::w3, bound_with_t, 4>(kept)) == "w b ");
    BOOST_TEST(in_rows(plan_in_lanes<workloads::w5, bound_types, 32>(kept)) == "w2 w3 ");
    BOOST_TEST(in_rows(plan_in_lanes<workloads::w5, bound_types, 8>(kept)) == "w1 w2 w3 ");
}

BOOST_AUTO_TEST_CASE(one_after_the_other_nothing_goes_along_rows_or_in_lanes) {
    for (const pg::node_facts& node : plan_in_lanes<workloads::w5, bound_types, 1>(kept).nodes)
        BOOST_TEST((node.place != pg::node_place::lanes && node.product == pg::product_layout::lanes));
}

BOOST_AUTO_TEST_CASE(operations_are_counted_for_what_becomes_of_the_gradient) {
    // (w x - y)^2: the product, the difference, twice it, times x
    BOOST_TEST((plan_in_lanes<workloads::w1, bound_types, 16>(kept).operations) == 4);
    BOOST_TEST((plan_in_lanes<workloads::w1, bound_types, 16>(summed).operations) == 5);
    // a dot product of 32, the difference, twice it, and 32 products, summed or not
    BOOST_TEST((plan_in_lanes<workloads::w2, bound_types, 16>(kept).operations) == 64 + 2 + 32);
    BOOST_TEST((plan_in_lanes<workloads::w2, bound_types, 16>(summed).operations) == 64 + 2 + 32 + 32);
    // |s x| = |s| |x|: the square of s and those of x
    BOOST_TEST((plan_in_lanes<workloads::w2, bound_types, 16>(norm_kept).operations) == 64 + 2 + 2 + 64);
}

BOOST_AUTO_TEST_CASE(a_call_is_explained_with_its_bytes_and_its_limit) {
    using workloads::w2;
    constexpr auto gradients = pg::vmap(pg::grad(w2::loss, w2::wrt));
    const auto batch = w2::make<float>(21);
    const pg::explanation each = batch.run(pg::explain(gradients));
    BOOST_TEST(each.examples == 21u);
    BOOST_TEST(each.facts.parameters == 32);
    BOOST_TEST(each.bytes_read == (32 + 1) * 4);
    BOOST_TEST(each.bytes_written == 32 * 4);
    BOOST_TEST(each.workspace > 0u);
    BOOST_TEST(each.limit({.bytes_per_ns = 26, .operations_per_ns = 1e3}) == 10);
    BOOST_TEST(each.limit({.bytes_per_ns = 1e3, .operations_per_ns = 49}) == 2);
    const std::string text = each.text({.bytes_per_ns = 26, .operations_per_ns = 1e3});
    BOOST_TEST(text.starts_with("32 derivatives, each one kept; 21 examples, "));
    BOOST_TEST(text.find("an example: 132 bytes read, 128 written, 98 operations; workspace ") != text.npos);
    BOOST_TEST(text.ends_with("\nlimit: 10 ns an example, of moving the bytes\n"));
    std::ostringstream out;
    out << each;
    BOOST_TEST(out.str() == each.text());

    const auto in_double = w2::make<double>(3).run(pg::explain(gradients));
    BOOST_TEST(in_double.bytes_written == 32 * 8);
    BOOST_TEST(in_double.facts.lanes <= each.facts.lanes);
}

BOOST_AUTO_TEST_CASE(so_is_what_becomes_of_gradients) {
    using workloads::w2;
    constexpr auto gradients = pg::vmap(pg::grad(w2::loss, w2::wrt));
    const auto batch = w2::make<float>(21);
    const auto first_line = [&](auto f) {
        const std::string text = batch.run(pg::explain(f)).text();
        return text.substr(0, text.find(';'));
    };
    BOOST_TEST(first_line(gradients | pg::sum()) == "32 derivatives, summed over the examples");
    BOOST_TEST(first_line(gradients | pg::mean()) == "32 derivatives, summed over the examples");
    BOOST_TEST(first_line(gradients | pg::clip_norm(1) | pg::sum()) ==
               "32 derivatives, clipped and summed over the examples");
    BOOST_TEST(first_line(gradients | pg::norms()) == "32 derivatives, its norm kept");
    BOOST_TEST(first_line(pg::vmap(pg::grad(w2::loss, w2::wrt, pg::dual))) == "32 derivatives, each one kept");
    BOOST_TEST(batch.run(pg::explain(gradients | pg::sum())).bytes_written == 0);
    BOOST_TEST(batch.run(pg::explain(gradients | pg::norms())).bytes_written == 4);
    BOOST_TEST(batch.run(pg::explain(pg::vmap(pg::grad(w2::loss, w2::wrt), pg::looped))).facts.lanes == 1);

    const auto objective = batch.run(pg::explain(pg::grad(pg::sum(pg::vmap(w2::loss)), w2::wrt)));
    BOOST_TEST(objective.bytes_written == 0);
    BOOST_TEST(objective.facts.results.size() == 1u);
    BOOST_TEST(objective.facts.results[0].name == "sum over the examples");
}

BOOST_AUTO_TEST_CASE(it_checks_its_arguments_as_the_call_does) {
    constexpr auto x = pg::scalar<"x">;
    constexpr auto w = pg::scalar<"w">;
    const auto f = pg::explain(pg::vmap(pg::grad(w * x, pg::wrt(w, x))));
    const std::vector<float> two(2), three(3);
    BOOST_TEST(f(w = pg::each(two), x = pg::each(two)).examples == 2u);
    BOOST_CHECK_THROW(f(w = pg::each(three), x = pg::each(two)), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
