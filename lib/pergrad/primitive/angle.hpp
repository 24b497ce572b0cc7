// Angles, in radians: the circular functions and their inverses, and the length and direction of a pair.
#pragma once

#include <pergrad/primitive/arithmetic.hpp>
#include <pergrad/primitive/power.hpp>

namespace pergrad::primitive {

struct cos;
struct hypot;

/// Sine; NaN at infinity.
struct sin : elementwise<1> {
    static constexpr auto name = "sin";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::sin(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<cos>(x); };
};

/// Cosine; NaN at infinity.
struct cos : elementwise<1> {
    static constexpr auto name = "cos";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::cos(x); }};
    static constexpr auto slope = [](auto x, auto) { return -apply<sin>(x); };
};

/// Tangent; NaN at infinity. No number is so close to a pole that the tangent is infinite.
struct tan : elementwise<1> {
    static constexpr auto name = "tan";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::tan(x); }};
    static constexpr auto slope = [](auto, auto y) { return 1 + y * y; };
};

/// 1 - x^2 as (1 - x) (1 + x), which does not cancel.
struct one_minus_square : elementwise<1> {
    static constexpr auto name = "one_minus_square";
    static constexpr auto value = [](auto x) { return (1 - x) * (1 + x); };
    static constexpr auto slope = [](auto x, auto) { return -2 * x; };
};

/// Inverse sine, from -pi/2 to pi/2; NaN for |x| > 1, slope +infinity at 1 and -1.
struct asin : elementwise<1> {
    static constexpr auto name = "asin";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x) { return std::asin(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<rsqrt>(apply<one_minus_square>(x)); };
};

/// Inverse cosine, from 0 to pi; NaN for |x| > 1, slope -infinity at 1 and -1.
struct acos : elementwise<1> {
    static constexpr auto name = "acos";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x) { return std::acos(x); }};
    static constexpr auto slope = [](auto x, auto) { return -asin::slope(x, x); };
};

/// Inverse tangent, from -pi/2 to pi/2. The slope is 1 / (1 + x^2), as a square that does not overflow before it
/// vanishes.
struct atan : elementwise<1> {
    static constexpr auto name = "atan";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::atan(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<square>(1 / apply<hypot>(x, 1)); };
};

/// x / sqrt(x^2 + y^2), the cosine of the angle of (x, y): scaled, so that nothing overflows or underflows on the way.
/// 0 at (0, 0); infinite coordinates weigh the same.
struct direction : elementwise<2> {
    static constexpr auto name = "direction";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x, auto y) {
        using T = decltype(x);
        const T size = std::max(std::abs(x), std::abs(y));
        const auto scaled = [size](T part) {
            return size < std::numeric_limits<T>::infinity() ? part / size : std::copysign(T(std::isinf(part)), part);
        };
        if (size == 0 || std::isnan(x) || std::isnan(y)) return x + y * 0;
        return scaled(x) / std::sqrt(scaled(x) * scaled(x) + scaled(y) * scaled(y));
    }};
    static constexpr auto slope = per_operand{
        [](auto x, auto y, auto) { return guarded(apply<square>(apply<direction>(y, x)), 1 / apply<hypot>(x, y)); },
        [](auto x, auto y, auto z) { return guarded(-z * apply<direction>(y, x), 1 / apply<hypot>(x, y)); }};
};

/// sqrt(x^2 + y^2), which overflows only where the result does; infinite where either is. The gradient at (0, 0) is 0.
struct hypot : elementwise<2> {
    static constexpr auto name = "hypot";
    static constexpr lane::lane_by_lane value{[](auto x, auto y) { return std::hypot(x, y); }};
    static constexpr auto slope = per_operand{[](auto x, auto y, auto) { return apply<direction>(x, y); },
                                              [](auto x, auto y, auto) { return apply<direction>(y, x); }};
};

/// The angle of the point (x, y), operands in the order y, x, from -pi to pi. The gradient is (x, -y) / (x^2 + y^2); at
/// (0, 0), where there is none, 0.
struct atan2 : elementwise<2> {
    static constexpr auto name = "atan2";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto y, auto x) { return std::atan2(y, x); }};
    static constexpr auto slope =
        per_operand{[](auto y, auto x, auto) { return guarded(apply<direction>(x, y), 1 / apply<hypot>(x, y)); },
                    [](auto y, auto x, auto) { return guarded(-apply<direction>(y, x), 1 / apply<hypot>(x, y)); }};
};

}  // namespace pergrad::primitive
