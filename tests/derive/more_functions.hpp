// The table of functions.hpp goes on: angles, hyperbolic and special functions, functions of two numbers with the one
// or the other held fixed, and those of networks.
#pragma once

#include "functions.hpp"

namespace functions {

/// What most functions have; a row that has something else says so.
struct row {
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 1, slope_ulp = 1;
};
#define PERGRAD_ROW(function)                                                                                          \
    struct function : row {                                                                                            \
        static constexpr auto name = #function;                                                                        \
        static constexpr auto of = [](auto a) { return pg::function(a); };
#define PERGRAD_ROW_OF(row_name, text)                                                                                 \
    struct row_name : row {                                                                                            \
        static constexpr auto name = #row_name;                                                                        \
        static constexpr auto of = [](auto a) { return text; };
#define PERGRAD_ARGUMENTS(...)                                                                                         \
    template<class T>                                                                                                  \
    static constexpr range arguments{__VA_ARGS__};

// ---- of one number

PERGRAD_ROW(exp2)
    PERGRAD_ARGUMENTS(choose<T>(-1074, -149), choose<T>(1023.9, 127.9))
    static constexpr double slope_ulp = 2;
    static constexpr limit below{0, 0}, above{infinity, infinity};
};
PERGRAD_ROW(log2)
    PERGRAD_ARGUMENTS(0, largest<T>)
    static constexpr limit below{not_a_number, 0}, above{infinity, 0};
};
PERGRAD_ROW(log10)
    PERGRAD_ARGUMENTS(0, largest<T>)
    static constexpr double ulp = 2;
    static constexpr limit below{not_a_number, 0}, above{infinity, 0};
};
PERGRAD_ROW(rsqrt)
    PERGRAD_ARGUMENTS(0, largest<T>)
    static constexpr double ulp = 1.5, slope_ulp = 2;
    static constexpr limit below{not_a_number, not_a_number}, above{0, 0};
};
PERGRAD_ROW(cbrt)
    static constexpr double ulp = 3.7, slope_ulp = 8.5;
    static constexpr limit below{-infinity, 0}, above{infinity, 0};
};
PERGRAD_ROW(sin)
    static constexpr limit below{not_a_number, not_a_number}, above{not_a_number, not_a_number};
};
PERGRAD_ROW(cos)
    static constexpr limit below{not_a_number, not_a_number}, above{not_a_number, not_a_number};
};
PERGRAD_ROW(tan)
    static constexpr double slope_ulp = 3;
    static constexpr limit below{not_a_number, not_a_number}, above{not_a_number, not_a_number};
};
PERGRAD_ROW(asin)
    PERGRAD_ARGUMENTS(-1, 1)
    static constexpr double slope_ulp = 3;
    static constexpr limit below{not_a_number, not_a_number}, above{not_a_number, not_a_number};
};
PERGRAD_ROW(acos)
    PERGRAD_ARGUMENTS(-1, 1)
    static constexpr double slope_ulp = 3;
    static constexpr limit below{not_a_number, not_a_number}, above{not_a_number, not_a_number};
};
PERGRAD_ROW(atan)
    static constexpr double slope_ulp = 4;
    static constexpr limit below{-1.5707963267948966, 0}, above{1.5707963267948966, 0};
};
PERGRAD_ROW(sinh)
    PERGRAD_ARGUMENTS(-choose<T>(710.4, 89.4), choose<T>(710.4, 89.4))
    static constexpr double ulp = 2, slope_ulp = 2;
    static constexpr limit below{-infinity, infinity}, above{infinity, infinity};
};
PERGRAD_ROW(cosh)
    PERGRAD_ARGUMENTS(-choose<T>(710.4, 89.4), choose<T>(710.4, 89.4))
    static constexpr double ulp = 2, slope_ulp = 2;
    static constexpr limit below{infinity, -infinity}, above{infinity, infinity};
};
PERGRAD_ROW(asinh)
    static constexpr double ulp = 2, slope_ulp = 2;
    static constexpr limit below{-infinity, 0}, above{infinity, 0};
};
PERGRAD_ROW(acosh)
    PERGRAD_ARGUMENTS(1, largest<T>)
    static constexpr double ulp = 3, slope_ulp = 4;
    static constexpr limit below{not_a_number, not_a_number}, above{infinity, 0};
};
PERGRAD_ROW(atanh)
    PERGRAD_ARGUMENTS(-1 + std::numeric_limits<T>::epsilon() / 2, 1 - std::numeric_limits<T>::epsilon() / 2)
    static constexpr double ulp = 2, slope_ulp = 2;
    static constexpr limit below{not_a_number, 0}, above{not_a_number, 0};
};
PERGRAD_ROW(erf)
    static constexpr double slope_ulp = 4;
    static constexpr limit below{-1, 0}, above{1, 0};
};
PERGRAD_ROW(erfc)
    static constexpr double ulp = 5, slope_ulp = 4;
    static constexpr limit below{2, 0}, above{0, 0};
};
PERGRAD_ROW(normal_cdf)
    static constexpr bool conditioned = true;
    static constexpr double ulp = 6, slope_ulp = 4;
    static constexpr limit below{0, 0}, above{1, 0};
};
PERGRAD_ROW(normal_log_cdf)
    PERGRAD_ARGUMENTS(-choose<T>(1.8e154, 2.5e19), largest<T>)
    static constexpr bool conditioned = true;
    static constexpr double ulp = 6, slope_ulp = 9;
    static constexpr limit below{-infinity, infinity}, above{0, 0};
};
PERGRAD_ROW(lgamma)
    static constexpr bool conditioned = true;
    static constexpr double ulp = 5, slope_ulp = 12;
    static constexpr limit below{infinity, not_a_number}, above{infinity, infinity};
};
PERGRAD_ROW(digamma)
    static constexpr bool conditioned = true;
    static constexpr double ulp = 4, slope_ulp = 4;
    static constexpr limit below{not_a_number, not_a_number}, above{infinity, 0};
};
PERGRAD_ROW(sign)
    static constexpr double ulp = 0, slope_ulp = 0;
    static constexpr limit below{-1, 0}, above{1, 0};
};
PERGRAD_ROW(floor)
    static constexpr double ulp = 0, slope_ulp = 0;
    static constexpr limit below{-infinity, 0}, above{infinity, 0};
};
PERGRAD_ROW(ceil)
    static constexpr double ulp = 0, slope_ulp = 0;
    static constexpr limit below{-infinity, 0}, above{infinity, 0};
};
PERGRAD_ROW(round)
    static constexpr double ulp = 0, slope_ulp = 0;
    static constexpr limit below{-infinity, 0}, above{infinity, 0};
};

// ---- of networks

PERGRAD_ROW(gelu)
    static constexpr bool conditioned = true, slope_in_units_of_one = true;
    static constexpr double ulp = 6, slope_ulp = 4;
    static constexpr limit below{0, 0}, above{infinity, 1};
};
PERGRAD_ROW(silu)
    static constexpr bool conditioned = true, slope_in_units_of_one = true;
    static constexpr double ulp = 3, slope_ulp = 4;
    static constexpr limit below{0, 0}, above{infinity, 1};
};
PERGRAD_ROW(log_sigmoid)
    static constexpr double ulp = 3, slope_ulp = 3;
    static constexpr limit below{-infinity, 1}, above{0, 0};
};
PERGRAD_ROW_OF(leaky_relu, pg::leaky_relu(a, 0.25_c))
    static constexpr double ulp = 0.5, slope_ulp = 0;
    static constexpr limit below{-infinity, 0.25}, above{infinity, 1};
};
PERGRAD_ROW(elu)
    static constexpr double ulp = 2, slope_ulp = 2;
    static constexpr limit below{-1, 0}, above{infinity, 1};
};
PERGRAD_ROW_OF(huber, pg::huber(a, 1.5_c))
    PERGRAD_ARGUMENTS(-largest<T> / 2, largest<T> / 2)
    static constexpr double slope_ulp = 0;
    static constexpr limit below{infinity, -1.5}, above{infinity, 1.5};
};
PERGRAD_ROW_OF(clamp, pg::clamp(a, -1.75_c, 2.25_c))
    static constexpr double ulp = 0, slope_ulp = 0;
    static constexpr limit below{-1.75, 0}, above{2.25, 0};
};
PERGRAD_ROW_OF(cross_entropy_of_no, pg::sigmoid_cross_entropy(a, 0_c))
    static constexpr double ulp = 3, slope_ulp = 3;
    static constexpr limit below{0, 0}, above{infinity, 1};
};
PERGRAD_ROW_OF(cross_entropy_of_yes, pg::sigmoid_cross_entropy(a, 1_c))
    static constexpr double ulp = 3, slope_ulp = 3;
    static constexpr limit below{infinity, -1}, above{0, 0};
};
PERGRAD_ROW_OF(cross_entropy_of_perhaps, pg::sigmoid_cross_entropy(a, 0.25_c))
    static constexpr bool slope_in_units_of_one = true;
    static constexpr double ulp = 3, slope_ulp = 3;
    static constexpr limit below{infinity, -0.25}, above{infinity, 0.75};
};

// ---- of two numbers

PERGRAD_ROW_OF(logaddexp_first, pg::logaddexp(a, 0.5_c))
    static constexpr double ulp = 3, slope_ulp = 10;
    static constexpr limit below{0.5, 0}, above{infinity, 1};
};
PERGRAD_ROW_OF(logaddexp_second, pg::logaddexp(0.5_c, a))
    static constexpr double ulp = 3, slope_ulp = 10;
    static constexpr limit below{0.5, 0}, above{infinity, 1};
};
PERGRAD_ROW_OF(power_of_base, pg::pow(a, 1_c + 0.75_c))
    PERGRAD_ARGUMENTS(0, choose<T>(1.3e176, 1e22))
    static constexpr double slope_ulp = 2;
    static constexpr limit above{infinity, infinity};  // below zero it is not a number
};
PERGRAD_ROW_OF(power_of_exponent, pg::pow(1.75_c, a))
    PERGRAD_ARGUMENTS(choose<T>(-1331, -184), choose<T>(1268, 158))
    static constexpr double slope_ulp = 3;
    static constexpr limit below{0, 0}, above{infinity, infinity};
};
PERGRAD_ROW_OF(fmod_first, pg::fmod(a, 0.75_c))
    static constexpr double ulp = 0, slope_ulp = 0;
    static constexpr limit below{not_a_number, 1}, above{not_a_number, 1};
};
PERGRAD_ROW_OF(fmod_second, pg::fmod(5.5_c, a))
    PERGRAD_ARGUMENTS(-largest<T>, largest<T>, choose<T>(3.1e-308, 1.7e-38))
    static constexpr double ulp = 0, slope_ulp = 1;
    static constexpr limit below{5.5, 0}, above{5.5, 0};
};
PERGRAD_ROW_OF(hypot_first, pg::hypot(a, 0.6875_c))
    static constexpr double slope_ulp = 3;
    static constexpr limit below{infinity, -1}, above{infinity, 1};
};
PERGRAD_ROW_OF(hypot_second, pg::hypot(-1.25_c, a))
    static constexpr double slope_ulp = 3;
    static constexpr limit below{infinity, -1}, above{infinity, 1};
};
PERGRAD_ROW_OF(atan2_first, pg::atan2(a, 1.25_c))
    static constexpr double slope_ulp = 4;
    static constexpr limit below{-1.5707963267948966, 0}, above{1.5707963267948966, 0};
};
PERGRAD_ROW_OF(atan2_second, pg::atan2(-0.75_c, a))
    static constexpr double slope_ulp = 4;
    static constexpr limit below{-3.1415926535897931, 0}, above{-0.0, 0};
};
PERGRAD_ROW_OF(xlogy_first, pg::xlogy(a, 0.375_c))
    static constexpr double ulp = 2;
    static constexpr limit below{infinity, -0.98082925301172619}, above{-infinity, -0.98082925301172619};
};
PERGRAD_ROW_OF(xlogy_second, pg::xlogy(0.375_c, a))
    PERGRAD_ARGUMENTS(0, largest<T>)
    static constexpr double ulp = 2, slope_ulp = 1.5;
    static constexpr limit below{not_a_number, 0}, above{infinity, 0};
};

#undef PERGRAD_ROW
#undef PERGRAD_ROW_OF
#undef PERGRAD_ARGUMENTS

using second = list<exp2, log2, log10, rsqrt, cbrt, sin, cos, tan, asin, acos, atan, sinh, cosh, asinh, acosh, atanh, erf,
                    erfc, normal_cdf, normal_log_cdf, lgamma, digamma, sign, floor, ceil, round>;
using third = list<gelu, silu, log_sigmoid, leaky_relu, elu, huber, clamp, cross_entropy_of_no, cross_entropy_of_yes,
                   cross_entropy_of_perhaps, logaddexp_first, logaddexp_second, power_of_base, power_of_exponent,
                   fmod_first, fmod_second, hypot_first, hypot_second, atan2_first, atan2_second, xlogy_first,
                   xlogy_second>;

}  // namespace functions
