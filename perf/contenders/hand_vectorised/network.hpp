// W5 by hand: activations and adjoints with a register of examples, four rows of a matrix at a time; then they are turned,
// and each example's row is written along the rows of its outer products, from front to back.
#pragma once

#include "../../workloads/w5.hpp"
#include "by_hand.hpp"

namespace contenders::vectorised {

template<>
struct by_hand<workloads::w5> {
    using at = workloads::w5;

    /// put(i, sum_j matrix(i, j) in[j]), the matrix's element (i, j) at i row_stride + j column_stride.
    template<int rows, int columns, int row_stride, int column_stride>
    PERGRAD_INLINE static void multiply(const float* matrix, const number* in, auto put) {
        constexpr int block = std::min(rows, 4);
        for (int i = 0; i < rows; i += block) {
            number sum[block];
            for_each_index<block>([&](auto r) PERGRAD_INLINE_LAMBDA { sum[r] = lane::broadcast<number>(0); });
            for (int j = 0; j < columns; ++j)
                for_each_index<block>([&](auto r) PERGRAD_INLINE_LAMBDA {
                    const float weight = matrix[(i + r) * row_stride + j * column_stride];
                    sum[r] = lane::fma(lane::broadcast<number>(weight), in[j], sum[r]);
                });
            for_each_index<block>([&](auto r) PERGRAD_INLINE_LAMBDA { put(i + r, sum[r]); });
        }
    }

    /// An example's values side by side.
    template<int size>
    PERGRAD_INLINE static void turn(float (&rows)[lanes][size], const number* values) {
        for (int start = 0; start < size; start += lanes) {
            number block[lanes];
            for_each_index<lanes>([&](auto j) PERGRAD_INLINE_LAMBDA { block[j] = values[start + j]; });
            lane::transpose(block);
            for_each_index<lanes>([&](auto k) PERGRAD_INLINE_LAMBDA { lane::store(rows[k] + start, block[k]); });
        }
    }

    /// delta right^T and then delta, to g.
    template<int rows, int columns>
    PERGRAD_INLINE static float* write_layer(const float* delta, const float* right, float* g) {
        constexpr int registers = columns / lanes;
        number factor[registers];
        for_each_index<registers>([&](auto r)
                                      PERGRAD_INLINE_LAMBDA { factor[r] = lane::load<number>(right + r * lanes); });
        for (int i = 0; i < rows; ++i, g += columns) {
            const number scale = lane::broadcast<number>(delta[i]);
            for_each_index<registers>([&](auto r)
                                          PERGRAD_INLINE_LAMBDA { lane::store(g + r * lanes, scale * factor[r]); });
        }
        if constexpr (rows == 1) *g = *delta;
        else
            for (int i = 0; i < rows; i += lanes) lane::store(g + i, lane::load<number>(delta + i));
        return g + rows;
    }

    static void each(std::size_t N, const float* p, const float* x, const float* y, float* g) {
        const float *w1 = p, *b1 = p + at::at_b1, *w2 = p + at::at_w2, *b2 = p + at::at_b2, *w3 = p + at::at_w3;
        const number bias3 = lane::broadcast<number>(p[at::at_b3]), one = lane::broadcast<number>(1);
        for (std::size_t n = 0; n < N; n += lanes, x += lanes * 16) {
            number input[16], first[32], second[32], delta1[32], delta2[32], delta3;
            for (int start = 0; start < 16; start += lanes) {
                number block[lanes];
                lane::load_columns<lanes>(block, x + start, 16);
                for_each_index<lanes>([&](auto j) PERGRAD_INLINE_LAMBDA { input[start + j] = block[j]; });
            }
            multiply<32, 16, 16, 1>(w1, input, [&](int i, number sum) PERGRAD_INLINE_LAMBDA {
                first[i] = lane::tanh(sum + lane::broadcast<number>(b1[i]));
            });
            multiply<32, 32, 32, 1>(w2, first, [&](int i, number sum) PERGRAD_INLINE_LAMBDA {
                second[i] = lane::tanh(sum + lane::broadcast<number>(b2[i]));
            });
            multiply<1, 32, 32, 1>(w3, second, [&](int, number sum) PERGRAD_INLINE_LAMBDA {
                const number residual = sum + bias3 - lane::load<number>(y + n);
                delta3 = residual + residual;
            });
            for (int i = 0; i < 32; ++i)
                delta2[i] = delta3 * lane::broadcast<number>(w3[i]) * (one - second[i] * second[i]);
            multiply<32, 32, 1, 32>(w2, delta2, [&](int i, number sum) PERGRAD_INLINE_LAMBDA {
                delta1[i] = sum * (one - first[i] * first[i]);
            });

            alignas(64) float first_rows[lanes][32], second_rows[lanes][32], delta1_rows[lanes][32],
                delta2_rows[lanes][32], delta3_rows[lanes];
            turn(first_rows, first);
            turn(second_rows, second);
            turn(delta1_rows, delta1);
            turn(delta2_rows, delta2);
            lane::store(delta3_rows, delta3);
            for (int k = 0; k < lanes; ++k) {
                g = write_layer<32, 16>(delta1_rows[k], x + k * 16, g);
                g = write_layer<32, 32>(delta2_rows[k], first_rows[k], g);
                g = write_layer<1, 32>(delta3_rows + k, second_rows[k], g);
            }
        }
    }
};

}  // namespace contenders::vectorised
