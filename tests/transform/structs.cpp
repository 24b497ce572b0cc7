// A parameter struct that Boost.Hana knows binds all its members by name in one argument, names what to differentiate
// by, and is what a gradient turns into.
#include <pergrad/pergrad.hpp>

#include <boost/hana/adapt_struct.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <vector>

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;

namespace structs_of_test {

/// Every kind of member: a matrix, a vector whose length is known when it runs, a number.
struct layer {
    std::array<std::array<double, 3>, 2> w;
    std::vector<double> b;
    double a;
};

/// The same names, other types.
struct flat_layer {
    BOOST_HANA_DEFINE_STRUCT(flat_layer, (std::array<float, 6>, w), (std::array<float, 2>, b), (float, a));
};

/// Data may be a struct too, with members that the loss does not use.
struct point {
    std::vector<double> x;
    double remark;
};

}  // namespace structs_of_test

BOOST_HANA_ADAPT_STRUCT(structs_of_test::layer, w, b, a);
BOOST_HANA_ADAPT_STRUCT(structs_of_test::point, x, remark);

using structs_of_test::flat_layer;
using structs_of_test::layer;
using structs_of_test::point;

namespace {

constexpr auto w = pg::matrix<"w", 2, 3>;
constexpr auto b = pg::vector<"b", 2>;
constexpr auto a = pg::scalar<"a">;
constexpr auto x = pg::vector<"x", 3>;
constexpr auto loss = a * pg::sum(pg::dot(w, x) + b);   // by w: a x_j; by b: a; by a: the sum

const layer parameters = {{{{1, 0, 0}, {0, 1, 0}}}, {10, 20}, 2};
const std::vector<double> X = {1, 2, 3, 4, 5, 6};

void check_first_example(const layer& g) {
    BOOST_TEST(g.w[0] == (std::array{2.0, 4.0, 6.0}), tt::per_element());
    BOOST_TEST(g.w[1] == (std::array{2.0, 4.0, 6.0}), tt::per_element());
    BOOST_TEST(g.b == (std::vector{2.0, 2.0}), tt::per_element());
    BOOST_TEST(g.a == 33);
}
void check_sum(const layer& g) {
    BOOST_TEST(g.w[1] == (std::array{10.0, 14.0, 18.0}), tt::per_element());
    BOOST_TEST(g.b == (std::vector{4.0, 4.0}), tt::per_element());
    BOOST_TEST(g.a == 72);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(structs)

BOOST_AUTO_TEST_CASE(a_struct_binds_its_members_by_name) {
    const auto g = pg::grad(loss, pg::wrt(a))(parameters, x = std::span(X).first(3));
    BOOST_TEST(g[a] == 33.0);
    const auto gs = pg::vmap(pg::grad(loss, pg::wrt(a)))(parameters, x = pg::each(X));
    BOOST_TEST(gs[a] == std::vector({33.0, 39.0}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(wrt_a_struct_differentiates_by_all_its_members_in_their_order) {
    const auto g = pg::grad(loss, pg::wrt<layer>())(parameters, x = std::span(X).first(3));
    BOOST_TEST(g.flat() == std::vector({2.0, 4.0, 6.0, 2.0, 4.0, 6.0, 2.0, 2.0, 33.0}), tt::per_element());
    BOOST_TEST(g[w](1, 2) == 6.0);
    const auto gs = pg::vmap(pg::grad(loss, pg::wrt<layer>()))(parameters, x = pg::each(X));
    BOOST_TEST(gs[w](1, 1, 2) == 12.0);
    BOOST_TEST(gs.flat()(1, 8) == 39.0);
}

BOOST_AUTO_TEST_CASE(a_gradient_comes_back_as_the_struct) {
    const auto g = pg::grad(loss, pg::wrt<layer>())(parameters, x = std::span(X).first(3));
    check_first_example(g.as<layer>());
    const layer converted = g;
    check_first_example(converted);
    check_first_example(pg::grad(loss, pg::wrt(b, a, w))(parameters, x = std::span(X).first(3)));   // by name, not by place
    check_first_example(pg::grad(loss, pg::wrt<layer>(), pg::dual)(parameters, x = std::span(X).first(3)));
}

BOOST_AUTO_TEST_CASE(a_summed_gradient_comes_back_as_the_struct) {
    check_sum((pg::vmap(pg::grad(loss, pg::wrt<layer>())) | pg::sum())(parameters, x = pg::each(X)));
    check_sum(pg::grad(pg::sum(pg::vmap(loss)), pg::wrt<layer>())(parameters, x = pg::each(X)));
    const layer mean = (pg::vmap(pg::grad(loss, pg::wrt<layer>())) | pg::mean())(parameters, x = pg::each(X));
    BOOST_TEST(mean.a == 36);
}

BOOST_AUTO_TEST_CASE(another_struct_with_the_same_names_does_as_well) {
    const flat_layer p = {{1, 0, 0, 0, 1, 0}, {10, 20}, 2};
    const std::vector<float> x0 = {1, 2, 3};
    const flat_layer g = pg::grad(loss, pg::wrt<flat_layer>())(p, x = x0);
    BOOST_TEST(g.w == (std::array{2.0f, 4.0f, 6.0f, 2.0f, 4.0f, 6.0f}), tt::per_element());
    BOOST_TEST(g.b == (std::array{2.0f, 2.0f}), tt::per_element());
    BOOST_TEST(g.a == 33);
    check_first_example(pg::grad(loss, pg::wrt<flat_layer>())(parameters, x = std::span(X).first(3)).as<layer>());
}

BOOST_AUTO_TEST_CASE(several_structs_and_bindings_go_together_in_any_order) {
    const point data = {{1, 2, 3}, 5};
    check_first_example(pg::grad(loss, pg::wrt<layer>())(data, parameters));
    check_first_example(pg::grad(loss, pg::wrt<layer>())(x = data.x, parameters));
    std::vector<double> memory(9);
    pg::grad(loss, pg::wrt<layer>())(parameters, pg::into(memory), data);
    BOOST_TEST(memory[8] == 33);
}

BOOST_AUTO_TEST_CASE(a_step_of_gradient_descent_over_structs) {
    layer p = parameters;
    const layer g = (pg::vmap(pg::grad(loss, pg::wrt<layer>())) | pg::mean())(p, x = pg::each(X));
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 3; ++j) p.w[i][j] -= 0.5 * g.w[i][j];
        p.b[i] -= 0.5 * g.b[i];
    }
    p.a -= 0.5 * g.a;
    BOOST_TEST(p.w[0][0] == 1 - 0.5 * 5);
    BOOST_TEST(p.b[1] == 19);
    BOOST_TEST(p.a == -16);
}

BOOST_AUTO_TEST_CASE(a_member_of_the_wrong_length_is_named) {
    layer p = parameters;
    p.b.push_back(30);
    BOOST_CHECK_EXCEPTION(pg::grad(loss, pg::wrt(a))(p, x = std::span(X).first(3)), std::invalid_argument, [](const auto& e) {
        const std::string_view text = e.what();
        return text.find("\"b\"") != text.npos && text.find("3") != text.npos && text.find("2") != text.npos;
    });
}

BOOST_AUTO_TEST_SUITE_END()
