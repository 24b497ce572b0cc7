// The elementwise functions of a list in one loss, each behind an inner function whose slope is not 1, checked by the table of
// functions.hpp.
#pragma once

#include "functions.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace functions {

template<int k>
constexpr auto literal() {
    if constexpr (k < 10) return pg::literals::operator""_c < char('0' + k)>();
    else return pg::literals::operator""_c < char('0' + k / 10), char('0' + k % 10)>();
}

/// The slope of what stands between an argument and a function.
inline constexpr double inner = -2;

/// The sum of factor_k f_k(-2 x_k), for factors that are 1: the slope by a factor is its function's value, and -2 times
/// whatever is exact. One loss for all functions of a list compiles in a fraction of the time that one for each takes.
template<class List>
struct loss_of;
template<class... F>
struct loss_of<list<F...>> {
    static constexpr auto x = pg::vector<"x", sizeof...(F)>;
    static constexpr auto factor = pg::vector<"factor", sizeof...(F)>;
    static constexpr auto wrt = pg::wrt(factor, x);
    static constexpr auto loss = []<int... k>(std::integer_sequence<int, k...>) {
        return (... + (factor[literal<k>()] * F::of(-2_c * x[literal<k>()])));
    }(std::make_integer_sequence<int, sizeof...(F)>{});

    /// The gradients of all examples.
    template<class T>
    static auto call(const auto& f, const std::vector<T>& at) {
        return f(x = pg::each(at), factor = std::vector<T>(sizeof...(F), T(1)));
    }
};

template<class... F>
void for_each_function(list<F...>, auto visit) {
    int k = 0;
    (visit(F{}, k++), ...);
}

/// Numbers of both signs within a range, of all sizes from the smallest one to the largest, and more of them around 1.
template<class T>
std::vector<T> numbers_in(const range& r) {
    using limits = std::numeric_limits<T>;
    std::vector<T> result;
    const auto add = [&](double number) {
        const T a = static_cast<T>(number);
        if (a >= r.from && a <= r.to && std::abs(a) >= r.least && a != 0 && a / T(inner) * T(inner) == a)
            result.push_back(a);
    };
    for (const double edge : {r.from, r.to, r.least, -r.least, double(limits::min()), 2 * double(limits::denorm_min())})
        add(edge);
    const double step = std::exp2((limits::max_exponent - limits::min_exponent + limits::digits) / 64.0);
    for (double size = 1.37 * limits::denorm_min(); size < limits::max() / step; size *= step)
        for (const double a : {size, -size}) add(a);
    for (double a = -7.9; a < 8; a += 0.31) add(a);
    for (double a = -744.3; a < 710; a += 36.7) add(a);
    for (double a = -103.3; a < 89; a += 11.3) add(a);
    return result;
}

/// The arguments of each function of a list, and those of all, an example after the other: functions with fewer of them
/// go through theirs again.
template<class T, class List>
struct arguments_of {
    std::vector<std::vector<T>> of_function;
    std::vector<T> at;

    arguments_of() {
        std::size_t most = 0;
        for_each_function(List{}, [&]<class F>(F, int) {
            of_function.push_back(numbers_in<T>(F::template arguments<T>));
            most = std::max(most, of_function.back().size());
        });
        for (std::size_t n = 0; n < most; ++n)
            for (const std::vector<T>& of_one : of_function) at.push_back(of_one[n % of_one.size()] / T(inner));
    }
    int count(int function) const { return static_cast<int>(of_function[std::size_t(function)].size()); }
};

/// The largest error, and where.
struct worst {
    double error = 0, at = 0;
    void add(double where, double found) {
        if (found > error || std::isnan(found)) *this = {std::isnan(found) ? infinity : found, where};
    }
};

/// f: the gradients of the loss in some mode.
template<class T, class List>
void check_finite(const auto& f, const std::string& mode) {
    const arguments_of<T, List> given;
    using loss = loss_of<List>;
    const auto found = loss::call(f, given.at);
    const auto values = found[loss::factor], slopes = found[loss::x];
    for_each_function(List{}, [&]<class F>(F, int k) {
        worst of_value, of_slope;
        for (int n = 0; n < given.count(k); ++n) {
            const T a = given.of_function[std::size_t(k)][std::size_t(n)];
            constexpr bool in_units_of_one = requires { F::slope_in_units_of_one; };
            constexpr bool conditioned = requires { F::conditioned; };
            of_value.add(a, error_of_value<T>(F::name, a, values(n, k), conditioned));
            of_slope.add(a, error_of_slope<T>(F::name, a, T(inner), slopes(n, k), in_units_of_one));
        }
        BOOST_TEST(of_value.error <= F::ulp,
                   F::name << " errs by " << of_value.error << " ulp at " << of_value.at << ", " << mode);
        BOOST_TEST(of_slope.error <= F::slope_ulp, "the slope of " << F::name << " errs by " << of_slope.error
                                                                  << " ulp at " << of_slope.at << ", " << mode);
        BOOST_TEST_MESSAGE(mode << ", " << F::name << ": " << of_value.error << " ulp, slope " << of_slope.error
                                << " ulp");
    });
}

/// At -infinity, infinity and NaN. Not over dual numbers, which would multiply all functions' slopes there by zero.
template<class T, class List>
void check_limits(const auto& f, const std::string& mode) {
    std::vector<T> at;
    for (const double a : {-infinity, infinity, not_a_number}) at.insert(at.end(), List::size, T(a / inner));
    using loss = loss_of<List>;
    const auto found = loss::call(f, at);
    const auto values = found[loss::factor], slopes = found[loss::x];
    const auto same = [](T a, double b) { return a == T(b) || (std::isnan(a) && std::isnan(b)); };
    for_each_function(List{}, [&]<class F>(F, int k) {
        const auto check = [&](int n, const limit& expected, const char* where) {
            BOOST_TEST(same(values(n, k), expected.value), F::name << where << " is " << values(n, k) << ", " << mode);
            BOOST_TEST(same(slopes(n, k), inner * expected.slope),
                       "the slope of " << F::name << where << " is " << slopes(n, k) << " / " << inner << ", " << mode);
        };
        if constexpr (requires { F::below; }) check(0, F::below, " at -infinity");
        check(1, F::above, " at infinity");
        BOOST_TEST(std::isnan(values(2, k)), F::name << " of NaN is " << values(2, k) << ", " << mode);
    });
}

/// f: the products of the Hessian by x with a vector of ones, the Hessian being diagonal.
template<class T, class List>
void check_curvature(const auto& f, const std::string& mode) {
    using loss = loss_of<List>;
    const arguments_of<T, List> given;
    const std::vector<T> ones(List::size, T(1));
    const auto found = f(loss::x = pg::each(given.at), loss::factor = ones, pg::tangent(loss::x) = ones);
    const auto curvatures = found[loss::x];
    for_each_function(List{}, [&]<class F>(F, int k) {
        worst of_curvature;
        for (int n = 0; n < given.count(k); ++n) {
            const T a = given.of_function[std::size_t(k)][std::size_t(n)];
            constexpr bool in_units_of_one =
                requires { F::slope_in_units_of_one; } || requires { F::curvature_in_units_of_one; };
            of_curvature.add(a, error_of_curvature<T>(F::name, a, T(inner), curvatures(n, k), in_units_of_one));
        }
        BOOST_TEST(of_curvature.error <= 64, "the second derivative of " << F::name << " errs by " << of_curvature.error
                                                                  << " ulp at " << of_curvature.at << ", " << mode);
        BOOST_TEST_MESSAGE(mode << ", " << F::name << "'': " << of_curvature.error << " ulp");
    });
}
template<class T, class List>
void check_curvature() {
    using l = loss_of<List>;
    constexpr auto by = pg::wrt(l::x);
    check_curvature<T, List>(pg::vmap(pg::hvp(l::loss, by)), "forward over reverse");
    check_curvature<T, List>(pg::vmap(pg::hvp(l::loss, by, pg::reverse_over_forward)), "reverse over forward");
    check_curvature<T, List>(pg::vmap(pg::hvp(l::loss, by, pg::reverse_over_reverse), pg::looped),
                             "reverse over reverse, looped");
}

/// In all modes.
template<class T, class List>
void check_finite() {
    using l = loss_of<List>;
    check_finite<T, List>(pg::vmap(pg::grad(l::loss, l::wrt)), "in lanes");
    check_finite<T, List>(pg::vmap(pg::grad(l::loss, l::wrt), pg::looped), "looped");
    check_finite<T, List>(pg::vmap(pg::grad(l::loss, l::wrt, pg::dual)), "dual");
    check_finite<T, List>(pg::vmap(pg::grad(l::loss, l::wrt, pg::forward)), "forward");
}
template<class T, class List>
void check_limits() {
    using l = loss_of<List>;
    check_limits<T, List>(pg::vmap(pg::grad(l::loss, l::wrt)), "in lanes");
    check_limits<T, List>(pg::vmap(pg::grad(l::loss, l::wrt), pg::looped), "looped");
}

}  // namespace functions
