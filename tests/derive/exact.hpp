// Functions in 50 digits, by series and continued fractions that have nothing in common with the library's.
#pragma once

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/bernoulli.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <limits>

namespace functions {

using exact = boost::multiprecision::cpp_bin_float_50;
/// Holds any double times pi with 50 digits behind the point, and any double as a whole number.
using wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<400>>;

inline const exact pi = boost::math::constants::pi<exact>();

inline exact one_if(bool condition) { return condition ? 1 : 0; }

/// a - n b, n = a / b rounded to zero.
inline exact remainder_of(const exact& a, const exact& b) {
    return exact(wide(a) - wide(b) * trunc(wide(a) / wide(b)));
}
/// An angle of the same sine and cosine, less than a turn.
inline exact turned(const exact& a) {
    const wide turn = 2 * boost::math::constants::pi<wide>();
    return exact(wide(a) - turn * trunc(wide(a) / turn));
}

/// exp(a^2) erfc(a), a > 0: the continued fraction 1 / (a + (1/2) / (a + 1 / (a + (3/2) / ...))) / sqrt(pi), or the
/// series of erf where that converges too slowly.
inline exact scaled_erfc(const exact& a) {
    if (a < 3) {
        exact term = a, sum = a;
        for (int k = 1; k < 200; ++k) {
            term *= -a * a / k;
            sum += term / (2 * k + 1);
        }
        return (1 - 2 / sqrt(pi) * sum) * exp(a * a);
    }
    exact tail = a;
    for (int k = 600; k > 0; --k) tail = a + exact(k) / 2 / tail;
    return 1 / (tail * sqrt(pi));
}
inline exact erfc_of(const exact& a) {
    if (abs(a) > 1e9) return 2 * one_if(a < 0);
    return a < 0 ? exact(2 - scaled_erfc(-a) * exp(-a * a)) : exact(scaled_erfc(a) * exp(-a * a));
}
/// The odd series: 1 - erfc would cancel.
inline exact erf_of(const exact& a) {
    if (abs(a) > 3) return 1 - erfc_of(a);
    exact term = a, sum = a;
    for (int k = 1; k < 200; ++k) {
        term *= -a * a / k;
        sum += term / (2 * k + 1);
    }
    return 2 / sqrt(pi) * sum;
}
inline exact gaussian(const exact& a) { return abs(a) > 1e9 ? exact(0) : exact(exp(-a * a)); }
inline exact normal_density(const exact& a) { return gaussian(a / sqrt(exact(2))) / sqrt(2 * pi); }
inline exact normal_distribution(const exact& a) { return erfc_of(-a / sqrt(exact(2))) / 2; }
inline exact log_normal_distribution(const exact& a) {
    if (a > 0) return log1p(-normal_distribution(-a));
    return log(scaled_erfc(-a / sqrt(exact(2))) / 2) - a * a / 2;
}
inline exact normal_hazard(const exact& a) {
    if (a > 0) return normal_density(a) / normal_distribution(a);
    return sqrt(2 / pi) / scaled_erfc(-a / sqrt(exact(2)));
}

/// a + normal_hazard(a): the continued fraction 1 / (t + 2 / (t + 3 / (t + ...))) of t = -a, where it would cancel.
inline exact normal_excess(const exact& a) {
    if (a > -4) return a + normal_hazard(a);
    exact tail = -a;
    for (int k = 1000; k > 1; --k) tail = -a + k / tail;
    return 1 / tail;
}

/// log gamma (order -1), digamma (0), trigamma (1), tetragamma (2) of a number that is no pole: by the asymptotic series beyond 60,
/// reached by the recurrence, and by the reflection formula.
inline exact gamma_family(int order, const exact& a) {
    if (a < 0) {
        const exact half_turn = pi * (a - round(a));
        const exact other = gamma_family(order, 1 - a);
        if (order < 0) return log(pi / abs(sin(half_turn))) - other;
        const exact cotangent = cos(half_turn) / sin(half_turn), squared = pi / sin(half_turn) * (pi / sin(half_turn));
        if (order == 0) return other - pi * cotangent;
        return order == 1 ? exact(squared - other) : exact(other - 2 * pi * cotangent * squared);
    }
    // the terms of the series and of the recurrence are derivatives of those of log gamma
    const auto derivative = [order](int power, const exact& x) {  // of x^-power, order + 1 times
        exact factor = 1;
        for (int k = 0; k <= order; ++k) factor *= -(power + k);
        return exact(factor * pow(x, -power - order - 1));
    };
    exact x = a, sum = 0;
    for (; x < 60; ++x) sum -= order < 0 ? exact(log(x)) : exact((order % 2 == 0 ? 1 : -1) * (order < 2 ? 1 : 2) * pow(x, -order - 1));
    if (order < 0) sum += (x - exact(0.5)) * log(x) - x + log(2 * pi) / 2;
    else if (order == 0) sum += log(x) - 1 / (2 * x);
    else if (order == 1) sum += 1 / x + 1 / (2 * x * x);
    else sum -= 1 / (x * x) + 1 / (x * x * x);
    for (int k = 1; k <= 30; ++k)
        sum += boost::math::bernoulli_b2n<exact>(k) / (2 * k * (2 * k - 1)) * derivative(2 * k - 1, x);
    return sum;
}
inline bool is_pole(const exact& a) { return a <= 0 && a == floor(a); }
inline exact gamma_family_or(int order, const exact& a, double at_poles) {
    return is_pole(a) ? exact(at_poles) : gamma_family(order, a);
}

}  // namespace functions
