// All elementwise functions in one loss, each behind an inner function whose slope is not 1, checked by the table of
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

inline constexpr auto x = pg::vector<"x", all::size>;
inline constexpr auto factor = pg::vector<"factor", all::size>;
inline constexpr auto wrt = pg::wrt(factor, x);

template<int k>
constexpr auto literal() {
    if constexpr (k < 10) return pg::literals::operator""_c < char('0' + k)>();
    else return pg::literals::operator""_c < char('0' + k / 10), char('0' + k % 10)>();
}

/// The sum of factor_k f_k(-2 x_k), for factors that are 1: the slope by a factor is its function's value, and -2 times
/// whatever is exact. One loss for all functions compiles in a fraction of the time that one for each takes.
inline constexpr double inner = -2;
template<class... F>
constexpr auto sum_of(list<F...>) {
    return []<int... k>(std::integer_sequence<int, k...>) {
        return (... + (factor[literal<k>()] * F::of(-2_c * x[literal<k>()])));
    }(std::make_integer_sequence<int, sizeof...(F)>{});
}
inline constexpr auto loss = sum_of(all{});

template<class... F>
void for_each_function(list<F...>, auto visit) {
    int k = 0;
    (visit(F{}, k++), ...);
}

template<class T>
std::vector<T> ones() {
    return std::vector<T>(all::size, T(1));
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

/// f: the gradients of `loss` by `wrt` in some mode. Each function goes through its arguments, those with fewer of them
/// from the beginning again.
template<class T>
void check_finite(const auto& f, const std::string& mode) {
    std::vector<std::vector<T>> arguments;
    std::size_t count = 0;
    for_each_function(all{}, [&]<class F>(F, int) {
        arguments.push_back(numbers_in<T>(F::template arguments<T>));
        count = std::max(count, arguments.back().size());
    });
    std::vector<T> at;
    for (std::size_t n = 0; n < count; ++n)
        for (const std::vector<T>& of_one : arguments) at.push_back(of_one[n % of_one.size()] / T(inner));

    const auto found = f(x = pg::each(at), factor = ones<T>());
    const auto values = found[factor], slopes = found[x];
    for_each_function(all{}, [&]<class F>(F, int k) {
        double of_value = 0, of_slope = 0;
        for (int n = 0; n < static_cast<int>(arguments[std::size_t(k)].size()); ++n) {
            const T a = arguments[std::size_t(k)][std::size_t(n)];
            constexpr bool in_units_of_one = requires { F::slope_in_units_of_one; };
            of_value = std::max(of_value, error_of_value<T>(F::name, a, values(n, k)));
            of_slope = std::max(of_slope, error_of_slope<T>(F::name, a, T(inner), slopes(n, k), in_units_of_one));
        }
        BOOST_TEST(of_value <= F::ulp, F::name << " errs by " << of_value << " ulp, " << mode);
        BOOST_TEST(of_slope <= F::slope_ulp, "the slope of " << F::name << " errs by " << of_slope << " ulp, " << mode);
        BOOST_TEST_MESSAGE(mode << ", " << F::name << ": " << of_value << " ulp, slope " << of_slope << " ulp");
    });
}

/// At -infinity, infinity and NaN. Not over dual numbers, which would multiply all functions' slopes there by zero.
template<class T>
void check_limits(const auto& f, const std::string& mode) {
    std::vector<T> at;
    for (const double a : {-infinity, infinity, not_a_number}) at.insert(at.end(), all::size, T(a / inner));
    const auto found = f(x = pg::each(at), factor = ones<T>());
    const auto values = found[factor], slopes = found[x];
    const auto same = [](T a, double b) { return a == T(b) || (std::isnan(a) && std::isnan(b)); };
    for_each_function(all{}, [&]<class F>(F, int k) {
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

/// In all modes.
template<class T>
void check_finite() {
    check_finite<T>(pg::vmap(pg::grad(loss, wrt)), "in lanes");
    check_finite<T>(pg::vmap(pg::grad(loss, wrt), pg::looped), "looped");
    check_finite<T>(pg::vmap(pg::grad(loss, wrt, pg::dual)), "dual");
}
template<class T>
void check_limits() {
    check_limits<T>(pg::vmap(pg::grad(loss, wrt)), "in lanes");
    check_limits<T>(pg::vmap(pg::grad(loss, wrt), pg::looped), "looped");
}

}  // namespace functions
