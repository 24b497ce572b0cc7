// W2 and W4 by hand: a dot product of each row, and the row times a number made of it. A register holds features; the sums
// of as many rows as there are lanes are reduced together; rows are read where they lie and written from front to back.
#pragma once

#include "../../workloads/w2.hpp"
#include "../../workloads/w4.hpp"
#include "by_hand.hpp"

namespace contenders::vectorised {

template<int columns>
void scale_rows(std::size_t N, const float* p, const float* x, const float* y, float* g, auto slope_of) {
    constexpr int registers = columns / lanes;
    static_assert(columns % lanes == 0);
    number weight[registers];
    for (int r = 0; r < registers; ++r) weight[r] = lane::load<number>(p + r * lanes);
    for (std::size_t n = 0; n < N; n += lanes) {
        number sum[lanes];
        for_each_index<lanes>([&](auto k) PERGRAD_INLINE_LAMBDA {
            sum[k] = lane::load<number>(x + k * columns) * weight[0];
            for_each_index<registers - 1>([&](auto r) PERGRAD_INLINE_LAMBDA {
                sum[k] = lane::fma(lane::load<number>(x + k * columns + (r + 1) * lanes), weight[r + 1], sum[k]);
            });
        });
        float slope[lanes];
        lane::store(slope, slope_of(lane::reduce_add_rows(sum), lane::load<number>(y + n)));
        for (int k = 0; k < lanes; ++k, x += columns, g += columns) {
            const number scale = lane::broadcast<number>(slope[k]);
            for_each_index<registers>([&](auto r) PERGRAD_INLINE_LAMBDA {
                lane::store(g + r * lanes, scale * lane::load<number>(x + r * lanes));
            });
        }
    }
}

template<>
struct by_hand<workloads::w2> {
    static void each(std::size_t N, const float* p, const float* x, const float* y, float* g) {
        scale_rows<32>(N, p, x, y, g,
                       [](number z, number target) PERGRAD_INLINE_LAMBDA { return (z - target) + (z - target); });
    }
};

template<>
struct by_hand<workloads::w4> {
    static void each(std::size_t N, const float* p, const float* x, const float* y, float* g) {
        scale_rows<64>(N, p, x, y, g, [](number z, number label) PERGRAD_INLINE_LAMBDA {
            return -label / (lane::broadcast<number>(1) + lane::exp(label * z));
        });
    }
};

}  // namespace contenders::vectorised
