// W1 by hand: one derivative an example, a register of examples at a time.
#pragma once

#include "../../workloads/w1.hpp"
#include "by_hand.hpp"

namespace contenders::vectorised {

template<>
struct by_hand<workloads::w1> {
    static void each(std::size_t N, const float* w, const float* x, const float* y, float* g) {
        const number slope = lane::broadcast<number>(*w);
#pragma GCC unroll 4
        for (std::size_t n = 0; n < N; n += lanes) {
            const number at = lane::load<number>(x + n), residual = slope * at - lane::load<number>(y + n);
            lane::store(g + n, (residual + residual) * at);
        }
    }
};

}  // namespace contenders::vectorised
