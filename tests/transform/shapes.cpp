// One loss of one example, and what becomes of its shape over a batch: small cases, each with the numbers that are
// right, beside those that a silent broadcast, a hidden sum or a hidden mean gives instead.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <vector>

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;

namespace {

constexpr auto w = pg::scalar<"w">;
constexpr auto b = pg::scalar<"b">;
constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto square_of_product = pg::square(w * x);
const std::vector<double> one_and_two = {1, 2};

}  // namespace

BOOST_AUTO_TEST_SUITE(shapes)

BOOST_AUTO_TEST_CASE(an_affine_loss_of_one_example_is_the_same_alone_and_in_a_batch) {
    constexpr auto weight = pg::matrix<"weight", 2, 2>;
    constexpr auto bias = pg::vector<"bias", 2>;
    constexpr auto at = pg::vector<"at", 2>;
    constexpr auto target = pg::vector<"target", 2>;
    constexpr auto f =
        pg::value_and_grad(pg::sum(pg::square(target - (pg::dot(weight, at) + bias))), pg::wrt(weight, bias));
    const std::vector<double> identity = {1, 0, 0, 1}, twice = {1, 2, 1, 2}, targets = {0, 0, 2, 4};
    // prediction (2, 4): loss 20; a bias of shape (2, 1) would make it 2 by 2, and the loss 38
    const auto alone = f(weight = identity, bias = one_and_two, at = one_and_two, target = std::span(targets).first(2));
    BOOST_TEST(alone.value() == 20);
    BOOST_TEST(alone.flat() == std::vector({4.0, 8.0, 8.0, 16.0, 4.0, 8.0}), tt::per_element());
    const auto each =
        pg::vmap(f)(weight = identity, bias = one_and_two, at = pg::each(twice), target = pg::each(targets));
    BOOST_TEST(each.value() == std::vector({20.0, 0.0}), tt::per_element());
    BOOST_TEST(each.flat() == std::vector({4.0, 8.0, 8.0, 16.0, 4.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0}),
               tt::per_element());
}

BOOST_AUTO_TEST_CASE(a_mean_square_of_two_equal_vectors_is_zero) {
    constexpr auto prediction = pg::vector<"prediction", 2>;
    constexpr auto target = pg::vector<"target", 2>;
    constexpr auto f = pg::value_and_grad(pg::mean(pg::square(prediction - target)), pg::wrt(prediction));
    const std::vector<double> numbers = {0, 1};
    const auto g = f(prediction = numbers, target = numbers);  // (2, 1) minus (2) gave 0.5 and (-0.5, 0.5)
    BOOST_TEST(g.value() == 0);
    BOOST_TEST(g.flat() == std::vector({0.0, 0.0}), tt::per_element());
    const auto away = f(prediction = std::vector{3.0, 1.0}, target = numbers);
    BOOST_TEST(away.value() == 4.5);
    BOOST_TEST(away.flat() == std::vector({3.0, 0.0}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(gradients_of_examples_are_those_of_a_sum_and_never_divided_by_their_number) {
    constexpr auto each = pg::vmap(pg::grad(square_of_product, pg::wrt(w)));
    const auto kept = each(w = 1.0, x = pg::each(one_and_two));
    BOOST_TEST(kept[w] == std::vector({2.0, 8.0}), tt::per_element());  // under a mean they would be 1 and 4
    BOOST_TEST((each | pg::sum())(w = 1.0, x = pg::each(one_and_two))[w] == 10);
    BOOST_TEST((each | pg::mean())(w = 1.0, x = pg::each(one_and_two))[w] == 5);
    BOOST_TEST((each | pg::sum())(w = -1.0, x = pg::each(one_and_two))[w] == -10);
    // an example counts the same whoever stands beside it
    BOOST_TEST(each(w = 1.0, x = pg::each({1.0, 2.0, 3.0}))[w] == std::vector({2.0, 8.0, 18.0}), tt::per_element());
}

BOOST_AUTO_TEST_CASE(the_gradient_of_a_summed_loss_is_the_sum_and_of_a_mean_loss_the_mean) {
    constexpr auto of_sum = pg::grad(pg::sum(pg::vmap(square_of_product)), pg::wrt(w));
    constexpr auto of_mean = pg::grad(pg::mean(pg::vmap(square_of_product)), pg::wrt(w));
    BOOST_TEST(of_sum(w = 1.0, x = pg::each(one_and_two))[w] == 10);
    BOOST_TEST(of_sum(w = -1.0, x = pg::each(one_and_two))[w] == -10);
    BOOST_TEST(of_mean(w = 1.0, x = pg::each(one_and_two))[w] == 5);
    BOOST_TEST(of_mean(w = -1.0, x = pg::each(one_and_two))[w] == -5);
}

BOOST_AUTO_TEST_CASE(parameters_of_one_element_keep_every_axis_that_they_have) {
    constexpr auto vector = pg::vector<"vector", 1>;
    constexpr auto matrix = pg::matrix<"matrix", 1, 1>;
    constexpr auto at = pg::vector<"at", 1>;
    constexpr auto f = pg::grad(pg::square(pg::dot(vector, at)) + pg::sum(pg::dot(matrix, at)) + square_of_product,
                                pg::wrt(w, vector, matrix));
    const auto g = pg::vmap(f)(w = 1.0, vector = std::vector{1.0}, matrix = std::vector{1.0},
                               at = pg::each(one_and_two), x = pg::each(one_and_two));
    BOOST_TEST(g[w].rank() == 1);
    BOOST_TEST(g[w] == std::vector({2.0, 8.0}), tt::per_element());
    BOOST_TEST(g[vector].rank() == 2);
    BOOST_TEST(g[vector].extent(0) == 2);
    BOOST_TEST(g[vector].extent(1) == 1);
    BOOST_TEST(g[vector] == std::vector({2.0, 8.0}), tt::per_element());
    BOOST_TEST(g[matrix].rank() == 3);
    BOOST_TEST(g[matrix].extent(1) == 1);
    BOOST_TEST(g[matrix].extent(2) == 1);
    BOOST_TEST(g[matrix] == one_and_two, tt::per_element());
    // and one example is a batch of one, with its axis
    const auto one = pg::vmap(pg::grad(square_of_product, pg::wrt(w)))(w = 1.0, x = pg::each({2.0}));
    BOOST_TEST(one[w].rank() == 1);
    BOOST_TEST(one[w].extent(0) == 1);
    BOOST_TEST(one[w](0) == 8);
}

BOOST_AUTO_TEST_CASE(two_examples_that_cancel_in_the_sum_both_appear_and_what_is_not_used_has_zeros) {
    constexpr auto f = pg::vmap(pg::grad(pg::square(w * x - y), pg::wrt(w, b)));
    const auto g = f(w = 1.0, b = 5.0, x = pg::each({-1.0, 2.0}), y = pg::each({1.0, 3.0}));
    BOOST_TEST(g[w] == std::vector({4.0, -4.0}), tt::per_element());
    BOOST_TEST(g[b].rank() == 1);
    BOOST_TEST(g[b] == std::vector({0.0, 0.0}), tt::per_element());
    const auto sum = (f | pg::sum())(w = 1.0, b = 5.0, x = pg::each({-1.0, 2.0}), y = pg::each({1.0, 3.0}));
    BOOST_TEST(sum[w] == 0);
    BOOST_TEST(sum[b] == 0);
}

BOOST_AUTO_TEST_CASE(the_outputs_of_a_batch_are_not_summed_before_they_are_differentiated) {
    constexpr auto each = pg::vmap(pg::grad(w * x, pg::wrt(w)));
    BOOST_TEST(each(w = 1.0, x = pg::each(one_and_two))[w] == one_and_two, tt::per_element());
    BOOST_TEST(pg::grad(pg::sum(pg::vmap(w * x)), pg::wrt(w))(w = 1.0, x = pg::each(one_and_two))[w] == 3);
}

BOOST_AUTO_TEST_SUITE_END()
