// The hyperbolic functions and their inverses; tanh stands beside the exponential, of which it is made.
#pragma once

#include <pergrad/primitive/angle.hpp>

namespace pergrad::primitive {

struct cosh;

struct sinh : elementwise<1> {
    static constexpr auto name = "sinh";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::sinh(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<cosh>(x); };
};

struct cosh : elementwise<1> {
    static constexpr auto name = "cosh";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::cosh(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<sinh>(x); };
};

/// Slope 1 / sqrt(1 + x^2), which vanishes only at infinity.
struct asinh : elementwise<1> {
    static constexpr auto name = "asinh";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::asinh(x); }};
    static constexpr auto slope = [](auto x, auto) { return 1 / apply<hypot>(x, 1); };
};

/// At least 0; NaN for x < 1, slope +infinity at 1. x^2 - 1 is (x - 1) (x + 1), whose roots don't overflow.
struct acosh : elementwise<1> {
    static constexpr auto name = "acosh";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x) { return std::acosh(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<rsqrt>(x - 1) * apply<rsqrt>(x + 1); };
};

/// NaN for |x| > 1, infinite and with infinite slope at 1 and -1.
struct atanh : elementwise<1> {
    static constexpr auto name = "atanh";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x) { return std::atanh(x); }};
    static constexpr auto slope = [](auto x, auto) { return 1 / apply<one_minus_square>(x); };
};

}  // namespace pergrad::primitive
