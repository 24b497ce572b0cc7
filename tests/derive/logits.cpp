// The functions of logits: logsumexp, softmax and cross entropy, value and gradient against loops, in every mode.
#include "by_hand.hpp"

using namespace by_hand;

namespace {

constexpr std::size_t examples = 3;

constexpr auto s = pg::scalar<"s">;
constexpr auto a = pg::vector<"a", 3>;
constexpr auto b = pg::vector<"b", 3>;
constexpr auto label = pg::integer<"label">;

std::vector<exact> softmax_of(const double* z, std::size_t count) {
    std::vector<exact> p(z, z + count);
    exact total = 0;
    for (exact& e : p) total += e = std::exp(e);
    for (exact& e : p) e /= total;
    return p;
}
exact logsumexp_of(const double* z, std::size_t count) {
    exact total = 0;
    for (std::size_t i = 0; i < count; ++i) total += std::exp(exact(z[i]));
    return std::log(total);
}

/// Rounding in functions of a few logits up to 2, relative to 1 or to the number itself.
constexpr double of_logits = 1e-15, of_logits_in_float = 5e-7;

}  // namespace

BOOST_AUTO_TEST_SUITE(logits)

BOOST_AUTO_TEST_CASE(logsumexp_has_the_softmax_as_its_gradient_and_the_softmax_its_own_jacobian) {
    // 9 logits: more than what is added up side by side
    constexpr auto z = pg::vector<"z", 9>;
    const auto Z = eighths(9 * examples, 13), A = eighths(3 * examples, 14), B = eighths(3, 15);
    const auto found = agree(s * pg::logsumexp(z) + pg::dot(b, pg::softmax(a)), pg::wrt(s, z, a, b), {.scale = 1},
                             shared(s, {1.5}), given(z, Z), given(a, A), shared(b, B));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        const exact total = logsumexp_of(&Z[9 * n], 9);
        std::vector<exact> by_z = softmax_of(&Z[9 * n], 9), by_a = softmax_of(&A[3 * n], 3), by_b = by_a;
        exact mean = 0;
        for (std::size_t i = 0; i < 3; ++i) mean += B[i] * by_b[i];
        for (std::size_t i = 0; i < 3; ++i) by_a[i] *= B[i] - mean;
        for (exact& g : by_z) g *= 1.5L;
        expected.add(1.5L * total + mean, {{total}, by_z, by_a, by_b});
    }
    expected.check(found, of_logits, 1);
}

BOOST_AUTO_TEST_CASE(cross_entropy_has_the_softmax_minus_one_at_the_label_as_its_gradient_in_float_too) {
    const std::vector<double> A = eighths(3 * examples, 16);
    const std::vector<int> labels = {2, 0, 1};
    const auto found = agree(s * pg::softmax_cross_entropy(a, label), pg::wrt(s, a), {.scale = 1}, shared(s, {0.75}),
                             given(a, A), given(label, labels));
    const auto in_float = agree<float>(s * pg::softmax_cross_entropy(a, label), pg::wrt(s, a),
                                       {.modes = 5e-7, .scale = 1, .differences = 1e-3}, shared<float>(s, {0.75f}),
                                       given<float>(a, std::vector<float>(A.begin(), A.end())), given(label, labels));
    result expected;
    for (std::size_t n = 0; n < examples; ++n) {
        const auto at = static_cast<std::size_t>(labels[n]);
        const exact value = logsumexp_of(&A[3 * n], 3) - A[3 * n + at];
        std::vector<exact> by_a = softmax_of(&A[3 * n], 3);
        by_a[at] -= 1;
        for (exact& g : by_a) g *= 0.75L;
        expected.add(0.75L * value, {{value}, by_a});
    }
    expected.check(found, of_logits, 1);
    const auto widened = [](const std::vector<float>& x) { return std::vector<double>(x.begin(), x.end()); };
    expected.check({widened(in_float.values), widened(in_float.gradients)}, of_logits_in_float, 1);
}

namespace {

/// logsumexp of `a` and cross entropy of `b`, each by its own.
outcome<double> of_both(const std::vector<double>& A, const std::vector<double>& B, const std::vector<int>& labels) {
    return agree(pg::logsumexp(a) + pg::softmax_cross_entropy(b, label), pg::wrt(a, b), modes_only, given(a, A),
                 given(b, B), given(label, labels));
}
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

BOOST_AUTO_TEST_CASE(a_logit_of_minus_infinity_masks_a_class) {
    const auto found = of_both({-infinity, 2, 2, 2, -infinity, -infinity}, {-infinity, 2, 2, -infinity, 2, 2}, {1, 0});
    const double ln2 = std::log(2.0);
    // where the masked class is the label, the loss is infinite, and its gradient still says where to go
    check_is(found, {2 + ln2 + ln2, infinity}, {0, 0.5, 0.5, 0, -0.5, 0.5, 1, 0, 0, -1, 0.5, 0.5}, of_logits);
}

BOOST_AUTO_TEST_CASE(logits_whose_largest_is_infinite_share_the_weight_as_equal_ones_do) {
    const auto found = of_both({-infinity, -infinity, -infinity, infinity, 0, infinity, infinity, 0, -infinity},
                               {-infinity, -infinity, -infinity, infinity, 0, 1, infinity, 0, 1}, {0, 1, 0});
    const double third = 1.0 / 3;
    check_is(found, {-infinity, infinity, infinity},
             {third, third, third, third - 1, third, third,  // all classes are masked
              0.5, 0, 0.5, 1, -1, 0,                         // two are certain; the label isn't
              1, 0, 0, 0, 0, 0},                             // one is, and it is the label
             of_logits);
}

BOOST_AUTO_TEST_CASE(cross_entropy_of_equal_logits_is_the_log_of_their_number_infinite_or_not) {
    for (const double logit : {-infinity, -2.0, infinity}) {
        const std::vector<double> B(3, logit);
        const auto found = agree(pg::softmax_cross_entropy(b, label), pg::wrt(b), modes_only, given(b, B),
                                 given(label, std::vector<int>{1}));
        check_is(found, {std::log(3.0)}, {1.0 / 3, -2.0 / 3, 1.0 / 3}, of_logits);
    }
}

BOOST_AUTO_TEST_SUITE_END()
