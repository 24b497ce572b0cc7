// The log of a sum of exponentials and what belongs to it. The largest argument is taken out first, so that nothing
// overflows and the largest term is exactly 1. Where the largest is infinite, of either sign, those that are equal to it
// share the weight and the others have none: the limit of equal logits that grow.
#pragma once

#include <pergrad/primitive/arithmetic.hpp>
#include <pergrad/primitive/choice.hpp>
#include <pergrad/primitive/exponential.hpp>
#include <pergrad/primitive/tensor.hpp>

namespace pergrad::primitive {

namespace detail {

/// The largest of x(0), ..., x(length - 1) as a constant to subtract.
template<class S, int length>
PERGRAD_INLINE S largest_of(auto x) {
    S largest = x(0);
    for (int k = 1; k < length; ++k) largest = apply<max>(largest, S(x(k)));
    return apply<stop_gradient>(largest);
}

/// exp(x_k - largest), as a function of k.
template<class S>
PERGRAD_INLINE auto terms_of(auto x, S largest) {
    return [=](int k) PERGRAD_INLINE_LAMBDA { return S(apply<exp>(apply<distance>(S(x(k)), largest))); };
}

}  // namespace detail

/// exp(x_i) / sum_j exp(x_j).
struct softmax : structural<1> {
    static constexpr auto name = "softmax";
    static constexpr extents shape(extents x) { return x; }

    template<class Node, class S>
    PERGRAD_INLINE static void value(auto store, auto x) {
        constexpr int n = Node::shape.size();
        const auto term_of = detail::terms_of<S>(x, detail::largest_of<S, n>(x));
        S term[n];
        for (int k = 0; k < n; ++k) term[k] = term_of(k);
        const S total = sum::total<S, n>([&](int k) PERGRAD_INLINE_LAMBDA { return term[k]; });
        for (int k = 0; k < n; ++k) store(k, S(term[k] / total));
    }
    /// The Jacobian, diag(y) - y y^T, is symmetric.
    static constexpr auto pullback = per_operand{[](auto d, auto, auto y) { return y * (d - inner_product(d, y)); }};
    static constexpr auto pushforward = pullback;
};

/// log sum_i exp(x_i); -infinity if all are.
struct logsumexp : structural<1> {
    static constexpr auto name = "logsumexp";
    static constexpr extents shape(extents) { return {}; }

    template<class Node, class S>
    PERGRAD_INLINE static void value(auto store, auto x) {
        constexpr int n = Node::operand(0).size();
        const S largest = detail::largest_of<S, n>(x);
        store(0, S(largest + apply<log>(sum::total<S, n>(detail::terms_of(x, largest)))));
    }
    static constexpr auto pullback =
        per_operand{[](auto d, auto x, auto) { return d * make<softmax>(x.shape(), {}, x); }};
    static constexpr auto pushforward =
        per_operand{[](auto t, auto x, auto) { return inner_product(t, make<softmax>(x.shape(), {}, x)); }};
};

/// x - logsumexp(x): the logarithm of softmax, which does not underflow.
struct log_softmax : structural<1> {
    static constexpr auto name = "log_softmax";
    static constexpr extents shape(extents x) { return x; }

    template<class Node, class S>
    PERGRAD_INLINE static void value(auto store, auto x) {
        constexpr int n = Node::shape.size();
        const S largest = detail::largest_of<S, n>(x);
        const S log_total = apply<log>(sum::total<S, n>(detail::terms_of(x, largest)));
        for (int k = 0; k < n; ++k) store(k, S(apply<distance>(S(x(k)), largest) - log_total));
    }
    static constexpr auto pullback = per_operand{[](auto d, auto x, auto) {
        return d - make<softmax>(x.shape(), {}, x) * make<sum>({}, {every_axis, x.shape().size()}, d);
    }};
    static constexpr auto pushforward =
        per_operand{[](auto t, auto x, auto) { return t - inner_product(t, make<softmax>(x.shape(), {}, x)); }};
};

/// log(exp(x) + exp(y)). Slopes sigmoid(x - y) and sigmoid(y - x), 1/2 each where both are the same infinity.
struct logaddexp : elementwise<2> {
    static constexpr auto name = "logaddexp";
    static constexpr auto value = [](auto x, auto y) {
        return max::value(x, y) + lane::log1p(lane::exp(lane::negate(lane::abs(distance::value(x, y)))));
    };
    static constexpr auto slope =
        per_operand{[](auto x, auto y, auto) { return apply<sigmoid>(apply<distance>(x, y)); },
                    [](auto x, auto y, auto) { return apply<sigmoid>(apply<distance>(y, x)); }};
};

/// 1 at the label, an integer, and 0 elsewhere. Attribute: the length.
struct one_hot : structural<1> {
    static constexpr auto name = "one_hot";
    static constexpr bool indexes = true;
    static constexpr auto derivative = flow::blocked;
    static constexpr kind operand(int) { return kind::integer; }
    static constexpr extents shape(extents, int length) { return {.rank = 1, .length = {length}}; }

    template<class Node, class S>
    PERGRAD_INLINE static void value(auto store, auto label) {
        for (int k = 0; k < Node::shape.size(); ++k)
            store(k, lane::select(lane::equal(label(0), lane::broadcast<S>(static_cast<lane::scalar_of<S>>(k))),
                                  lane::broadcast<S>(1), lane::broadcast<S>(0)));
    }
    static constexpr auto pullback = per_operand{no_slope{}};
};

/// -log softmax(logits)_label = log sum_i exp(x_i - largest) + (largest - x_label): the loss of a classifier. Its
/// derivative is softmax(logits) - one_hot(label). Attribute: the number of classes.
struct softmax_cross_entropy : structural<2> {
    static constexpr auto name = "softmax_cross_entropy";
    static constexpr bool indexes = true;
    static constexpr kind operand(int k) { return k == 0 ? kind::real : kind::integer; }
    static constexpr extents shape(extents, extents) { return {}; }

    template<class Node, class S>
    PERGRAD_INLINE static void value(auto store, auto logits, auto label) {
        constexpr int n = Node::operand(0).size();
        const S largest = detail::largest_of<S, n>(logits);
        const auto index = label(0);
        S chosen = logits(0);
        for (int k = 1; k < n; ++k) chosen = apply<select>(apply<equal>(index, k), S(logits(k)), chosen);
        store(0, S(apply<log>(sum::total<S, n>(detail::terms_of(logits, largest))) + apply<distance>(largest, chosen)));
    }
    static constexpr auto gradient = [](auto logits, auto label) {
        return make<softmax>(logits.shape(), {}, logits) -
               make<one_hot>(logits.shape(), {logits.shape().size()}, label);
    };
    static constexpr auto pullback =
        per_operand{[](auto d, auto logits, auto label, auto) { return d * gradient(logits, label); }, no_slope{}};
    static constexpr auto pushforward = per_operand{
        [](auto t, auto logits, auto label, auto) { return inner_product(t, gradient(logits, label)); }, no_slope{}};
};

}  // namespace pergrad::primitive
