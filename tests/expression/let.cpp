// `let` names a part of a loss: wherever it is written, inside functions and generic code too, with the captures that
// both compilers take there, and however often it is used, it is one part.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto w = pg::matrix<"w", 2, 3>;
constexpr auto v = pg::vector<"v", 3>;

// Nothing has to be captured of variables at namespace scope.
constexpr auto product = pg::let([] { return x * y; });
constexpr auto hidden = pg::let([] { return pg::tanh(pg::dot(w, v)); });
/// A name for what has a name already, and for a mere variable.
constexpr auto again = pg::let([] { return product; });
constexpr auto same_as_x = pg::let([] { return x; });

/// h <- h h / 2 + h / 2, Depth times: a tree with 3^Depth leaves.
template<int Depth>
constexpr auto level = pg::let([] { return 0.5_c * (level<Depth - 1> * level<Depth - 1>)+0.5_c * level<Depth - 1>; });
template<>
constexpr auto level<0> = x;

/// The record that lowering reads.
template<class E>
const pg::description* record_of(E) {
    return &pg::describe<E>();
}

/// The number of nodes of a loss.
int nodes_of(auto loss) {
    const auto g = std::make_unique<pg::graph>();
    pg::lower(*g, *record_of(loss), {});
    return g->size;
}

template<class E>
constexpr std::string_view name_of(E) {
    return __PRETTY_FUNCTION__;
}

// Generic code that names what it was given, by parameters that are no constants.
template<class E>
constexpr auto softsign(E e) {
    const auto u = pg::let([=] { return e * e; });
    return e / (1_c + pg::sqrt(u) + 0_c * u);
}
constexpr auto gated = [](auto e, auto gate) {
    auto opened = pg::let([=] { return pg::sigmoid(gate) * e; });
    return opened * opened;
};
template<class T>
struct model {
    static constexpr auto parameter = pg::scalar<"x">;
    template<class E>
    auto error(E target) const {
        return pg::square(pg::let([=] { return parameter * parameter - target; }));
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(let)

BOOST_AUTO_TEST_CASE(a_named_part_has_the_shape_and_kind_of_what_it_names) {
    using named = std::remove_const_t<decltype(hidden)>;
    static_assert(pg::is_expression<named> && std::is_same_v<named::shape, pg::shape<2>> &&
                  named::result == pg::kind::real);
    constexpr auto condition = pg::let([] { return x > y; });
    static_assert(std::remove_const_t<decltype(condition)>::result == pg::kind::condition);
    const auto g = pg::value_and_grad(pg::select(condition && !(condition && x < 0_c), product, y),
                                      pg::wrt(x, y))(x = 3.0, y = 2.0);
    BOOST_TEST(g.value() == 6);
    BOOST_TEST(g[x] == 2);
    BOOST_TEST(g[y] == 3);
}

BOOST_AUTO_TEST_CASE(a_named_part_that_is_used_many_times_is_one_node) {
    BOOST_TEST(nodes_of(product) == 3);
    BOOST_TEST(nodes_of(pg::exp(product) + pg::log(product) * product - product / product) ==
               9);  // and exp, log, *, /, -, +
    // it is the very record of the part that it names, written out or named twice
    BOOST_TEST(record_of(product) == record_of(x * y));
    BOOST_TEST(record_of(again) == record_of(product));
    BOOST_TEST(record_of(same_as_x) == record_of(x));
    BOOST_TEST(nodes_of(product * again + x * y) == 5);
}

BOOST_AUTO_TEST_CASE(thirty_levels_that_use_the_one_below_three_times_are_four_nodes_each) {
    BOOST_TEST(nodes_of(level<1>) == 2 + 4);  // x, 1/2, and of the level: h h, each half, the sum
    BOOST_TEST(nodes_of(level<30>) == 2 + 4 * 30);
    // at x = 1 each level stays 1, with slope 3/2
    const auto g = pg::value_and_grad(level<8>, pg::wrt(x))(x = 1.0);
    BOOST_TEST(g.value() == 1);
    BOOST_TEST(g[x] == 25.62890625);  // (3/2)^8, exact
}

BOOST_AUTO_TEST_CASE(the_type_of_a_named_part_does_not_spell_out_what_it_names) {
    constexpr auto written_out = pg::tanh(pg::dot(w, v)) * pg::tanh(pg::dot(w, v));
    BOOST_TEST(name_of(hidden * hidden).find("tanh") == std::string_view::npos);
    BOOST_TEST(name_of(written_out).find("tanh") != std::string_view::npos);
    BOOST_TEST(name_of(level<30>).size() < 2 * name_of(level<1>).size());
}

BOOST_AUTO_TEST_CASE(inside_a_function_the_variables_are_captured) {
    constexpr auto p = pg::scalar<"p">;
    constexpr auto part = pg::let([=] { return p * x; });
    const auto and_again = pg::let([=] { return part + p; });
    const auto by_reference = pg::let([&] { return part + p; });
    const auto g = pg::value_and_grad(and_again * by_reference, pg::wrt(p, x))(p = 2.0, x = 3.0);
    BOOST_TEST(g.value() == 64);  // (p x + p)^2
    BOOST_TEST(g[p] == 2 * 8 * (3 + 1));
    BOOST_TEST(g[x] == 2 * 8 * 2);
    BOOST_TEST(nodes_of(and_again * by_reference) == 5);
}

BOOST_AUTO_TEST_CASE(inside_a_function_static_variables_need_no_capture) {
    static constexpr auto p = pg::scalar<"p">;
    static constexpr auto part = pg::let([] { return p * p; });
    BOOST_TEST(pg::grad(part * part, pg::wrt(p))(p = 2.0)[p] == 32);
}

BOOST_AUTO_TEST_CASE(generic_functions_name_parts_made_of_their_parameters) {
    // each instance names a part of its own
    const auto once = softsign(x);
    const auto twice = softsign(softsign(x));
    BOOST_TEST(double(pg::grad(once, pg::wrt(x))(x = 3.0)[x]) == 1.0 / 16);  // 1/(1 + x)^2
    const auto g = pg::value_and_grad(twice, pg::wrt(x))(x = 3.0);
    BOOST_TEST(g.value() == 3.0 / 7, tt::tolerance(4e-16));  // x/(1 + 2 x)
    BOOST_TEST(double(g[x]) == 1.0 / 49, tt::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(generic_lambdas_do_so_too) {
    const auto g = pg::value_and_grad(gated(x, y) + gated(y, x), pg::wrt(x, y))(x = 0.0, y = 0.0);
    BOOST_TEST(g.value() == 0);
    const auto at = pg::value_and_grad(gated(x, y), pg::wrt(x, y))(x = 3.0, y = 0.0);
    BOOST_TEST(at.value() == 2.25);
    BOOST_TEST(at[x] == 1.5);
    BOOST_TEST(at[y] == 2 * 1.5 * 3 * 0.25);
    static_assert(!std::is_same_v<decltype(gated(x, y)), decltype(gated(y, x))>);
    static_assert(std::is_same_v<decltype(gated(x, y)), decltype(gated(x, y))>);
}

BOOST_AUTO_TEST_CASE(members_of_class_templates_name_parts_too) {
    const auto loss = model<float>{}.error(y) + model<double>{}.error(2_c * y);
    const auto g = pg::value_and_grad(loss, pg::wrt(x, y))(x = 2.0, y = 1.0);
    BOOST_TEST(g.value() == 9 + 4);
    BOOST_TEST(g[x] == 2 * 3 * 4 + 2 * 2 * 4);
    BOOST_TEST(g[y] == -2 * 3 - 2 * 2 * 2);
}

BOOST_AUTO_TEST_CASE(elements_of_a_named_part_are_taken_as_of_any_other) {
    constexpr auto doubled = pg::let([] { return 2_c * w; });
    const std::vector<double> W = {1, 2, 3, 4, 5, 6}, V = {1, 0, -1};
    const auto g = pg::value_and_grad(doubled(1_c, 2_c) * pg::dot(doubled, v)[0_c], pg::wrt(w, v))(w = W, v = V);
    BOOST_TEST(g.value() == 12 * -4);
    BOOST_TEST(g[w] == std::vector({24.0, 0.0, -24.0, 0.0, 0.0, -8.0}), tt::per_element());
    BOOST_TEST(g[v] == std::vector({24.0, 48.0, 72.0}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(the_lambda_is_never_called) {
    bool called = false;
    const auto part = pg::let([&called] {
        called = true;
        return x * x;
    });
    BOOST_TEST(pg::grad(part, pg::wrt(x))(x = 3.0)[x] == 6);
    BOOST_TEST(!called);
    static_assert(std::is_empty_v<std::remove_const_t<decltype(part)>>);
}

BOOST_AUTO_TEST_SUITE_END()
