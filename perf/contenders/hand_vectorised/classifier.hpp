// W6 by hand: the first layer and its weights' gradient as products in blocks of registers, of 64 examples at a time; the
// rest, which is small, example by example. The norm is that of the factors: |delta x^T| = |delta| |x|.
#pragma once

#include "../../workloads/w6.hpp"
#include "by_hand.hpp"

namespace contenders::vectorised {

template<>
struct by_hand<workloads::w6> {
    using at = workloads::w6;
    static constexpr int inputs = 784, hidden = 64, classes = 10, block = 64;
    static constexpr bool many_registers = lanes == 16;

    static void sum(std::size_t N, const float* p, const float* x, const int* label, float* g) {
        run<false>(N, p, x, label, g);
    }
    static void clipped(std::size_t N, const float* p, const float* x, const int* label, float* g) {
        run<true>(N, p, x, label, g);
    }

    template<bool clips>
    static void run(std::size_t N, const float* p, const float* x, const int* label, float* g) {
        static workloads::aligned_array<float> turned(inputs * hidden);
        for (int i = 0; i < hidden; ++i)
            for (int j = 0; j < inputs; ++j) turned[std::size_t(j * hidden + i)] = p[i * inputs + j];
        std::fill_n(g, at::parameters, 0.0f);
        for (std::size_t n = 0; n < N; n += block, x += block * inputs) {
            alignas(64) float layer[block][hidden], delta[block][hidden];
            first_layer(layer, turned.data(), x);
            for (int k = 0; k < block; ++k)
                second_layer<clips>(p, x + k * inputs, label[n + std::size_t(k)], layer[k], delta[k], g);
            add_outer_products(g, delta, x);
        }
    }

    /// to = x turned, a few examples by a few registers at a time.
    static void first_layer(float (&to)[block][hidden], const float* turned, const float* x) {
        constexpr int examples = 6, registers = many_registers ? 4 : 2;
        for (int i = 0; i < hidden; i += registers * lanes) {
            int k = 0;
            for (; k + examples <= block; k += examples)
                layer_block<examples, registers>(to[k] + i, turned + i, x + k * inputs);
            layer_block<block % examples, registers>(to[k] + i, turned + i, x + k * inputs);
        }
    }
    template<int examples, int registers>
    static void layer_block(float* to, const float* turned, const float* x) {
        number sum[examples][registers];
        for_each_index<examples>([&](auto e) PERGRAD_INLINE_LAMBDA {
            for_each_index<registers>([&](auto r) PERGRAD_INLINE_LAMBDA { sum[e][r] = lane::broadcast<number>(0); });
        });
        for (int j = 0; j < inputs; ++j) {
            number weight[registers];
            for_each_index<registers>(
                [&](auto r) PERGRAD_INLINE_LAMBDA { weight[r] = lane::load<number>(turned + j * hidden + r * lanes); });
            for_each_index<examples>([&](auto e) PERGRAD_INLINE_LAMBDA {
                const number pixel = lane::broadcast<number>(x[e * inputs + j]);
                for_each_index<registers>(
                    [&](auto r) PERGRAD_INLINE_LAMBDA { sum[e][r] = lane::fma(pixel, weight[r], sum[e][r]); });
            });
        }
        for_each_index<examples>([&](auto e) PERGRAD_INLINE_LAMBDA {
            for_each_index<registers>(
                [&](auto r) PERGRAD_INLINE_LAMBDA { lane::store(to + e * hidden + r * lanes, sum[e][r]); });
        });
    }

    PERGRAD_INLINE static float sum_of_products(const float* a, const float* b, int size) {
        number sum = lane::broadcast<number>(0);
        for (int i = 0; i < size; i += lanes)
            sum = lane::fma(lane::load<number>(a + i), lane::load<number>(b + i), sum);
        return lane::reduce_add(sum);
    }

    /// From the first layer's products to its adjoints, weighted; the other gradients are added up on the way.
    template<bool clips>
    static void second_layer(const float* p, const float* x, int label, float* layer, float* delta, float* g) {
        const float *b1 = p + at::at_b1, *w2 = p + at::at_w2, *b2 = p + at::at_b2;
        const number zero = lane::broadcast<number>(0);
        for (int i = 0; i < hidden; i += lanes) {
            const number z = lane::load<number>(layer + i) + lane::load<number>(b1 + i);
            lane::store(layer + i, lane::select(lane::greater(z, zero), z, zero));
        }
        constexpr int padded = 16;
        alignas(64) float logit[padded];
        std::fill_n(logit, padded, -std::numeric_limits<float>::infinity());
        for (int c = 0; c < classes; ++c) logit[c] = b2[c] + sum_of_products(w2 + c * hidden, layer, hidden);
        const number largest = lane::broadcast<number>(*std::max_element(logit, logit + classes));
        number total = zero;
        for (int c = 0; c < padded; c += lanes) {
            const number part = lane::exp(lane::load<number>(logit + c) - largest);
            lane::store(logit + c, part);
            total = total + part;
        }
        const float scale = 1 / lane::reduce_add(total);
        for (int c = 0; c < classes; ++c) logit[c] *= scale;
        logit[label] -= 1;
        for (int i = 0; i < hidden; i += lanes) {
            number back = zero;
            for (int c = 0; c < classes; ++c)
                back = lane::fma(lane::broadcast<number>(logit[c]), lane::load<number>(w2 + c * hidden + i), back);
            lane::store(delta + i, lane::select(lane::greater(lane::load<number>(layer + i), zero), back, zero));
        }
        float factor = 1;
        if constexpr (clips) {
            const float squares = sum_of_products(delta, delta, hidden) * (sum_of_products(x, x, inputs) + 1) +
                                  sum_of_products(logit, logit, padded) * (sum_of_products(layer, layer, hidden) + 1);
            constexpr float limit = workloads::clipping_limit;
            if (squares > limit * limit) factor = limit / std::sqrt(squares);
        }
        for (int i = 0; i < hidden; i += lanes) {
            const number weighted = lane::load<number>(delta + i) * lane::broadcast<number>(factor);
            lane::store(delta + i, weighted);
            lane::store(g + at::at_b1 + i, lane::load<number>(g + at::at_b1 + i) + weighted);
        }
        for (int c = 0; c < classes; ++c) {
            const float weighted = factor * logit[c];
            float* row = g + at::at_w2 + c * hidden;
            for (int i = 0; i < hidden; i += lanes)
                lane::store(row + i, lane::fma(lane::broadcast<number>(weighted), lane::load<number>(layer + i),
                                               lane::load<number>(row + i)));
            g[at::at_b2 + std::size_t(c)] += weighted;
        }
    }

    /// g += transpose(delta) x, a few rows by a few registers at a time.
    static void add_outer_products(float* g, const float (&delta)[block][hidden], const float* x) {
        constexpr int rows = many_registers ? 8 : 4, registers = 3, width = registers * lanes;
        constexpr int rest = inputs % width / lanes;
        static_assert(inputs % lanes == 0);
        for (int j = 0; j + width <= inputs; j += width)
            for (int i = 0; i < hidden; i += rows)
                outer_block<rows, registers>(g + i * inputs + j, delta[0] + i, x + j);
        if constexpr (rest > 0)
            for (int i = 0; i < hidden; i += rows)
                outer_block<rows, rest>(g + i * inputs + inputs - rest * lanes, delta[0] + i,
                                        x + inputs - rest * lanes);
    }
    template<int rows, int registers>
    static void outer_block(float* g, const float* delta, const float* x) {
        number sum[rows][registers];
        const auto each_sum = [&](auto f) PERGRAD_INLINE_LAMBDA {
            for_each_index<rows>([&](auto i) PERGRAD_INLINE_LAMBDA {
                for_each_index<registers>(
                    [&](auto r) PERGRAD_INLINE_LAMBDA { f(sum[i][r], g + i * inputs + r * lanes, i, r); });
            });
        };
        each_sum([](number& s, const float* from, auto, auto) PERGRAD_INLINE_LAMBDA { s = lane::load<number>(from); });
        for (int k = 0; k < block; ++k, delta += hidden, x += inputs) {
            number pixels[registers];
            for_each_index<registers>([&](auto r)
                                          PERGRAD_INLINE_LAMBDA { pixels[r] = lane::load<number>(x + r * lanes); });
            for_each_index<rows>([&](auto i) PERGRAD_INLINE_LAMBDA {
                const number scale = lane::broadcast<number>(delta[i]);
                for_each_index<registers>(
                    [&](auto r) PERGRAD_INLINE_LAMBDA { sum[i][r] = lane::fma(scale, pixels[r], sum[i][r]); });
            });
        }
        each_sum([](const number& s, float* to, auto, auto) PERGRAD_INLINE_LAMBDA { lane::store(to, s); });
    }
};

}  // namespace contenders::vectorised
