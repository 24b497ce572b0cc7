// What the elementwise functions and their slopes are, in 50 digits.
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace {

using exact = boost::multiprecision::cpp_bin_float_50;

exact logistic(const exact& a) { return 1 / (1 + exp(-a)); }
/// The series' next term is beyond 50 digits of what stands here.
bool is_large(const exact& a) { return abs(a) > 200; }
exact hyperbolic_tangent(const exact& a) {
    if (is_large(a)) return a > 0 ? 1 : -1;
    return tanh(a);
}
exact slope_of_hyperbolic_tangent(const exact& a) {
    if (is_large(a)) return 0;
    return 1 / (cosh(a) * cosh(a));
}
exact one_if(bool condition) { return condition ? 1 : 0; }

struct formulas {
    exact (*value)(const exact& a);
    exact (*slope)(const exact& a);
};
#define FORMULA(text) [](const exact& a) -> exact { return text; }
const std::map<std::string_view, formulas> formulas_of = {
    {"exp", {FORMULA(exp(a)), FORMULA(exp(a))}},
    {"expm1", {FORMULA(expm1(a)), FORMULA(exp(a))}},
    {"log", {FORMULA(log(a)), FORMULA(1 / a)}},
    {"log1p", {FORMULA(log1p(a)), FORMULA(1 / (1 + a))}},
    {"sqrt", {FORMULA(sqrt(a)), FORMULA(1 / (2 * sqrt(a)))}},
    {"square", {FORMULA(a * a), FORMULA(2 * a)}},
    {"cube", {FORMULA(a * a * a), FORMULA(3 * a * a)}},
    {"inverse_square", {FORMULA(1 / (a * a)), FORMULA(-2 / (a * a * a))}},
    {"broken_power", {FORMULA(a * a * sqrt(a)), FORMULA(exact(2.5) * a * sqrt(a))}},
    {"tanh", {FORMULA(hyperbolic_tangent(a)), FORMULA(slope_of_hyperbolic_tangent(a))}},
    {"sigmoid", {FORMULA(logistic(a)), FORMULA(logistic(a) * logistic(-a))}},
    {"softplus", {FORMULA(a > 200 ? a : exact(log1p(exp(a)))), FORMULA(a > 200 ? exact(1) : logistic(a))}},
    {"relu", {FORMULA(a * one_if(a > 0)), FORMULA(one_if(a > 0))}},
    {"abs", {FORMULA(abs(a)), FORMULA(2 * one_if(a > 0) - 1)}},
    {"min", {FORMULA(a < 1.640625 ? a : exact(3.28125 - a)), FORMULA(2 * one_if(a < 1.640625) - 1)}},
    {"max", {FORMULA(a > 0 ? exact(a / 2) : exact(-a)), FORMULA(a > 0 ? exact(0.5) : exact(-1))}},
    {"select", {FORMULA(a > 1 && a < 5 ? exact(4 * a) : exact(-a)), FORMULA(5 * one_if(a > 1 && a < 5) - 1)}},
    {"sum", {FORMULA(a + 0.375), FORMULA(1 + 0 * a)}},
    {"difference", {FORMULA(0.375 - a), FORMULA(-1 + 0 * a)}},
    {"product", {FORMULA(0.625 * a * a), FORMULA(1.25 * a)}},
    {"quotient_by", {FORMULA(3 / a), FORMULA(-3 / (a * a))}},
    {"quotient_of", {FORMULA(a / 3), FORMULA((1 + 0 * a) / 3)}},
    {"negative", {FORMULA(-a), FORMULA(-1 + 0 * a)}},
};
#undef FORMULA

/// In units of the last place of what is expected, or of 1; `times` what is expected was looked for.
template<class T>
double error(T found, const exact& expected, T times = 1, bool in_units_of_one = false) {
    using limits = std::numeric_limits<T>;
    const T rounded = static_cast<T>(expected);
    if (!std::isfinite(found) || !std::isfinite(rounded)) return found == times * rounded ? 0 : limits::infinity();
    const T size = in_units_of_one ? T(1) : std::abs(rounded);
    const T last = std::nextafter(size, limits::infinity()) - size;
    return static_cast<double>(abs(exact(found) / exact(times) - expected) / exact(last));
}

}  // namespace

namespace functions {

template<class T>
double error_of_value(std::string_view function, T at, T found) {
    return error(found, formulas_of.at(function).value(exact(at)));
}
template<class T>
double error_of_slope(std::string_view function, T at, T inner, T found, bool in_units_of_one) {
    return error(found, formulas_of.at(function).slope(exact(at)), inner, in_units_of_one);
}

template double error_of_value(std::string_view, double, double);
template double error_of_value(std::string_view, float, float);
template double error_of_slope(std::string_view, double, double, double, bool);
template double error_of_slope(std::string_view, float, float, float, bool);

}  // namespace functions
