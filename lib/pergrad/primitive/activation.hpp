// What networks and their losses are made of, beyond relu, sigmoid and softplus.
#pragma once

#include <pergrad/primitive/choice.hpp>
#include <pergrad/primitive/exponential.hpp>
#include <pergrad/primitive/rounding.hpp>
#include <pergrad/primitive/special.hpp>

namespace pergrad::primitive {

/// x where x > 0, else a x; slope a at 0.
struct leaky_relu : elementwise<2> {
    static constexpr auto name = "leaky_relu";
    static constexpr auto derivative = flow::selective;
    static constexpr auto value = [](auto x, auto a) {
        return lane::select(lane::greater(x, lane::broadcast<decltype(x)>(0)), x, a * x);
    };
    static constexpr auto slope =
        per_operand{[](auto x, auto a, auto) { return apply<select>(apply<greater>(x, 0), 1, a); },
                    [](auto x, auto, auto) { return apply<select>(apply<greater>(x, 0), 0, x); }};
};

/// x where x > 0, else a (exp(x) - 1); slope a at 0.
struct elu : elementwise<2> {
    static constexpr auto name = "elu";
    static constexpr auto derivative = flow::selective;
    static constexpr auto value = [](auto x, auto a) {
        return lane::select(lane::greater(x, lane::broadcast<decltype(x)>(0)), x, a * lane::expm1(x));
    };
    static constexpr auto slope =
        per_operand{[](auto x, auto a, auto) { return apply<select>(apply<greater>(x, 0), 1, a * apply<exp>(x)); },
                    [](auto x, auto, auto) { return apply<select>(apply<greater>(x, 0), 0, apply<expm1>(x)); }};
};

/// x Phi(x), Phi the normal distribution function; -0 at -infinity. (JAX's with approximate=False.) The slope is Phi(x)
/// + x Phi'(x), whose error is relative to 1, not to itself.
struct gelu : elementwise<1> {
    static constexpr auto name = "gelu";
    static constexpr auto value = [](auto x) { return guarded(x, normal_cdf::value(x)); };
    static constexpr auto slope = [](auto x, auto) {
        return apply<normal_cdf>(x) + guarded(x, normal_cdf::slope(x, x));
    };
};

/// x sigmoid(x); 0 at -infinity. The slope is s (1 + x sigmoid(-x)), s = sigmoid(x): its error is relative to 1.
struct silu : elementwise<1> {
    static constexpr auto name = "silu";
    static constexpr auto value = [](auto x) { return guarded(x, sigmoid::value(x)); };
    static constexpr auto slope = [](auto x, auto) {
        return guarded(apply<sigmoid>(x), 1 + guarded(x, apply<sigmoid>(-x)));
    };
};

/// x^2/2 where |x| <= bound, else bound (|x| - bound/2): the square's slope, x, clamped to +-bound.
struct huber : elementwise<2> {
    static constexpr auto name = "huber";
    static constexpr auto derivative = flow::selective;
    static constexpr auto value = [](auto x, auto bound) {
        const auto half = lane::broadcast<decltype(x)>(0.5);
        const auto size = lane::abs(x);
        return lane::select(lane::greater(size, bound), bound * (size - half * bound), half * x * x);
    };
    static constexpr auto slope =
        per_operand{[](auto x, auto bound, auto) { return apply<max>(-bound, apply<min>(x, bound)); },
                    [](auto x, auto bound, auto) { return apply<relu>(apply<abs>(x) - bound); }};
};

/// -label log sigmoid(x) - (1 - label) log sigmoid(-x), operands in the order x, label: the loss of two classes, from
/// the logit x. As log(1 + exp(-|x|)) + (1 - label) max(x, 0) + label max(-x, 0), in which nothing overflows or
/// cancels. The slope by x is sigmoid(x) - label.
struct sigmoid_cross_entropy : elementwise<2> {
    static constexpr auto name = "sigmoid_cross_entropy";
    static constexpr auto value = [](auto x, auto label) {
        return lane::log1p(lane::exp(lane::negate(lane::abs(x)))) + guarded(1 - label, relu::value(x)) +
               guarded(label, relu::value(lane::negate(x)));
    };
    static constexpr auto slope = per_operand{
        [](auto x, auto label, auto) { return (1 - label) * apply<sigmoid>(x) - label * apply<sigmoid>(-x); },
        [](auto x, auto, auto) { return -x; }};
};

}  // namespace pergrad::primitive
