// Functions that jump: whole numbers, signs, remainders. Where they are flat no derivative passes.
#pragma once

#include <pergrad/primitive/arithmetic.hpp>
#include <pergrad/primitive/choice.hpp>

namespace pergrad::primitive {

/// A function that is constant between its jumps: slope 0, at the jumps too.
struct step : elementwise<1> {
    static constexpr auto derivative = flow::blocked;
};

/// -1, 0 or 1; zero keeps its sign, NaN stays.
struct sign : step {
    static constexpr auto name = "sign";
    static constexpr auto value = [](auto x) {
        const auto zero = lane::broadcast<decltype(x)>(0), one = lane::broadcast<decltype(x)>(1);
        return lane::select(lane::either(lane::less(x, zero), lane::greater(x, zero)), lane::copysign(one, x), x);
    };
};

/// The whole number below.
struct floor : step {
    static constexpr auto name = "floor";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::floor(x); }};
};

/// The whole number above.
struct ceil : step {
    static constexpr auto name = "ceil";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::ceil(x); }};
};

/// The nearest whole number, of two that are equally near the even one, as in JAX.
struct round : step {
    static constexpr auto name = "round";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::nearbyint(x); }};
};

/// x - n y with the whole number n = x / y rounded to zero; of the sign of x. NaN for an infinite x or y = 0. Slopes 1
/// and -n, at the jumps too.
struct fmod : elementwise<2> {
    static constexpr auto name = "fmod";
    static constexpr lane::lane_by_lane value{[](auto x, auto y) { return std::fmod(x, y); }};
    static constexpr auto slope = per_operand{[](auto, auto, auto) { return 1; },
                                              [](auto x, auto y, auto z) { return apply<round>((z - x) / y); }};
};

/// min(max(x, lowest), highest), NaN for NaN. At a bound, as beyond it, x has slope 0; a bound has slope 1 where it is
/// passed.
struct clamp : elementwise<3> {
    static constexpr auto name = "clamp";
    static constexpr auto derivative = flow::selective;
    static constexpr auto value = [](auto x, auto lowest, auto highest) {
        return min::value(max::value(x, lowest), highest);
    };
    static constexpr auto slope =
        per_operand{[](auto x, auto lowest, auto highest, auto) {
                        return apply<select>(apply<both>(apply<greater>(x, lowest), apply<less>(x, highest)), 1, 0);
                    },
                    [](auto x, auto lowest, auto, auto) { return apply<select>(apply<less>(x, lowest), 1, 0); },
                    [](auto x, auto, auto highest, auto) { return apply<select>(apply<greater>(x, highest), 1, 0); }};
};

}  // namespace pergrad::primitive
