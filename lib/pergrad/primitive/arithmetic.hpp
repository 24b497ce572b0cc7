// The four operations and the sign. IEEE results: a / x is never a * (1 / x), x - x and 0 * x are never folded.
#pragma once

#include <pergrad/primitive/primitive.hpp>

namespace pergrad::primitive {

/// x + y + ...: as many terms as are written one after the other, summed from left to right.
struct add : elementwise<2> {
    static constexpr auto name = "add";
    static constexpr bool variadic = true;
    static constexpr auto value = [](auto x, auto y) { return x + y; };
    static constexpr auto slope = per_operand{[](auto, auto, auto) { return 1; }, [](auto, auto, auto) { return 1; }};
};

struct subtract : elementwise<2> {
    static constexpr auto name = "subtract";
    static constexpr auto value = [](auto x, auto y) { return x - y; };
    static constexpr auto slope = per_operand{[](auto, auto, auto) { return 1; }, [](auto, auto, auto) { return -1; }};
};

struct multiply : elementwise<2> {
    static constexpr auto name = "multiply";
    static constexpr auto value = [](auto x, auto y) { return x * y; };
    static constexpr auto slope =
        per_operand{[](auto, auto y, auto) { return y; }, [](auto x, auto, auto) { return x; }};
};

/// d(x/y) = dx / y - (x/y) dy / y. Singular where y = 0, and where the slope overflows before the value does.
struct divide : elementwise<2> {
    static constexpr auto name = "divide";
    static constexpr auto derivative = flow::singular;
    static constexpr auto value = [](auto x, auto y) { return x / y; };
    static constexpr auto slope =
        per_operand{[](auto, auto y, auto) { return 1 / y; }, [](auto, auto y, auto z) { return -z / y; }};
};

/// Flips the sign, of zero too.
struct negate : elementwise<1> {
    static constexpr auto name = "negate";
    static constexpr auto value = [](auto x) { return lane::negate(x); };
    static constexpr auto slope = [](auto, auto) { return -1; };
};

/// The product in which zero annihilates: 0 * infinity = 0, 0 * NaN = 0. Only derivatives use it, where a singular or a
/// selective primitive stands on their way.
struct guarded_multiply : elementwise<2> {
    static constexpr auto name = "guarded_multiply";
    static constexpr auto derivative = flow::singular;
    static constexpr auto value = [](auto x, auto y) {
        const auto zero = lane::broadcast<decltype(x)>(0);
        return lane::select(lane::either(lane::equal(x, zero), lane::equal(y, zero)), zero, x * y);
    };
    static constexpr auto slope =
        per_operand{[](auto, auto y, auto) { return y; }, [](auto x, auto, auto) { return x; }};
};

constexpr auto guarded(auto x, auto y) { return apply<guarded_multiply>(x, y); }

/// x - y, and 0 where they are equal, both infinite too.
struct distance : elementwise<2> {
    static constexpr auto name = "distance";
    static constexpr auto value = [](auto x, auto y) {
        return lane::select(lane::equal(x, y), lane::broadcast<decltype(x)>(0), x - y);
    };
    static constexpr auto slope = subtract::slope;
};

/// x, through which no derivative passes.
struct stop_gradient : elementwise<1> {
    static constexpr auto name = "stop_gradient";
    static constexpr auto derivative = flow::blocked;
    static constexpr auto value = [](auto x) { return x; };
};

}  // namespace pergrad::primitive
