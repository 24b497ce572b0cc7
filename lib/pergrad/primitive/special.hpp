// Special functions of statistics: the error function and the normal distribution, the gamma function's logarithm and
// its derivatives.
#pragma once

#include <pergrad/primitive/arithmetic.hpp>
#include <pergrad/primitive/special_values.hpp>

namespace pergrad::primitive {

/// exp(-c x^2), c a constant power of 2.
struct gaussian : elementwise<2> {
    static constexpr auto name = "gaussian";
    static constexpr lane::lane_by_lane value{[](auto x, auto c) { return special::gaussian(x, c); }};
    static constexpr auto slope =
        per_operand{[](auto x, auto c, auto y) { return guarded(-2 * c * y, x); }, no_slope{}};
};

/// 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x.
struct erf : elementwise<1> {
    static constexpr auto name = "erf";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::erf(x); }};
    static constexpr auto slope = [](auto x, auto) {
        return apply<multiply>(2 * std::numbers::inv_sqrtpi, apply<gaussian>(x, 1));
    };
};

/// 1 - erf(x), exact where erf is near 1.
struct erfc : elementwise<1> {
    static constexpr auto name = "erfc";
    static constexpr lane::lane_by_lane value{[](auto x) { return std::erfc(x); }};
    static constexpr auto slope = [](auto x, auto) { return -erf::slope(x, x); };
};

/// The standard normal distribution function, Phi(x) = erfc(-x / sqrt(2)) / 2.
struct normal_cdf : elementwise<1> {
    static constexpr auto name = "normal_cdf";
    static constexpr lane::lane_by_lane value{[](auto x) { return special::normal_cdf(x); }};
    static constexpr auto slope = [](auto x, auto) {
        return apply<multiply>(special::normal_density_at_0, apply<gaussian>(x, 0.5));
    };
};

struct normal_hazard;

/// log Phi(x), about -x^2/2 for very negative x. The slope is density over distribution.
struct normal_log_cdf : elementwise<1> {
    static constexpr auto name = "normal_log_cdf";
    static constexpr lane::lane_by_lane value{[](auto x) { return special::normal_log_cdf(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<normal_hazard>(x); };
};

/// x + normal_hazard(x), about -1/x for very negative x.
struct normal_excess : elementwise<1> {
    static constexpr auto name = "normal_excess";
    static constexpr lane::lane_by_lane value{[](auto x) { return special::normal_excess(x); }};
    static constexpr auto slope = [](auto x, auto y) { return 1 - apply<normal_hazard>(x) * y; };
};

/// The slope of normal_log_cdf, about -x for very negative x.
struct normal_hazard : elementwise<1> {
    static constexpr auto name = "normal_hazard";
    static constexpr lane::lane_by_lane value{[](auto x) { return special::normal_hazard(x); }};
    static constexpr auto slope = [](auto x, auto y) { return guarded(-y, apply<normal_excess>(x)); };
};

/// The n-th derivative of digamma, n a constant whole number from 1 to 20.
struct polygamma : elementwise<2> {
    static constexpr auto name = "polygamma";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{
        [](auto x, auto n) { return special::polygamma(static_cast<int>(n), x); }};
    static constexpr auto slope =
        per_operand{[](auto x, auto n, auto) { return apply<polygamma>(x, n + 1); }, no_slope{}};
};

/// The slope of lgamma: infinite at 0, NaN at negative whole numbers.
struct digamma : elementwise<1> {
    static constexpr auto name = "digamma";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x) { return special::digamma(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<polygamma>(x, 1); };
};

/// log |gamma(x)|: +infinity at 0 and at negative whole numbers.
struct lgamma : elementwise<1> {
    static constexpr auto name = "lgamma";
    static constexpr auto derivative = flow::singular;
    static constexpr lane::lane_by_lane value{[](auto x) { return special::log_gamma(x); }};
    static constexpr auto slope = [](auto x, auto) { return apply<digamma>(x); };
};

}  // namespace pergrad::primitive
