// Exponentials, logarithms and the functions of machine learning that are made of them, each in a form that neither
// overflows nor cancels.
#pragma once

#include <numbers>

#include <pergrad/primitive/arithmetic.hpp>

namespace pergrad::primitive {

struct exp : elementwise<1> {
    static constexpr auto name = "exp";
    static constexpr auto value = [](auto x) { return lane::exp(x); };
    static constexpr auto slope = [](auto, auto y) { return y; };
};

/// exp(x) - 1, exact near 0.
struct expm1 : elementwise<1> {
    static constexpr auto name = "expm1";
    static constexpr auto value = [](auto x) { return lane::expm1(x); };
    static constexpr auto slope = [](auto x, auto) { return apply<exp>(x); };
};

/// Natural logarithm: -infinity at 0, NaN below.
struct log : elementwise<1> {
    static constexpr auto name = "log";
    static constexpr auto derivative = flow::singular;
    static constexpr auto value = [](auto x) { return lane::log(x); };
    static constexpr auto slope = [](auto x, auto) { return 1 / x; };
};

/// 2^x.
struct exp2 : elementwise<1> {
    static constexpr auto name = "exp2";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::exp2(x); }};
    static constexpr auto slope = [](auto, auto y) { return apply<multiply>(std::numbers::ln2, y); };
};

/// Logarithm to base 2, as `log`.
struct log2 : elementwise<1> {
    static constexpr auto name = "log2";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x) { return std::log2(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<divide>(std::numbers::log2e, x); };
};

/// Logarithm to base 10, as `log`.
struct log10 : elementwise<1> {
    static constexpr auto name = "log10";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x) { return std::log10(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<divide>(std::numbers::log10e, x); };
};

/// x log y, and 0 where x = 0, whatever y is but NaN. Slopes log y and x / y, the latter 0 where x = 0.
struct xlogy : elementwise<2> {
    static constexpr auto name = "xlogy";
    static constexpr auto derivative = flow::singular;
    static constexpr auto value = [](auto x, auto y) {
        const auto zero = lane::broadcast<decltype(x)>(0);
        return lane::select(lane::both(lane::equal(x, zero), lane::equal(y, y)), zero, x * lane::log(y));
    };
    static constexpr auto slope = per_operand{[](auto, auto y, auto) { return apply<log>(y); },
                                              [](auto x, auto y, auto) { return guarded(x, 1 / y); }};
};

/// log(1 + x), exact near 0.
struct log1p : elementwise<1> {
    static constexpr auto name = "log1p";
    static constexpr auto derivative = flow::singular;
    static constexpr auto value = [](auto x) { return lane::log1p(x); };
    static constexpr auto slope = [](auto x, auto) { return 1 / (1 + x); };
};

/// Hyperbolic tangent. Odd, |y| < 1. The slope comes from the value: its error is relative to 1, not to itself.
struct tanh : elementwise<1> {
    static constexpr auto name = "tanh";
    static constexpr auto value = [](auto x) { return lane::tanh(x); };
    static constexpr auto slope = [](auto, auto y) { return 1 - y * y; };
};

/// 1 / (1 + exp(-x)), for x < 0 as exp(x) / (1 + exp(x)), which does not overflow: 0 and 1 in the limits. The slope is y
/// sigmoid(-x), so that no 1 - y cancels.
struct sigmoid : elementwise<1> {
    static constexpr auto name = "sigmoid";
    static constexpr auto value = [](auto x) {
        const auto zero = lane::broadcast<decltype(x)>(0), one = lane::broadcast<decltype(x)>(1);
        const auto smaller = lane::exp(lane::negate(lane::abs(x)));
        return lane::select(lane::less(x, zero), smaller, one) / (one + smaller);
    };
    static constexpr auto slope = [](auto x, auto y) { return y * apply<sigmoid>(-x); };
};

/// log(1 + exp(x)) = max(x, 0) + log1p(exp(-|x|)): x itself where x is large, exp(x) where it is very negative.
struct softplus : elementwise<1> {
    static constexpr auto name = "softplus";
    static constexpr auto value = [](auto x) {
        const auto zero = lane::broadcast<decltype(x)>(0);
        return lane::select(lane::less(x, zero), zero, x) + lane::log1p(lane::exp(lane::negate(lane::abs(x))));
    };
    static constexpr auto slope = [](auto x, auto) { return apply<sigmoid>(x); };
};

/// log(sigmoid(x)) = -softplus(-x).
struct log_sigmoid : elementwise<1> {
    static constexpr auto name = "log_sigmoid";
    static constexpr auto value = [](auto x) { return lane::negate(softplus::value(lane::negate(x))); };
    static constexpr auto slope = [](auto x, auto) { return apply<sigmoid>(-x); };
};

}  // namespace pergrad::primitive
