// The networks with a BLAS, as a practitioner writes them: products of whole blocks of examples, on one thread, and what a
// BLAS doesn't have vectorised by hand.
#pragma once

#if PERGRAD_PERF_OPENBLAS

#include "hand_vectorised/classifier.hpp"
#include "hand_vectorised/network.hpp"

#include <cblas.h>

namespace contenders {

namespace blas {

inline const bool on_one_thread = (openblas_set_num_threads(1), true);

/// c = a op(b), a of (rows, inner), row by row; b is stored as (columns, inner) if it is transposed.
inline void multiply(int rows, int columns, int inner, const float* a, const float* b, bool transposed, float* c) {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, transposed ? CblasTrans : CblasNoTrans, rows, columns, inner, 1, a, inner,
                b, transposed ? inner : columns, 0, c, columns);
}

template<class Workload>
struct by_hand;

template<>
struct by_hand<workloads::w5> {
    using at = workloads::w5;
    using kernels = vectorised::by_hand<at>;
    using number = vectorised::number;
    static constexpr int block = 64, width = 32;

    /// Each row's element i becomes f(it, of(row)[i]).
    static void each_element(float* rows, const auto& of, auto f) {
        for (int k = 0; k < block; ++k)
            for (int i = 0; i < width; i += vectorised::lanes) {
                float* to = rows + k * width + i;
                vectorised::lane::store(
                    to, f(k, vectorised::lane::load<number>(to), vectorised::lane::load<number>(of(k) + i)));
            }
    }

    static void each(std::size_t N, const float* p, const float* x, const float* y, float* g) {
        namespace lane = vectorised::lane;
        const float *w1 = p, *b1 = p + at::at_b1, *w2 = p + at::at_w2, *b2 = p + at::at_b2, *w3 = p + at::at_w3;
        const number one = lane::broadcast<number>(1);
        for (std::size_t n = 0; n < N; n += block, x += block * 16) {
            alignas(64) float first[block * width], second[block * width], delta1[block * width], delta2[block * width],
                delta3[block];
            const auto activate = [](int, number z, number bias) { return lane::tanh(z + bias); };
            multiply(block, width, 16, x, w1, true, first);
            each_element(first, [&](int) { return b1; }, activate);
            multiply(block, width, width, first, w2, true, second);
            each_element(second, [&](int) { return b2; }, activate);
            multiply(block, 1, width, second, w3, true, delta3);
            for (int k = 0; k < block; ++k) delta3[k] = 2 * (delta3[k] + p[at::at_b3] - y[n + std::size_t(k)]);
            std::copy_n(second, block * width, delta2);
            each_element(
                delta2, [&](int) { return w3; },
                [&](int k, number h, number weight) {
                    return lane::broadcast<number>(delta3[k]) * weight * (one - h * h);
                });
            multiply(block, width, width, delta2, w2, false, delta1);
            each_element(
                delta1, [&](int k) { return first + k * width; },
                [&](int, number back, number h) { return back * (one - h * h); });
            for (int k = 0; k < block; ++k) {
                g = kernels::write_layer<width, 16>(delta1 + k * width, x + k * 16, g);
                g = kernels::write_layer<width, width>(delta2 + k * width, first + k * width, g);
                g = kernels::write_layer<1, width>(delta3 + k, second + k * width, g);
            }
        }
    }
};

template<>
struct by_hand<workloads::w6> {
    using at = workloads::w6;
    using kernels = vectorised::by_hand<at>;
    static constexpr int inputs = kernels::inputs, hidden = kernels::hidden, block = 256;

    static void sum(std::size_t N, const float* p, const float* x, const int* label, float* g) {
        run<false>(N, p, x, label, g);
    }
    static void clipped(std::size_t N, const float* p, const float* x, const int* label, float* g) {
        run<true>(N, p, x, label, g);
    }

private:
    template<bool clips>
    static void run(std::size_t N, const float* p, const float* x, const int* label, float* g) {
        std::fill_n(g, at::parameters, 0.0f);
        for (std::size_t n = 0; n < N; n += block, x += block * inputs) {
            alignas(64) float layer[block * hidden], delta[block * hidden];
            multiply(block, hidden, inputs, x, p, true, layer);
            for (int k = 0; k < block; ++k)
                kernels::second_layer<clips>(p, x + k * inputs, label[n + std::size_t(k)], layer + k * hidden,
                                             delta + k * hidden, g);
            cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, hidden, inputs, block, 1, delta, hidden, x, inputs, 1,
                        g, inputs);
        }
    }
};

}  // namespace blas

struct openblas : by_kernels<blas::by_hand> {
    static constexpr auto name = "openblas";
};

}  // namespace contenders

#endif
