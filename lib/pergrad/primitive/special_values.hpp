// Special functions of a double that the standard library doesn't have. In float they are computed in double.
#pragma once

#include <cmath>
#include <limits>
#include <numbers>

namespace pergrad::special {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// x^2 = `square` + `rest`, the first one exact: exp(x^2) would lose as many digits as x^2 has before the point.
struct exact_square {
    double square, rest;

    explicit exact_square(double x) {
        const double high = static_cast<float>(x);
        square = high * high;
        rest = (x - high) * (x + high);
    }
};

/// exp(-c x^2), c a small power of 2.
inline double gaussian(double x, double c) {
    if (std::abs(x) > 1e3) return 0;
    const exact_square s(x);
    return std::exp(-c * s.square) * std::exp(-c * s.rest);
}

/// exp(x^2) erfc(x), x >= 0. Beyond 10 by 1 / (sqrt(pi) x) (1 - 1/(2 x^2) + 3/(2 x^2)^2 - 15/(2 x^2)^3 + ...).
inline double scaled_erfc(double x) {
    if (x < 10) {
        const exact_square s(x);
        return std::exp(s.square) * std::exp(s.rest) * std::erfc(x);
    }
    const double step = -0.5 / (x * x);
    double sum = 1;
    for (int k = 13; k > 0; --k) sum = 1 + (2 * k - 1) * step * sum;
    return sum / x * std::numbers::inv_sqrtpi;
}

/// 1 / sqrt(2 pi)
inline constexpr double normal_density_at_0 = 0.398942280401432677939946059934;

/// The integral of the standard normal density up to x.
inline double normal_cdf(double x) { return 0.5 * std::erfc(x * (-0.5 * std::numbers::sqrt2)); }

/// Its logarithm, which does not underflow: for x < -1, Phi(x) = exp(-x^2/2) scaled_erfc(-x / sqrt(2)) / 2.
inline double normal_log_cdf(double x) {
    if (x > -1) return std::log1p(-normal_cdf(-x));
    if (x < -1e160) return -infinity;
    return std::log(0.5 * scaled_erfc(x * (-0.5 * std::numbers::sqrt2))) - 0.5 * x * x;
}

/// The slope of normal_log_cdf: density over distribution, about -x for very negative x.
inline double normal_hazard(double x) {
    if (x < 0) return 2 * normal_density_at_0 / scaled_erfc(x * (-0.5 * std::numbers::sqrt2));
    return normal_density_at_0 * gaussian(x, 0.5) / normal_cdf(x);
}

/// x + normal_hazard(x), which for very negative x is a small difference of large numbers: there by the continued
/// fraction of the hazard, t + 1/(t + 2/(t + 3/(t + ...))) with t = -x.
inline double normal_excess(double x) {
    if (x > -4) return x + normal_hazard(x);
    double tail = -x;
    for (int k = 60; k > 1; --k) tail = -x + k / tail;
    return 1 / tail;
}

namespace detail {

/// B_2, B_4, ..., B_20.
inline constexpr double bernoulli[] = {1. / 6,       -1. / 30, 1. / 42,      -1. / 30,     5. / 66,
                                       -691. / 2730, 7. / 6,   -3617. / 510, 43867. / 798, -174611. / 330};

/// digamma near its root x0 and for x between 1 and 2: (x - x0) sum over k >= 0 of 1 / ((k + x0) (k + x)), the terms
/// from 10 on by the Euler-Maclaurin formula.
inline double digamma_between_1_and_2(double x) {
    constexpr double root = 1.4616321449683622, root_rest = 9.549995429965697e-17;
    constexpr int first = 10;
    const double from_root = (x - root) - root_rest;
    const double a = 1 / (first + root), b = 1 / (first + x);
    // the m-th derivative of 1 / ((k + x0) (k + x)) by k is (-1)^m m! times the sum of a^(i+1) b^(m-i+1), i from 0 to m
    double sum = 0, power_of_b = b, derivative = a * b;
    for (int m = 1; m < 14; ++m) {
        power_of_b *= b;
        derivative = derivative * a + a * power_of_b;
        if (m % 2 == 1) sum += bernoulli[m / 2] / (m + 1) * derivative;
    }
    sum += std::log1p(from_root * a) / from_root + 0.5 * a * b;
    for (int k = first - 1; k >= 0; --k) sum += 1 / ((k + root) * (k + x));
    return from_root * sum;
}

/// The n-th derivative of cot(pi x) by x. The argument is reduced before it is rounded.
inline double cotangent_derivative(int n, double x) {
    constexpr double pi = std::numbers::pi;
    const double within = x - std::nearbyint(x);
    // in c = cot(pi x): a polynomial whose derivative by x is p'(c) (-pi) (1 + c^2)
    constexpr int most = 20;
    double polynomial[most + 2] = {0, 1};
    for (int order = 0; order < n; ++order) {
        double next[most + 2] = {};
        for (int k = 1; k <= order + 1; ++k) {
            next[k - 1] -= pi * k * polynomial[k];
            next[k + 1] -= pi * k * polynomial[k];
        }
        for (int k = 0; k <= order + 2; ++k) polynomial[k] = next[k];
    }
    const double from_half = std::copysign(0.5, within) - within;  // where the cotangent is small
    const double c = std::abs(within) < 0.25 ? 1 / std::tan(pi * within) : std::tan(pi * from_half);
    double sum = 0;
    for (int k = n + 1; k >= 0; --k) sum = sum * c + polynomial[k];
    return sum;
}

}  // namespace detail

/// log |gamma(x)|. (std::lgamma writes a global variable.)
inline double log_gamma(double x) {
    int sign;
    return ::lgamma_r(x, &sign);
}
inline float log_gamma(float x) {
    int sign;
    return ::lgammaf_r(x, &sign);
}

/// The logarithmic derivative of the gamma function. NaN at negative whole numbers, minus the sign of zero times
/// infinity at zero.
inline double digamma(double x) {
    if (x == 0) return std::copysign(infinity, -x);
    if (x <= -0.5) {
        if (x == std::floor(x)) return not_a_number;
        if (x > -0.5) return digamma(1 + x) - 1 / x;
        return digamma(1 - x) - std::numbers::pi * detail::cotangent_derivative(0, x);
    }
    if (x < 1) return detail::digamma_between_1_and_2(1 + x) - 1 / x;
    if (x < 10) {
        double sum = 0;
        for (; x > 2; x -= 1) sum += 1 / (x - 1);
        return sum + detail::digamma_between_1_and_2(x);
    }
    // log x - 1/(2x) - sum of B_2k / (2k x^2k)
    const double step = 1 / (x * x);
    double sum = 0;
    for (int k = 8; k > 0; --k) sum = (sum + detail::bernoulli[k - 1] / (2 * k)) * step;
    return std::log(x) - 0.5 / x - sum;
}

/// The n-th derivative of digamma, n from 1 to 20 (NaN beyond). Infinite or NaN at the poles.
inline double polygamma(int n, double x) {
    if (n > 20) return not_a_number;
    const double sign = n % 2 == 1 ? 1 : -1;
    if (x == 0) return n % 2 == 1 ? infinity : std::copysign(infinity, -x);
    if (x <= -0.5) {
        if (x == std::floor(x)) return n % 2 == 1 && x > -infinity ? infinity : not_a_number;
        return -sign * polygamma(n, 1 - x) - std::numbers::pi * detail::cotangent_derivative(n, x);
    }
    double factorial = 1;
    for (int k = 2; k < n; ++k) factorial *= k;  // (n - 1)!
    if (x > 1e16) return sign * factorial * std::pow(x, -n);
    // n! / x^(n+1) until x is large, then (n-1)!/x^n + n!/(2 x^(n+1)) + sum of B_2k (2k+n-1)! / ((2k)! x^(2k+n))
    double sum = 0;
    for (; x < 15 + n; x += 1) sum += n * factorial * std::pow(x, -n - 1);
    double term = factorial * std::pow(x, -n);
    sum += term + 0.5 * n * term / x;
    for (int k = 1; k <= 10; ++k) {
        term *= (2 * k + n - 1) * (k == 1 ? n : 2 * k + n - 2) / (x * x * (2 * k) * (2 * k - 1));
        sum += detail::bernoulli[k - 1] * term;
    }
    return sign * sum;
}

}  // namespace pergrad::special
