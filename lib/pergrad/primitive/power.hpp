// Squares, roots and powers.
#pragma once

#include <pergrad/primitive/arithmetic.hpp>
#include <pergrad/primitive/choice.hpp>
#include <pergrad/primitive/exponential.hpp>

namespace pergrad::primitive {

struct square : elementwise<1> {
    static constexpr auto name = "square";
    static constexpr auto value = [](auto x) { return x * x; };
    static constexpr auto slope = [](auto x, auto) { return 2 * x; };
};

/// Square root: slope +infinity at 0, which a zero adjoint makes 0.
struct sqrt : elementwise<1> {
    static constexpr auto name = "sqrt";
    static constexpr auto derivative = flow::singular;
    static constexpr auto value = [](auto x) { return lane::sqrt(x); };
    static constexpr auto slope = [](auto, auto y) { return 1 / (2 * y); };
};

/// x^n, n a constant whole number that is not negative, by repeated squaring. x^0 = 1 with slope 0 everywhere.
struct whole_power : elementwise<2> {
    static constexpr auto name = "whole_power";
    static constexpr auto value = [](auto x, auto exponent) {
        auto result = lane::broadcast<decltype(x)>(1);
        for (int n = static_cast<int>(lane::first(exponent)); n > 0; n /= 2) {
            if (n % 2 == 1) result = result * x;
            x = x * x;
        }
        return result;
    };
    static constexpr auto slope =
        per_operand{[](auto x, auto n, auto) { return n * apply<whole_power>(x, apply<max>(n - 1, 0)); }, no_slope{}};
};

/// x^-n, n a constant positive whole number: (1/x)^n, since x^n can overflow where the result does not vanish. Infinite
/// at 0.
struct inverse_power : elementwise<2> {
    static constexpr auto name = "inverse_power";
    static constexpr auto derivative = flow::singular;
    static constexpr auto value = [](auto x, auto n) { return whole_power::value(1 / x, n); };
    static constexpr auto slope =
        per_operand{[](auto x, auto n, auto) { return -n * apply<inverse_power>(x, n + 1); }, no_slope{}};
};

/// x^c: NaN for x < 0 unless c is a whole number, 0^0 = 1, singular at 0. Slopes c x^(c-1), 0 where c = 0, and
/// x^c log x, 0 where x = 0 and c >= 0.
struct power : elementwise<2> {
    static constexpr auto name = "power";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x, auto exponent) { return std::pow(x, exponent); }};
    static constexpr auto slope = per_operand{
        [](auto x, auto c, auto) { return guarded(c, apply<power>(x, c - 1)); },
        [](auto x, auto c, auto z) {
            return apply<select>(apply<both>(apply<equal>(x, 0), apply<greater_equal>(c, 0)), 0, z * apply<log>(x));
        }};
};

/// 1 / sqrt(x): infinite at 0, NaN below.
struct rsqrt : elementwise<1> {
    static constexpr auto name = "rsqrt";
    static constexpr auto derivative = flow::singular;
    static constexpr auto value = [](auto x) { return 1 / lane::sqrt(x); };
    static constexpr auto slope = [](auto x, auto y) { return -y / (2 * x); };
};

/// Cube root, of negative numbers too: slope +infinity at 0.
struct cbrt : elementwise<1> {
    static constexpr auto name = "cbrt";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x) { return std::cbrt(x); }};
    static constexpr auto slope = [](auto, auto y) { return 1 / (3 * y * y); };
};

}  // namespace pergrad::primitive
