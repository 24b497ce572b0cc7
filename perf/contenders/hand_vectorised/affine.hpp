// W3 by hand: residuals with a register of examples, and then an example's 40 derivatives as whole registers: element e
// is one of five residuals times one of seven inputs or 1, both picked by a permutation that the compiler knows.
#pragma once

#include "../../workloads/w3.hpp"
#include "by_hand.hpp"

namespace contenders::vectorised {

template<>
struct by_hand<workloads::w3> {
    static constexpr int outputs = 5, inputs = 7, parameters = outputs * (inputs + 1), weights = outputs * inputs;

    static constexpr int residual_of(int e) { return e < weights ? e / inputs : std::min(e - weights, outputs - 1); }
    static constexpr int input_of(int e) { return e < weights ? e % inputs : inputs; }

    /// Lane i becomes lane pick(first + i).
    template<int first>
    PERGRAD_INLINE static number permuted(number a, auto pick) {
        return [&]<int... i>(std::integer_sequence<int, i...>) PERGRAD_INLINE_LAMBDA {
            return number(number::register_type(
                __builtin_shufflevector(lane::raw(a), lane::raw(a), decltype(pick)::at(first + i)...)));
        }(std::make_integer_sequence<int, lanes>{});
    }
    struct pick_residual {
        static constexpr int at(int e) { return residual_of(e); }
    };
    struct pick_input {
        static constexpr int at(int e) { return input_of(e); }
    };

    static void each(std::size_t N, const float* p, const float* x, const float* t, float* g) {
        static_assert(lanes > inputs);
        float one_behind[lanes] = {};
        one_behind[inputs] = 1;
        const number one = lane::load<number>(one_behind);
        for (std::size_t n = 0; n < N; n += lanes, x += lanes * inputs, t += lanes * outputs) {
            number column[lanes], residual[lanes];
            lane::load_columns<inputs>(column, x, inputs);
            lane::load_columns<outputs>(residual, t, outputs);
            for_each_index<outputs>([&](auto i) PERGRAD_INLINE_LAMBDA {
                number y = lane::broadcast<number>(p[weights + i]);
                for_each_index<inputs>([&](auto j) PERGRAD_INLINE_LAMBDA {
                    y = lane::fma(lane::broadcast<number>(p[i * inputs + j]), column[j], y);
                });
                residual[i] = (y - residual[i]) + (y - residual[i]);
            });
            for_each_index<lanes - outputs>(
                [&](auto i) PERGRAD_INLINE_LAMBDA { residual[outputs + i] = lane::broadcast<number>(0); });
            lane::transpose(residual);
            for_each_index<lanes>([&](auto k) PERGRAD_INLINE_LAMBDA {
                const number row = lane::load_partial<number>(x + k * inputs, inputs) + one;
                for_each_index<(parameters + lanes - 1) / lanes>([&](auto r) PERGRAD_INLINE_LAMBDA {
                    constexpr int first = r * lanes;
                    const number part =
                        permuted<first>(residual[k], pick_residual{}) * permuted<first>(row, pick_input{});
                    lane::store_partial(g + first, part, std::min(lanes, parameters - first));
                });
                g += parameters;
            });
        }
    }
};

}  // namespace contenders::vectorised
