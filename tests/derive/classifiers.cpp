// Losses of classifiers: logsumexp, cross entropy and logits far from zero, each with its right value, in every mode.
#include "agree.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using namespace agreement;

namespace {

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto pair = pg::vector<"pair", 2>;
constexpr auto v = pg::vector<"v", 3>;
constexpr auto label = pg::integer<"label">;
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

BOOST_AUTO_TEST_SUITE(classifiers)

BOOST_AUTO_TEST_CASE(logsumexp_of_two_equal_numbers_halves_the_slope) {
    check_is(agree(pg::logsumexp(pair), pg::wrt(pair), {}, given(pair, {1, 1, 0, -800})), {1 + std::log(2.0), 0},
             {0.5, 0.5, 1, 0}, 1e-15);
}

BOOST_AUTO_TEST_CASE(logsumexp_takes_minus_infinity) {
    const auto one = agree(pg::logsumexp(pair), pg::wrt(pair), modes_only, given(pair, {-infinity, 0}));
    check_is(one, {0}, {0, 1});
    const double none[] = {-infinity, -infinity};
    BOOST_TEST(pg::value_and_grad(pg::logsumexp(pair), pg::wrt(pair))(pair = none).value() == -infinity);
}

BOOST_AUTO_TEST_CASE(logsumexp_of_large_numbers_has_the_softmax_as_its_gradient) {
    const auto found = agree(pg::logsumexp(v), pg::wrt(v), {}, given(v, {1000, 1000.5, 999}));
    check_is(found, {1001.10413060533673}, {.331498960424091505, .546549387266179638, .121951652309728857}, 1e-15);
}

BOOST_AUTO_TEST_CASE(cross_entropy_of_logits_far_apart_is_exact) {
    const auto found = agree(pg::softmax_cross_entropy(v, label), pg::wrt(v), modes_only, given(v, {-431, 279, 427}),
                             given(label, {0}));
    check_is(found, {858}, {-1, 5.30171866609232359e-65, 1}, 1e-13);
}

BOOST_AUTO_TEST_CASE(binary_cross_entropy_with_a_logit_has_the_sigmoid_as_its_slope) {
    // label 0: softplus(z); label 1: softplus(-z)
    const auto found = agree(pg::softplus(x) + pg::softplus(-y), pg::wrt(x, y), {}, given(x, {-5, 0, 0, -800}),
                             given(y, {800, 800, 5, 800}));
    check_is(found, {0.00671534848911806863, std::log(2.0), std::log(2.0) + 0.00671534848911806863, 0},
             {0.00669285092428485556, 0, 0.5, 0, 0.5, -0.00669285092428485556, 0, 0}, 1e-15);
}

BOOST_AUTO_TEST_SUITE_END()
