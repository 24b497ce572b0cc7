// Logistic and softmax regression against JAX, as in losses.cpp; and logsumexp of the data itself.
#include "golden.hpp"

namespace pg = pergrad;
using golden::check_model, golden::each, golden::shared;

BOOST_AUTO_TEST_SUITE(golden_classifiers)

BOOST_AUTO_TEST_CASE(logistic_regression_agrees_with_jax) {
    constexpr auto p = pg::vector<"p", 11>;
    constexpr auto x = pg::vector<"x", 11>;
    constexpr auto y = pg::scalar<"y">;
    check_model("logistic", pg::softplus(-y * pg::dot(x, p)), pg::wrt(p), shared{p}, each{x}, each{y});
}

BOOST_AUTO_TEST_CASE(softmax_cross_entropy_with_integer_labels_agrees_with_jax) {
    constexpr auto w = pg::matrix<"w", 5, 4>;
    constexpr auto b = pg::vector<"b", 5>;
    constexpr auto x = pg::vector<"x", 4>;
    constexpr auto label = pg::integer<"label">;
    check_model("classes", pg::softmax_cross_entropy(pg::dot(w, x) + b, label), pg::wrt(w, b), shared{w}, shared{b},
                each{x}, each{label});
}

BOOST_AUTO_TEST_CASE(logsumexp_agrees_with_jax_where_exp_overflows_too) {
    constexpr auto x = pg::vector<"x", 6>;
    const golden::arrays file = golden::open("logsumexp");
    // by the data: there is no batch loss to differentiate
    const auto with = [&]<class T>(T) {
        golden::check_examples<T>(file, pg::logsumexp(x), pg::wrt(x), golden::scale::of_number, each{x});
    };
    with(double());
    with(float());
}

BOOST_AUTO_TEST_SUITE_END()
