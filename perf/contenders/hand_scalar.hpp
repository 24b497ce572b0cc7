// Plain loops with the derivatives written out, as a programmer would write them without the library: no intrinsics, the
// rest is the compiler's. `restrict` and constant lengths let it vectorise what it may without reordering sums.
#pragma once

#include "../workloads/digits.hpp"
#include "../workloads/w1.hpp"
#include "../workloads/w2.hpp"
#include "../workloads/w3.hpp"
#include "../workloads/w4.hpp"
#include "../workloads/w5.hpp"
#include "../workloads/w6.hpp"

namespace contenders {

/// each(...) writes the gradients of N examples, one row after the other; add(...) adds them up.
template<class Workload>
struct by_hand;

template<>
struct by_hand<workloads::w1> {
    static void each(std::size_t N, const float* __restrict w, const float* __restrict x, const float* __restrict y,
                     float* __restrict g) {
        for (std::size_t n = 0; n < N; ++n) g[n] = 2 * (*w * x[n] - y[n]) * x[n];
    }
    /// In double: a sum of so many floats in one float is off by 1e-5.
    static void sum(std::size_t N, const float* __restrict w, const float* __restrict x, const float* __restrict y,
                    float* __restrict g) {
        double total = 0;
        for (std::size_t n = 0; n < N; ++n) total += double(2 * (*w * x[n] - y[n]) * x[n]);
        *g = float(total);
    }
};

template<>
struct by_hand<workloads::w2> {
    static float slope(const float* __restrict p, const float* __restrict x, float y) {
        float residual = 0;
        for (int i = 0; i < 32; ++i) residual += x[i] * p[i];
        return 2 * (residual - y);
    }
    static void each(std::size_t N, const float* __restrict p, const float* __restrict x, const float* __restrict y,
                     float* __restrict g) {
        for (std::size_t n = 0; n < N; ++n, x += 32, g += 32) {
            const float s = slope(p, x, y[n]);
            for (int i = 0; i < 32; ++i) g[i] = s * x[i];
        }
    }
    static void sum(std::size_t N, const float* __restrict p, const float* __restrict x, const float* __restrict y,
                    float* __restrict g) {
        float total[32] = {};
        for (std::size_t n = 0; n < N; ++n, x += 32) {
            const float s = slope(p, x, y[n]);
            for (int i = 0; i < 32; ++i) total[i] += s * x[i];
        }
        std::copy_n(total, 32, g);
    }
};

template<>
struct by_hand<workloads::w3> {
    static float slope(const float* __restrict w, float b, const float* __restrict x, float t) {
        float y = b;
        for (int j = 0; j < 7; ++j) y += w[j] * x[j];
        return 2 * (y - t);
    }
    static void each(std::size_t N, const float* __restrict p, const float* __restrict x, const float* __restrict t,
                     float* __restrict g) {
        for (std::size_t n = 0; n < N; ++n, x += 7, t += 5, g += 40)
            for (int i = 0; i < 5; ++i) {
                const float s = slope(p + 7 * i, p[35 + i], x, t[i]);
                for (int j = 0; j < 7; ++j) g[7 * i + j] = s * x[j];
                g[35 + i] = s;
            }
    }
    static void sum(std::size_t N, const float* __restrict p, const float* __restrict x, const float* __restrict t,
                    float* __restrict g) {
        float total[40] = {};
        for (std::size_t n = 0; n < N; ++n, x += 7, t += 5)
            for (int i = 0; i < 5; ++i) {
                const float s = slope(p + 7 * i, p[35 + i], x, t[i]);
                for (int j = 0; j < 7; ++j) total[7 * i + j] += s * x[j];
                total[35 + i] += s;
            }
        std::copy_n(total, 40, g);
    }
};

template<>
struct by_hand<workloads::w4> {
    static float slope(const float* __restrict p, const float* __restrict x, float y) {
        float z = 0;
        for (int i = 0; i < 64; ++i) z += x[i] * p[i];
        return -y / (1 + std::exp(y * z));
    }
    static void each(std::size_t N, const float* __restrict p, const float* __restrict x, const float* __restrict y,
                     float* __restrict g) {
        for (std::size_t n = 0; n < N; ++n, x += 64, g += 64) {
            const float s = slope(p, x, y[n]);
            for (int i = 0; i < 64; ++i) g[i] = s * x[i];
        }
    }
    static void sum(std::size_t N, const float* __restrict p, const float* __restrict x, const float* __restrict y,
                    float* __restrict g) {
        float total[64] = {};
        for (std::size_t n = 0; n < N; ++n, x += 64) {
            const float s = slope(p, x, y[n]);
            for (int i = 0; i < 64; ++i) total[i] += s * x[i];
        }
        std::copy_n(total, 64, g);
    }
};

template<>
struct by_hand<workloads::digits> {
    /// The probabilities of the classes, less 1 at the label.
    static void slopes(const float* __restrict p, const float* __restrict x, int label, float* __restrict s) {
        for (int i = 0; i < 10; ++i) {
            s[i] = p[640 + i];
            for (int j = 0; j < 64; ++j) s[i] += p[64 * i + j] * x[j];
        }
        const float largest = *std::max_element(s, s + 10);
        float sum = 0;
        for (int i = 0; i < 10; ++i) sum += s[i] = std::exp(s[i] - largest);
        for (int i = 0; i < 10; ++i) s[i] /= sum;
        s[label] -= 1;
    }
    static void each(std::size_t N, const float* __restrict p, const float* __restrict x, const int* __restrict label,
                     float* __restrict g) {
        for (std::size_t n = 0; n < N; ++n, x += 64, g += 650) {
            slopes(p, x, label[n], g + 640);
            for (int i = 0; i < 10; ++i)
                for (int j = 0; j < 64; ++j) g[64 * i + j] = g[640 + i] * x[j];
        }
    }
    static void sum(std::size_t N, const float* __restrict p, const float* __restrict x, const int* __restrict label,
                    float* __restrict g) {
        std::fill_n(g, 650, 0.0f);
        for (std::size_t n = 0; n < N; ++n, x += 64) {
            float s[10];
            slopes(p, x, label[n], s);
            for (int i = 0; i < 10; ++i) {
                for (int j = 0; j < 64; ++j) g[64 * i + j] += s[i] * x[j];
                g[640 + i] += s[i];
            }
        }
    }
};

/// z = w x + b, for a matrix of `rows` rows.
template<int rows, int columns>
void layer(const float* __restrict w, const float* __restrict b, const float* __restrict x, float* __restrict z) {
    for (int i = 0; i < rows; ++i) {
        z[i] = b[i];
        for (int j = 0; j < columns; ++j) z[i] += w[i * columns + j] * x[j];
    }
}
/// d = transpose(w) delta.
template<int rows, int columns>
void layer_back(const float* __restrict w, const float* __restrict delta, float* __restrict d) {
    std::fill_n(d, columns, 0.0f);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j) d[j] += w[i * columns + j] * delta[i];
}
/// The derivative by w and b, which follow each other: written, or added.
template<bool adds, int rows, int columns>
void layer_gradient(const float* __restrict delta, const float* __restrict x, float* __restrict g) {
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < columns; ++j)
            if constexpr (adds) g[i * columns + j] += delta[i] * x[j];
            else g[i * columns + j] = delta[i] * x[j];
        if constexpr (adds) g[rows * columns + i] += delta[i];
        else g[rows * columns + i] = delta[i];
    }
}

template<>
struct by_hand<workloads::w5> {
    using at = workloads::w5;
    template<bool adds>
    static void one(const float* __restrict p, const float* __restrict x, float y, float* __restrict g) {
        float first[32], second[32], delta;
        layer<32, 16>(p, p + at::at_b1, x, first);
        for (float& h : first) h = std::tanh(h);
        layer<32, 32>(p + at::at_w2, p + at::at_b2, first, second);
        for (float& h : second) h = std::tanh(h);
        layer<1, 32>(p + at::at_w3, p + at::at_b3, second, &delta);
        delta = 2 * (delta - y);
        layer_gradient<adds, 1, 32>(&delta, second, g + at::at_w3);
        for (int i = 0; i < 32; ++i) second[i] = delta * p[at::at_w3 + std::size_t(i)] * (1 - second[i] * second[i]);
        layer_gradient<adds, 32, 32>(second, first, g + at::at_w2);
        float back[32];
        layer_back<32, 32>(p + at::at_w2, second, back);
        for (int i = 0; i < 32; ++i) back[i] *= 1 - first[i] * first[i];
        layer_gradient<adds, 32, 16>(back, x, g);
    }
    static void each(std::size_t N, const float* __restrict p, const float* __restrict x, const float* __restrict y,
                     float* __restrict g) {
        for (std::size_t n = 0; n < N; ++n, x += 16, g += at::parameters) one<false>(p, x, y[n], g);
    }
    static void sum(std::size_t N, const float* __restrict p, const float* __restrict x, const float* __restrict y,
                    float* __restrict g) {
        std::fill_n(g, at::parameters, 0.0f);
        for (std::size_t n = 0; n < N; ++n, x += 16) one<true>(p, x, y[n], g);
    }
};

template<>
struct by_hand<workloads::w6> {
    using at = workloads::w6;
    template<bool adds>
    static void one(const float* __restrict p, const float* __restrict x, int label, float* __restrict g) {
        float hidden[64], delta[10], back[64];
        layer<64, 784>(p, p + at::at_b1, x, hidden);
        for (float& h : hidden) h = h > 0 ? h : 0;
        layer<10, 64>(p + at::at_w2, p + at::at_b2, hidden, delta);
        const float largest = *std::max_element(delta, delta + 10);
        float total = 0;
        for (float& d : delta) total += d = std::exp(d - largest);
        for (float& d : delta) d /= total;
        delta[label] -= 1;
        layer_gradient<adds, 10, 64>(delta, hidden, g + at::at_w2);
        layer_back<10, 64>(p + at::at_w2, delta, back);
        for (int i = 0; i < 64; ++i) back[i] = hidden[i] > 0 ? back[i] : 0;
        layer_gradient<adds, 64, 784>(back, x, g);
    }
    static void each(std::size_t N, const float* __restrict p, const float* __restrict x, const int* __restrict label,
                     float* __restrict g) {
        for (std::size_t n = 0; n < N; ++n, x += 784, g += at::parameters) one<false>(p, x, label[n], g);
    }
    static void sum(std::size_t N, const float* __restrict p, const float* __restrict x, const int* __restrict label,
                    float* __restrict g) {
        std::fill_n(g, at::parameters, 0.0f);
        for (std::size_t n = 0; n < N; ++n, x += 784) one<true>(p, x, label[n], g);
    }
};

struct hand_scalar {
    static constexpr auto name = "hand-scalar";

    template<class Workload>
    static void each(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        by_hand<Workload>::each(batch.examples, batch.parameters.data(), batch.features.data(), batch.targets.data(),
                                out.data());
    }
    template<class Workload>
    static void sum(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        by_hand<Workload>::sum(batch.examples, batch.parameters.data(), batch.features.data(), batch.targets.data(),
                               out.data());
    }
    /// Each example's gradient is formed, and added with its factor.
    template<class Workload>
    static void clipped(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        constexpr std::size_t D = Workload::parameters;
        constexpr float limit = workloads::clipping_limit;
        float total[D] = {}, row[D];
        for (std::size_t n = 0; n < batch.examples; ++n) {
            by_hand<Workload>::each(1, batch.parameters.data(), batch.features.data() + n * Workload::features,
                                    batch.targets.data() + n * Workload::targets, row);
            float squares = 0;
            for (std::size_t i = 0; i < D; ++i) squares += row[i] * row[i];
            const float norm = std::sqrt(squares), factor = norm > limit ? limit / norm : 1;
            for (std::size_t i = 0; i < D; ++i) total[i] += factor * row[i];
        }
        std::copy_n(total, D, out.data());
    }
};

}  // namespace contenders
