// What a call returns: views with a shape, strides and an order; numbers where the shape has no axis; one flat array of
// all of it; the value beside the gradient.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <type_traits>
#include <vector>

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;

namespace {

constexpr auto w = pg::matrix<"w", 2, 3>;
constexpr auto b = pg::vector<"b", 2>;
constexpr auto a = pg::scalar<"a">;
constexpr auto k = pg::tensor<"k", 2, 1, 3>;
constexpr auto x = pg::vector<"x", 3>;
constexpr auto loss = a * pg::sum(pg::dot(w, x) + b);   // by w: a x_j; by b: a; by a: the sum
constexpr auto f = pg::value_and_grad(loss, pg::wrt(w, a, b));

const std::vector<float> W = {1, 0, 0, 0, 1, 0}, B = {10, 20};
const std::vector<float> X = {1, 2, 3, 4, 5, 6};   // two examples

auto of_one() { return f(w = W, b = B, a = 2.0f, x = std::span(X).first(3)); }
auto of_each() { return pg::vmap(f)(w = W, b = B, a = 2.0f, x = pg::each(X)); }

}  // namespace

BOOST_AUTO_TEST_SUITE(results)

BOOST_AUTO_TEST_CASE(a_gradient_has_the_shape_of_its_variable) {
    const auto g = of_one();
    BOOST_TEST(g[w].rank() == 2);
    BOOST_TEST(g[w].extent(0) == 2);
    BOOST_TEST(g[w].extent(1) == 3);
    BOOST_TEST(g[w].size() == 6u);
    BOOST_TEST(g[w](1, 2) == 6);
    BOOST_TEST(g[b](0) == 2);
    BOOST_TEST(g[w] == std::vector({2.0f, 4.0f, 6.0f, 2.0f, 4.0f, 6.0f}), tt::per_element());
    BOOST_TEST(g[b] == std::vector({2.0f, 2.0f}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(the_gradient_by_a_scalar_is_a_number) {
    const auto g = of_one();
    const float by_a = g[a];
    BOOST_TEST(by_a == 33);
    BOOST_TEST(g[a] + 1 == 34);
    BOOST_TEST(g[a]() == 33);
    BOOST_TEST(g.value() == 66);
    static_assert(std::is_same_v<decltype(g.value()), float>);
}

BOOST_AUTO_TEST_CASE(flat_is_all_gradients_in_the_order_of_wrt) {
    const auto g = of_one();
    BOOST_TEST(g.flat() == std::vector({2.0f, 4.0f, 6.0f, 2.0f, 4.0f, 6.0f, 33.0f, 2.0f, 2.0f}), tt::per_element());
    BOOST_TEST(g[w].data() == g.flat().data());
    BOOST_TEST(g[b].data() == g.flat().data() + 7);
    const auto other_order = pg::grad(loss, pg::wrt(b, a))(w = W, b = B, a = 2.0f, x = std::span(X).first(3));
    BOOST_TEST(other_order.flat() == std::vector({2.0f, 2.0f, 33.0f}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(the_gradients_of_examples_have_an_axis_more_in_front) {
    const auto gs = of_each();
    BOOST_TEST(gs.size() == 2u);
    BOOST_TEST(gs[w].rank() == 3);
    BOOST_TEST(gs[w].extent(0) == 2);
    BOOST_TEST(gs[w].extent(1) == 2);
    BOOST_TEST(gs[w].extent(2) == 3);
    BOOST_TEST(gs[w](0, 1, 2) == 6);
    BOOST_TEST(gs[w](1, 0, 0) == 8);
    BOOST_TEST(gs[a].rank() == 1);
    BOOST_TEST(gs[a] == std::vector({33.0f, 39.0f}), tt::per_element());
    BOOST_TEST(gs[b](1, 1) == 2);
    BOOST_TEST(gs.value() == std::vector({66.0f, 78.0f}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(the_parts_of_examples_are_views_into_one_array_with_its_strides) {
    const auto gs = of_each();
    BOOST_TEST(gs.flat().extent(0) == 2);
    BOOST_TEST(gs.flat().extent(1) == 9);
    BOOST_TEST(gs.flat().stride(0) == 9);
    BOOST_TEST(gs.flat().stride(1) == 1);
    BOOST_TEST(gs[w].stride(0) == 9);
    BOOST_TEST(gs[w].stride(1) == 3);
    BOOST_TEST(gs[w].stride(2) == 1);
    BOOST_TEST(gs[a].stride(0) == 9);
    BOOST_TEST(gs[a].data() == gs.flat().data() + 6);
    for (std::size_t n = 0; n < 2; ++n) {
        BOOST_TEST(&gs[w](n, 1, 2) == &gs.flat()(n, 5));
        BOOST_TEST(&gs[a](n) == &gs.flat()(n, 6));
        BOOST_TEST(&gs[b](n, 1) == &gs.flat()(n, 8));
    }
}

BOOST_AUTO_TEST_CASE(iteration_goes_row_after_row_over_the_view_alone) {
    const auto gs = of_each();
    std::vector<float> by_hand;
    for (int n = 0; n < 2; ++n)
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 3; ++j) by_hand.push_back(gs[w](n, i, j));
    const auto view = gs[w];
    BOOST_TEST(view == by_hand, tt::per_element());
    BOOST_TEST(view == std::vector({2.0f, 4.0f, 6.0f, 2.0f, 4.0f, 6.0f, 8.0f, 10.0f, 12.0f, 8.0f, 10.0f, 12.0f}),
               tt::per_element());
    BOOST_TEST(std::distance(view.begin(), view.end()) == 12);
    BOOST_TEST(*std::ranges::max_element(view) == 12);
    std::vector<double> copied;
    std::ranges::copy(view, std::back_inserter(copied));
    BOOST_TEST(copied == by_hand, tt::per_element());
    auto at = view.begin();
    BOOST_TEST(*at++ == 2);
    BOOST_TEST(*at == 4);
    BOOST_TEST(*++at == 6);
    std::size_t counted = 0;
    for (const float number : gs.flat()) {
        BOOST_TEST(number == gs.flat()(counted / 9, counted % 9));
        ++counted;
    }
    BOOST_TEST(counted == 18u);
}

BOOST_AUTO_TEST_CASE(a_view_is_a_range_of_the_standard_library) {
    using view = std::remove_const_t<decltype(of_each()[w])>;
    static_assert(std::ranges::forward_range<view>);
    static_assert(std::ranges::sized_range<view>);
    static_assert(std::is_same_v<std::ranges::range_value_t<view>, float>);
    static_assert(std::ranges::borrowed_range<view>);
    const auto gs = of_each();
    const auto at = std::ranges::max_element(gs[a]);   // an iterator outlives its view
    BOOST_TEST(*at == 39);
}

BOOST_AUTO_TEST_CASE(a_tensor_keeps_its_axes_of_length_one) {
    const std::vector<float> six = {1, 2, 3, 4, 5, 6};
    const auto gs = pg::vmap(pg::grad(pg::sum(pg::square(k)), pg::wrt(k)))(k = pg::each(six));
    BOOST_TEST(gs[k].rank() == 4);
    BOOST_TEST(gs[k].extent(2) == 1);
    BOOST_TEST(gs[k](0, 1, 0, 2) == 12);
}

BOOST_AUTO_TEST_CASE(one_number_an_example_keeps_the_axis_of_its_vector) {
    constexpr auto v = pg::vector<"v", 1>;
    const auto gs = pg::vmap(pg::grad(pg::square(v[0_c] * a), pg::wrt(v)))(v = std::vector{1.0}, a = pg::each({1.0, 2.0}));
    BOOST_TEST(gs[v].rank() == 2);
    BOOST_TEST(gs[v].extent(0) == 2);
    BOOST_TEST(gs[v].extent(1) == 1);
    BOOST_TEST(gs[v] == std::vector({2.0, 8.0}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(results_own_their_memory_and_keep_it_when_they_move) {
    auto gs = of_each();
    const float* const numbers = gs.flat().data();
    BOOST_TEST(reinterpret_cast<std::uintptr_t>(numbers) % 64 == 0u);
    const auto moved = std::move(gs);
    BOOST_TEST(moved.flat().data() == numbers);
    BOOST_TEST(moved[a](1) == 39);
    std::vector<decltype(of_one())> several;
    for (int i = 0; i < 5; ++i) several.push_back(of_one());   // grows, and moves them
    for (const auto& g : several) {
        BOOST_TEST(g[a] == 33);
        BOOST_TEST(g.value() == 66);
    }
}

BOOST_AUTO_TEST_CASE(the_scalar_type_of_the_results_is_that_of_the_inputs) {
    const std::vector<double> wd(6, 1.0), bd(2, 1.0), xd(3, 1.0);
    const auto g = f(w = wd, b = bd, a = 2.0, x = xd);
    static_assert(std::is_same_v<decltype(g.value()), double>);
    static_assert(std::is_same_v<decltype(g.flat()), std::span<const double>>);
    BOOST_TEST(g[a] == 8.0);
}

BOOST_AUTO_TEST_CASE(a_callable_is_a_constant_that_is_called_as_often_as_one_likes) {
    constexpr auto twice = pg::vmap(pg::grad(2_c * a * a, pg::wrt(a)));
    static_assert(std::is_empty_v<std::remove_const_t<decltype(twice)>> || sizeof(twice) <= sizeof(double));
    for (const float at : {1.0f, -3.0f}) BOOST_TEST(twice(a = pg::each({at}))[a](0) == 4 * at);
}

BOOST_AUTO_TEST_SUITE_END()
