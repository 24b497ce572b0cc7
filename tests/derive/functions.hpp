// Every elementwise function once: where it is looked at, how close value and slope come there, what they are at
// infinity. The formulas by which they are checked stand in functions_exact.cpp.
#pragma once

#include <pergrad/pergrad.hpp>

#include <limits>
#include <string_view>
#include <type_traits>

namespace functions {

namespace pg = pergrad;
using namespace pg::literals;

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// How far what was found is from the function of this name, or from `inner` times its slope: in units of the last place
/// of the right result, of a subnormal one in units of the smallest number, or in units of the last place of 1. A value
/// may be `conditioned`: then what two units of the argument's last place change in it is no error.
template<class T>
double error_of_value(std::string_view function, T at, T found, bool conditioned);
template<class T>
double error_of_slope(std::string_view function, T at, T inner, T found, bool in_units_of_one);
/// Likewise, from `inner` squared times the second derivative.
template<class T>
double error_of_curvature(std::string_view function, T at, T inner, T found, bool in_units_of_one);

/// The arguments at which a function's value and slope are finite, and rounded but once where they are subnormal.
struct range {
    double from, to;
    double least = 0;  ///< smallest size, of either sign
};
/// Bounds of a range, for T the one or the other.
template<class T>
constexpr double choose(double of_double, double of_float) {
    return std::is_same_v<T, float> ? of_float : of_double;
}
template<class T>
inline constexpr double largest = std::numeric_limits<T>::max();
template<class T>
inline constexpr range everywhere{-largest<T>, largest<T>};
/// From the one to the other exp is finite and not zero, from minus the other to the other 1 / exp is too.
template<class T>
inline constexpr double lowest_exponent = choose<T>(-745, -103.9);
template<class T>
inline constexpr double highest_exponent = choose<T>(709.7, 88.7);

/// Value and slope at an infinite argument.
struct limit {
    double value, slope;
};

// ulp, slope_ulp: the largest errors of value and slope. They are those of primitive/lane_math.hpp, and half a unit for
// each operation more.

struct exp {
    static constexpr auto name = "exp";
    static constexpr auto of = [](auto a) { return pg::exp(a); };
    template<class T>
    static constexpr range arguments{lowest_exponent<T>, highest_exponent<T>};
    static constexpr double ulp = 1.2, slope_ulp = 1.2;
    static constexpr limit below{0, 0}, above{infinity, infinity};
};
struct expm1 {
    static constexpr auto name = "expm1";
    static constexpr auto of = [](auto a) { return pg::expm1(a); };
    template<class T>
    static constexpr range arguments{lowest_exponent<T>, highest_exponent<T>};
    static constexpr double ulp = 1.9, slope_ulp = 1.2;
    static constexpr limit below{-1, 0}, above{infinity, infinity};
};
struct log {
    static constexpr auto name = "log";
    static constexpr auto of = [](auto a) { return pg::log(a); };
    template<class T>
    static constexpr range arguments{0, largest<T>};
    static constexpr double ulp = 0.9, slope_ulp = 0.5;
    static constexpr limit below{not_a_number, 0}, above{infinity, 0};
};
struct log1p {
    static constexpr auto name = "log1p";
    static constexpr auto of = [](auto a) { return pg::log1p(a); };
    template<class T>
    static constexpr range arguments{-1 + std::numeric_limits<T>::epsilon() / 2, largest<T>};
    static constexpr double ulp = 1.5, slope_ulp = 1.5;
    static constexpr limit below{not_a_number, 0}, above{infinity, 0};
};
struct sqrt {
    static constexpr auto name = "sqrt";
    static constexpr auto of = [](auto a) { return pg::sqrt(a); };
    template<class T>
    static constexpr range arguments{0, largest<T>};
    static constexpr double ulp = 0.5, slope_ulp = 1.5;
    static constexpr limit below{not_a_number, not_a_number}, above{infinity, 0};
};
struct square {
    static constexpr auto name = "square";
    static constexpr auto of = [](auto a) { return pg::square(a); };
    template<class T>
    static constexpr range arguments{-choose<T>(1.3e154, 1.8e19), choose<T>(1.3e154, 1.8e19)};
    static constexpr double ulp = 0.5, slope_ulp = 0;
    static constexpr limit below{infinity, -infinity}, above{infinity, infinity};
};
struct cube {
    static constexpr auto name = "cube";
    static constexpr auto of = [](auto a) { return pg::pow(a, 3_c); };
    template<class T>
    static constexpr range arguments{-choose<T>(5.6e102, 6.9e12), choose<T>(5.6e102, 6.9e12)};
    static constexpr double ulp = 1.5, slope_ulp = 2;
    static constexpr limit below{-infinity, infinity}, above{infinity, infinity};
};
struct inverse_square {
    static constexpr auto name = "inverse_square";
    static constexpr auto of = [](auto a) { return pg::pow(a, -2_c); };
    template<class T>
    static constexpr range arguments{-choose<T>(4.4e102, 5.5e12), choose<T>(4.4e102, 5.5e12),
                                     choose<T>(2.9e-103, 2.3e-13)};
    static constexpr double ulp = 2, slope_ulp = 3.5;
    static constexpr limit below{0, 0}, above{0, 0};
};
struct broken_power {
    static constexpr auto name = "broken_power";
    static constexpr auto of = [](auto a) { return pg::pow(a, 2.5_c); };
    template<class T>
    static constexpr range arguments{0, choose<T>(2.1e123, 2.5e15)};
    static constexpr double ulp = 1, slope_ulp = 2;
    static constexpr limit above{infinity, infinity};  // below zero it is not a number
};
struct tanh {
    static constexpr auto name = "tanh";
    static constexpr auto of = [](auto a) { return pg::tanh(a); };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr bool slope_in_units_of_one = true;  // it is 1 - tanh^2
    static constexpr double ulp = 2.8, slope_ulp = 3.3;
    static constexpr limit below{-1, 0}, above{1, 0};
};
struct sigmoid {
    static constexpr auto name = "sigmoid";
    static constexpr auto of = [](auto a) { return pg::sigmoid(a); };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr bool curvature_in_units_of_one = true;  // two terms cancel at 0
    static constexpr double ulp = 2.5, slope_ulp = 4;
    static constexpr limit below{0, 0}, above{1, 0};
};
struct softplus {
    static constexpr auto name = "softplus";
    static constexpr auto of = [](auto a) { return pg::softplus(a); };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 2.8, slope_ulp = 2.5;
    static constexpr limit below{0, 0}, above{infinity, 1};
};
struct relu {
    static constexpr auto name = "relu";
    static constexpr auto of = [](auto a) { return pg::relu(a); };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 0, slope_ulp = 0;
    static constexpr limit below{0, 0}, above{infinity, 1};
};
struct abs {
    static constexpr auto name = "abs";
    static constexpr auto of = [](auto a) { return pg::abs(a); };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 0, slope_ulp = 0;
    static constexpr limit below{infinity, -1}, above{infinity, 1};
};
struct min {
    static constexpr auto name = "min";
    static constexpr auto of = [](auto a) { return pg::min(a, 3.28125_c - a); };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 0.5, slope_ulp = 0;
    static constexpr limit below{-infinity, 1}, above{-infinity, -1};
};
struct max {
    static constexpr auto name = "max";
    static constexpr auto of = [](auto a) { return pg::max(-a, a / 2_c); };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 0.5, slope_ulp = 0;
    static constexpr limit below{infinity, -1}, above{infinity, 0.5};
};
struct select {
    static constexpr auto name = "select";
    static constexpr auto of = [](auto a) { return pg::select(a > 1_c && !(a >= 5_c), 4_c * a, -a); };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 0, slope_ulp = 0;
    static constexpr limit below{infinity, -1}, above{-infinity, -1};
};
struct sum {
    static constexpr auto name = "sum";
    static constexpr auto of = [](auto a) { return a + 0.375_c; };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 0.5, slope_ulp = 0;
    static constexpr limit below{-infinity, 1}, above{infinity, 1};
};
struct difference {
    static constexpr auto name = "difference";
    static constexpr auto of = [](auto a) { return 0.375_c - a; };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 0.5, slope_ulp = 0;
    static constexpr limit below{infinity, -1}, above{-infinity, -1};
};
struct product {
    static constexpr auto name = "product";
    static constexpr auto of = [](auto a) { return a * (0.625_c * a); };
    template<class T>
    static constexpr range arguments = square::arguments<T>;
    static constexpr double ulp = 1.5, slope_ulp = 1.5;
    static constexpr limit below{infinity, -infinity}, above{infinity, infinity};
};
struct quotient_by {
    static constexpr auto name = "quotient_by";
    static constexpr auto of = [](auto a) { return 3_c / a; };
    template<class T>
    static constexpr range arguments{-largest<T>, largest<T>, choose<T>(1.3e-154, 9.4e-20)};
    static constexpr double ulp = 0.5, slope_ulp = 1.5;
    static constexpr limit below{0, 0}, above{0, 0};
};
struct quotient_of {
    static constexpr auto name = "quotient_of";
    static constexpr auto of = [](auto a) { return a / 3_c; };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 0.5, slope_ulp = 0.5;
    static constexpr limit below{-infinity, 1 / 3.0}, above{infinity, 1 / 3.0};
};
struct negative {
    static constexpr auto name = "negative";
    static constexpr auto of = [](auto a) { return -a; };
    template<class T>
    static constexpr range arguments = everywhere<T>;
    static constexpr double ulp = 0, slope_ulp = 0;
    static constexpr limit below{infinity, -1}, above{-infinity, -1};
};

template<class... F>
struct list {
    static constexpr int size = sizeof...(F);
};
using first = list<exp, expm1, log, log1p, sqrt, square, cube, inverse_square, broken_power, tanh, sigmoid, softplus,
                 relu, abs, min, max, select, sum, difference, product, quotient_by, quotient_of, negative>;

}  // namespace functions
