// Every elementwise function, once: the terms of FUNCTIONS in make.py.
#pragma once

#include "golden.hpp"

namespace golden {

using namespace pg::literals;

inline constexpr auto x = pg::vector<"x", 24>;
inline constexpr auto y = pg::vector<"y", 24>;
inline constexpr auto factor = pg::vector<"scale", 24>;

/// Term k is times(k) f_k(x_k, y_k), as in make.py: the slope by the factor is the function's value. One loss for all
/// functions compiles in the time of one.
constexpr auto sum_of_functions(auto times) {
    return times(0_c) * pg::exp(x[0_c]) + times(1_c) * pg::expm1(x[1_c]) + times(2_c) * pg::log(x[2_c]) +
           times(3_c) * pg::log1p(x[3_c]) + times(4_c) * pg::sqrt(x[4_c]) + times(5_c) * pg::square(x[5_c]) +
           times(6_c) * pg::tanh(x[6_c]) + times(7_c) * pg::sigmoid(x[7_c]) + times(8_c) * pg::softplus(x[8_c]) +
           times(9_c) * pg::relu(x[9_c]) + times(10_c) * pg::abs(x[10_c]) + times(11_c) * pg::pow(x[11_c], 3_c) +
           times(12_c) * pg::pow(x[12_c], -2_c) + times(13_c) * pg::pow(x[13_c], 1.5_c) +
           times(14_c) * pg::pow(x[14_c], 0_c) + times(15_c) * pg::max(x[15_c], y[15_c]) +
           times(16_c) * pg::min(x[16_c], y[16_c]) + times(17_c) * (x[17_c] / y[17_c]) +
           times(18_c) * (x[18_c] * y[18_c]) + times(19_c) * (x[19_c] - y[19_c]) +
           times(20_c) * (pg::stop_gradient(x[20_c]) * y[20_c]) +
           times(21_c) * pg::select(x[21_c] > y[21_c], x[21_c] * x[21_c], y[21_c]) +
           times(22_c) * pg::select(x[22_c] > y[22_c] || y[22_c] == 1_c, pg::exp(y[22_c]), x[22_c]) +
           times(23_c) * pg::select(x[23_c] <= 0_c && !(y[23_c] < x[23_c]), -x[23_c], y[23_c] * y[23_c]);
}

}  // namespace golden
