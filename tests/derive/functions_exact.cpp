// What the elementwise functions and their slopes are, in 50 digits.
#include "exact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace {

using namespace functions;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

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
/// 1 / (1 + exp(-a)) and its logarithm's negative, log(1 + exp(-a)).
exact logistic_anywhere(const exact& a) { return a < -1e4 ? exact(0) : a > 1e4 ? exact(1) : logistic(a); }
exact softplus_of(const exact& a) { return a > 200 ? exact(a + exp(-a)) : exact(log1p(exp(a < -1e4 ? exact(-1e4) : a))); }
exact cross_entropy(const exact& a, const exact& label) {
    return (1 - label) * softplus_of(a) + label * softplus_of(-a);
}
exact reciprocal_root(const exact& a) { return a == 0 ? exact(infinity) : exact(1 / sqrt(a)); }
exact logistic_slope(const exact& a) { return logistic_anywhere(a) * logistic_anywhere(-a); }
exact logistic_curvature(const exact& a) { return -logistic_slope(a) * hyperbolic_tangent(a / 2); }
exact cube_of(const exact& a) { return a * a * a; }
exact exp_anywhere(const exact& a) { return exp(a < -1e4 ? exact(-1e4) : a); }

struct formulas {
    exact (*value)(const exact& a);
    exact (*slope)(const exact& a);
    exact (*curvature)(const exact& a);
};
#define FORMULA(text) [](const exact& a) -> exact { return text; }
const std::map<std::string_view, formulas> formulas_of = {
    {"exp", {FORMULA(exp(a)), FORMULA(exp(a)), FORMULA(exp(a))}},
    {"expm1", {FORMULA(expm1(a)), FORMULA(exp(a)), FORMULA(exp(a))}},
    {"log", {FORMULA(log(a)), FORMULA(1 / a), FORMULA(-1 / (a * a))}},
    {"log1p", {FORMULA(log1p(a)), FORMULA(1 / (1 + a)), FORMULA(-1 / ((1 + a) * (1 + a)))}},
    {"sqrt", {FORMULA(sqrt(a)), FORMULA(1 / (2 * sqrt(a))), FORMULA(-1 / (4 * a * sqrt(a)))}},
    {"square", {FORMULA(a * a), FORMULA(2 * a), FORMULA(2 + 0 * a)}},
    {"cube", {FORMULA(a * a * a), FORMULA(3 * a * a), FORMULA(6 * a)}},
    {"inverse_square", {FORMULA(1 / (a * a)), FORMULA(-2 / (a * a * a)), FORMULA(6 / (a * a * a * a))}},
    {"broken_power", {FORMULA(a * a * sqrt(a)), FORMULA(exact(2.5) * a * sqrt(a)), FORMULA(exact(3.75) * sqrt(a))}},
    {"tanh", {FORMULA(hyperbolic_tangent(a)), FORMULA(slope_of_hyperbolic_tangent(a)), FORMULA(-2 * hyperbolic_tangent(a) * slope_of_hyperbolic_tangent(a))}},
    {"sigmoid", {FORMULA(logistic_anywhere(a)), FORMULA(logistic_slope(a)), FORMULA(logistic_curvature(a))}},
    {"softplus", {FORMULA(softplus_of(a)), FORMULA(logistic_anywhere(a)), FORMULA(logistic_slope(a))}},
    {"relu", {FORMULA(a * one_if(a > 0)), FORMULA(one_if(a > 0)), FORMULA(0 * a)}},
    {"abs", {FORMULA(abs(a)), FORMULA(2 * one_if(a > 0) - 1), FORMULA(0 * a)}},
    {"min", {FORMULA(a < 1.640625 ? a : exact(3.28125 - a)), FORMULA(2 * one_if(a < 1.640625) - 1), FORMULA(0 * a)}},
    {"max", {FORMULA(a > 0 ? exact(a / 2) : exact(-a)), FORMULA(a > 0 ? exact(0.5) : exact(-1)), FORMULA(0 * a)}},
    {"select", {FORMULA(a > 1 && a < 5 ? exact(4 * a) : exact(-a)), FORMULA(5 * one_if(a > 1 && a < 5) - 1), FORMULA(0 * a)}},
    {"sum", {FORMULA(a + 0.375), FORMULA(1 + 0 * a), FORMULA(0 * a)}},
    {"difference", {FORMULA(0.375 - a), FORMULA(-1 + 0 * a), FORMULA(0 * a)}},
    {"product", {FORMULA(0.625 * a * a), FORMULA(1.25 * a), FORMULA(1.25 + 0 * a)}},
    {"quotient_by", {FORMULA(3 / a), FORMULA(-3 / (a * a)), FORMULA(6 / (a * a * a))}},
    {"quotient_of", {FORMULA(a / 3), FORMULA((1 + 0 * a) / 3), FORMULA(0 * a)}},
    {"negative", {FORMULA(-a), FORMULA(-1 + 0 * a), FORMULA(0 * a)}},

    {"exp2", {FORMULA(pow(exact(2), a)), FORMULA(log(exact(2)) * pow(exact(2), a)), FORMULA(log(exact(2)) * log(exact(2)) * pow(exact(2), a))}},
    {"log2", {FORMULA(log(a) / log(exact(2))), FORMULA(1 / (a * log(exact(2)))), FORMULA(-1 / (a * a * log(exact(2))))}},
    {"log10", {FORMULA(log(a) / log(exact(10))), FORMULA(1 / (a * log(exact(10)))), FORMULA(-1 / (a * a * log(exact(10))))}},
    {"rsqrt", {FORMULA(1 / sqrt(a)), FORMULA(-1 / (2 * a * sqrt(a))), FORMULA(0.75 / (a * a * sqrt(a)))}},
    {"cbrt", {FORMULA((2 * one_if(a > 0) - 1) * pow(abs(a), exact(1) / 3)), FORMULA(pow(abs(a), exact(-2) / 3) / 3), FORMULA((1 - 2 * one_if(a > 0)) * pow(abs(a), exact(-5) / 3) * 2 / 9)}},
    {"sin", {FORMULA(sin(turned(a))), FORMULA(cos(turned(a))), FORMULA(-sin(turned(a)))}},
    {"cos", {FORMULA(cos(turned(a))), FORMULA(-sin(turned(a))), FORMULA(-cos(turned(a)))}},
    {"tan", {FORMULA(tan(turned(a))), FORMULA(1 / (cos(turned(a)) * cos(turned(a)))), FORMULA(2 * tan(turned(a)) / (cos(turned(a)) * cos(turned(a))))}},
    {"asin", {FORMULA(asin(a)), FORMULA(reciprocal_root(1 - a * a)), FORMULA(a * cube_of(reciprocal_root(1 - a * a)))}},
    {"acos", {FORMULA(acos(a)), FORMULA(-reciprocal_root(1 - a * a)), FORMULA(-a * cube_of(reciprocal_root(1 - a * a)))}},
    {"atan", {FORMULA(atan(a)), FORMULA(1 / (1 + a * a)), FORMULA(-2 * a / ((1 + a * a) * (1 + a * a)))}},
    {"sinh", {FORMULA(abs(a) < 1 ? exact(sinh(a)) : exact((exp(a) - exp(-a)) / 2)), FORMULA((exp(a) + exp(-a)) / 2), FORMULA(abs(a) < 1 ? exact(sinh(a)) : exact((exp(a) - exp(-a)) / 2))}},
    {"cosh", {FORMULA((exp(a) + exp(-a)) / 2), FORMULA(abs(a) < 1 ? exact(sinh(a)) : exact((exp(a) - exp(-a)) / 2)), FORMULA((exp(a) + exp(-a)) / 2)}},
    {"asinh", {FORMULA((2 * one_if(a > 0) - 1) * log1p(abs(a) + a * a / (1 + sqrt(1 + a * a)))),
               FORMULA(1 / sqrt(1 + a * a)), FORMULA(-a / ((1 + a * a) * sqrt(1 + a * a)))}},
    {"acosh", {FORMULA(log(a + sqrt((a - 1) * (a + 1)))), FORMULA(reciprocal_root((a - 1) * (a + 1))), FORMULA(-a * cube_of(reciprocal_root((a - 1) * (a + 1))))}},
    {"atanh", {FORMULA((log1p(a) - log1p(-a)) / 2), FORMULA(1 / ((1 - a) * (1 + a))), FORMULA(2 * a / ((1 - a) * (1 + a) * (1 - a) * (1 + a)))}},
    {"erf", {FORMULA(erf_of(a)), FORMULA(2 / sqrt(pi) * gaussian(a)), FORMULA(-4 * a / sqrt(pi) * gaussian(a))}},
    {"erfc", {FORMULA(erfc_of(a)), FORMULA(-2 / sqrt(pi) * gaussian(a)), FORMULA(4 * a / sqrt(pi) * gaussian(a))}},
    {"normal_cdf", {FORMULA(normal_distribution(a)), FORMULA(normal_density(a)), FORMULA(-a * normal_density(a))}},
    {"normal_log_cdf", {FORMULA(log_normal_distribution(a)), FORMULA(normal_hazard(a)), FORMULA(-normal_hazard(a) * normal_excess(a))}},
    {"lgamma", {FORMULA(gamma_family_or(-1, a, infinity)), FORMULA(gamma_family_or(0, a, not_a_number)), FORMULA(gamma_family_or(1, a, infinity))}},
    {"digamma", {FORMULA(gamma_family_or(0, a, not_a_number)), FORMULA(gamma_family_or(1, a, infinity)), FORMULA(gamma_family_or(2, a, not_a_number))}},
    {"sign", {FORMULA(2 * one_if(a > 0) - 1), FORMULA(0 * a), FORMULA(0 * a)}},
    {"floor", {FORMULA(floor(a)), FORMULA(0 * a), FORMULA(0 * a)}},
    {"ceil", {FORMULA(ceil(a)), FORMULA(0 * a), FORMULA(0 * a)}},
    {"round", {FORMULA(abs(a - trunc(a)) == 0.5 ? exact(2 * round(a / 2)) : exact(round(a))), FORMULA(0 * a), FORMULA(0 * a)}},

    {"gelu", {FORMULA(a * normal_distribution(a)), FORMULA(normal_distribution(a) + a * normal_density(a)), FORMULA(normal_density(a) * (2 - a * a))}},
    {"silu", {FORMULA(a * logistic_anywhere(a)),
              FORMULA(logistic_anywhere(a) * (1 + a * logistic_anywhere(-a))), FORMULA(logistic_slope(a) * (2 - a * hyperbolic_tangent(a / 2)))}},
    {"log_sigmoid", {FORMULA(-softplus_of(-a)), FORMULA(logistic_anywhere(-a)), FORMULA(-logistic_slope(a))}},
    {"leaky_relu", {FORMULA(a > 0 ? a : exact(a / 4)), FORMULA(a > 0 ? exact(1) : exact(0.25)), FORMULA(0 * a)}},
    {"elu", {FORMULA(a > 0 ? a : exact(expm1(a < -1e4 ? exact(-1e4) : a))), FORMULA(a > 0 ? exact(1) : exp_anywhere(a)), FORMULA(a > 0 ? exact(0) : exp_anywhere(a))}},
    {"huber", {FORMULA(abs(a) > 1.5 ? exact(1.5 * (abs(a) - 0.75)) : exact(a * a / 2)),
               FORMULA(abs(a) > 1.5 ? exact(a > 0 ? 1.5 : -1.5) : a), FORMULA(one_if(abs(a) < 1.5))}},
    {"clamp", {FORMULA(a < -1.75 ? exact(-1.75) : a > 2.25 ? exact(2.25) : a), FORMULA(one_if(a > -1.75 && a < 2.25)), FORMULA(0 * a)}},
    {"cross_entropy_of_no", {FORMULA(cross_entropy(a, 0)), FORMULA(logistic_anywhere(a)), FORMULA(logistic_slope(a))}},
    {"cross_entropy_of_yes", {FORMULA(cross_entropy(a, 1)), FORMULA(-logistic_anywhere(-a)), FORMULA(logistic_slope(a))}},
    {"cross_entropy_of_perhaps", {FORMULA(cross_entropy(a, 0.25)), FORMULA(logistic_anywhere(a) - 0.25), FORMULA(logistic_slope(a))}},

    {"logaddexp_first", {FORMULA(0.5 + softplus_of(a - 0.5)), FORMULA(logistic_anywhere(a - 0.5)), FORMULA(logistic_slope(a - 0.5))}},
    {"logaddexp_second", {FORMULA(0.5 + softplus_of(a - 0.5)), FORMULA(logistic_anywhere(a - 0.5)), FORMULA(logistic_slope(a - 0.5))}},
    {"power_of_base", {FORMULA(pow(a, exact(1.75))), FORMULA(1.75 * pow(a, exact(0.75))), FORMULA(exact(1.3125) * pow(a, exact(-0.25)))}},
    {"power_of_exponent", {FORMULA(pow(exact(1.75), a)), FORMULA(log(exact(1.75)) * pow(exact(1.75), a)), FORMULA(log(exact(1.75)) * log(exact(1.75)) * pow(exact(1.75), a))}},
    {"fmod_first", {FORMULA(remainder_of(a, 0.75)), FORMULA(1 + 0 * a), FORMULA(0 * a)}},
    {"fmod_second", {FORMULA(remainder_of(5.5, a)), FORMULA(-trunc(5.5 / a)), FORMULA(0 * a)}},
    {"hypot_first", {FORMULA(sqrt(a * a + exact(0.6875) * 0.6875)), FORMULA(a / sqrt(a * a + exact(0.6875) * 0.6875)), FORMULA(exact(0.6875) * 0.6875 * cube_of(1 / sqrt(a * a + exact(0.6875) * 0.6875)))}},
    {"hypot_second", {FORMULA(sqrt(a * a + exact(1.25) * 1.25)), FORMULA(a / sqrt(a * a + exact(1.25) * 1.25)), FORMULA(exact(1.25) * 1.25 * cube_of(1 / sqrt(a * a + exact(1.25) * 1.25)))}},
    {"atan2_first", {FORMULA(atan(a / 1.25)), FORMULA(1.25 / (a * a + exact(1.25) * 1.25)), FORMULA(-2.5 * a / ((a * a + exact(1.25) * 1.25) * (a * a + exact(1.25) * 1.25)))}},
    {"atan2_second", {FORMULA(a > 0 ? exact(atan(-0.75 / a)) : exact(atan(-0.75 / a) - pi)),
                      FORMULA(0.75 / (a * a + exact(0.75) * 0.75)), FORMULA(-1.5 * a / ((a * a + exact(0.75) * 0.75) * (a * a + exact(0.75) * 0.75)))}},
    {"xlogy_first", {FORMULA(a * log(exact(0.375))), FORMULA(log(exact(0.375)) + 0 * a), FORMULA(0 * a)}},
    {"xlogy_second", {FORMULA(0.375 * log(a)), FORMULA(0.375 / a), FORMULA(-0.375 / (a * a))}},
};
#undef FORMULA

/// In units of the last place of what is expected, or of 1; `times` what is expected was looked for.
template<class T>
double error(T found, const exact& expected, T times = 1, bool in_units_of_one = false) {
    using limits = std::numeric_limits<T>;
    const T rounded = static_cast<T>(expected);
    if (std::isnan(rounded)) return std::isnan(found) ? 0 : limits::infinity();
    if (!std::isfinite(found) || !std::isfinite(rounded)) return found == times * rounded ? 0 : limits::infinity();
    const T size = in_units_of_one ? T(1) : std::abs(rounded);
    const T last = std::nextafter(size, limits::infinity()) - size;
    return static_cast<double>(abs(exact(found) / exact(times) - expected) / exact(last));
}

}  // namespace

namespace functions {

template<class T>
double error_of_value(std::string_view function, T at, T found, bool conditioned) {
    const formulas& f = formulas_of.at(function);
    const exact a(at), value = f.value(a);
    double result = error(found, value);
    if (conditioned && result > 0 && std::isfinite(result) && value != 0)
        result -= static_cast<double>(abs(2 * a * f.slope(a) / value));
    return result;
}
template<class T>
double error_of_slope(std::string_view function, T at, T inner, T found, bool in_units_of_one) {
    return error(found, formulas_of.at(function).slope(exact(at)), inner, in_units_of_one);
}

template<class T>
double error_of_curvature(std::string_view function, T at, T inner, T found, bool in_units_of_one) {
    return error(found, formulas_of.at(function).curvature(exact(at)), inner * inner, in_units_of_one);
}
template double error_of_curvature(std::string_view, double, double, double, bool);
template double error_of_curvature(std::string_view, float, float, float, bool);

template double error_of_value(std::string_view, double, double, bool);
template double error_of_value(std::string_view, float, float, bool);
template double error_of_slope(std::string_view, double, double, double, bool);
template double error_of_slope(std::string_view, float, float, float, bool);

}  // namespace functions
