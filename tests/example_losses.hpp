// The losses that several tests run: of those that are also measured (perf/workloads) the smallest ones, and more of the
// same form, each with its gradient written out by hand in double precision.
#pragma once

#include <workloads/w1.hpp>
#include <workloads/w3.hpp>

#include <array>

namespace example_losses {

namespace pg = pergrad;
using namespace pg::literals;

using scalar_model = workloads::w1;
using affine_model = workloads::w3;

/// log(1 + exp(-y p.x)): more parameters than two registers of lanes, and one over.
struct logistic_model {
    static constexpr auto p33 = pg::vector<"p", 33>;
    static constexpr auto x = pg::vector<"x", 33>;
    static constexpr auto y = pg::scalar<"y">;
    static constexpr auto loss = pg::softplus(-y * pg::dot(x, p33));
    static constexpr auto wrt = pg::wrt(p33);
    static constexpr std::size_t parameters = 33, features = 33, targets = 1;
    template<class T>
    using target = T;

    template<class T>
    static workloads::batch<logistic_model, T> make(std::size_t count) {
        return workloads::random_batch<logistic_model, T>(count);
    }
    template<class T>
    static auto call(const auto& f, std::span<const T> p, const auto& X, const auto& Y, const auto&... more) {
        return f(p33 = p, x = X, y = Y, more...);
    }
    template<class T>
    static void gradient(const T* p, const T* at, const T* to, double* g) {
        double z = 0;
        for (std::size_t i = 0; i < 33; ++i) z += double(p[i]) * double(at[i]);
        const double slope = -double(*to) / (1 + std::exp(double(*to) * z));
        for (std::size_t i = 0; i < 33; ++i) g[i] = slope * double(at[i]);
    }
};

/// The squared error of a network 3-4-1 with tanh.
struct network_model {
    static constexpr auto w1 = pg::matrix<"w1", 4, 3>;
    static constexpr auto b1 = pg::vector<"b1", 4>;
    static constexpr auto w2 = pg::vector<"w2", 4>;
    static constexpr auto b2 = pg::scalar<"b2">;
    static constexpr auto y = pg::scalar<"y">;
    static constexpr auto x = pg::vector<"x", 3>;
    static constexpr auto loss = pg::square(pg::dot(w2, pg::tanh(pg::dot(w1, x) + b1)) + b2 - y);
    static constexpr auto wrt = pg::wrt(w1, b1, w2, b2);
    static constexpr std::size_t parameters = 21, features = 3, targets = 1;
    template<class T>
    using target = T;

    template<class T>
    static workloads::batch<network_model, T> make(std::size_t count) {
        return workloads::random_batch<network_model, T>(count);
    }
    template<class T>
    static auto call(const auto& f, std::span<const T> p, const auto& X, const auto& Y, const auto&... more) {
        return f(w1 = p.subspan(0, 12), b1 = p.subspan(12, 4), w2 = p.subspan(16, 4), b2 = p[20], x = X, y = Y,
                 more...);
    }
    template<class T>
    static void gradient(const T* p, const T* at, const T* to, double* g) {
        std::array<double, 4> h{};
        double out = double(p[20]) - double(*to);
        for (std::size_t i = 0; i < 4; ++i) {
            h[i] = double(p[12 + i]);
            for (std::size_t j = 0; j < 3; ++j) h[i] += double(p[3 * i + j]) * double(at[j]);
            h[i] = std::tanh(h[i]);
            out += double(p[16 + i]) * h[i];
        }
        g[20] = 2 * out;
        for (std::size_t i = 0; i < 4; ++i) {
            g[16 + i] = 2 * out * h[i];
            g[12 + i] = 2 * out * double(p[16 + i]) * (1 - h[i] * h[i]);
            for (std::size_t j = 0; j < 3; ++j) g[3 * i + j] = g[12 + i] * double(at[j]);
        }
    }
};

/// Softmax regression to one of five classes.
struct classes_model {
    static constexpr auto w = pg::matrix<"w", 5, 3>;
    static constexpr auto b = pg::vector<"b", 5>;
    static constexpr auto x = pg::vector<"x", 3>;
    static constexpr auto label = pg::integer<"label">;
    static constexpr auto loss = pg::softmax_cross_entropy(pg::dot(w, x) + b, label);
    static constexpr auto wrt = pg::wrt(w, b);
    static constexpr std::size_t parameters = 20, features = 3, targets = 1;
    template<class T>
    using target = int;

    template<class T>
    static workloads::batch<classes_model, T> make(std::size_t count) {
        workloads::aligned_array<int> labels;
        for (const double number : workloads::random_numbers<double>(count, 3))
            labels.push_back(static_cast<int>(5 * (number + 1) / 2));
        return {count, workloads::random_numbers<T>(parameters, 1), workloads::random_numbers<T>(count * features, 2),
                labels};
    }
    template<class T>
    static auto call(const auto& f, std::span<const T> p, const auto& X, const auto& Y, const auto&... more) {
        return f(w = p.subspan(0, 15), b = p.subspan(15, 5), x = X, label = Y, more...);
    }
    template<class T>
    static void gradient(const T* p, const T* at, const int* to, double* g) {
        double sum = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            double z = double(p[15 + i]);
            for (std::size_t j = 0; j < 3; ++j) z += double(p[3 * i + j]) * double(at[j]);
            sum += g[15 + i] = std::exp(z);
        }
        for (std::size_t i = 0; i < 5; ++i) {
            g[15 + i] = g[15 + i] / sum - (static_cast<int>(i) == *to ? 1 : 0);
            for (std::size_t j = 0; j < 3; ++j) g[3 * i + j] = g[15 + i] * double(at[j]);
        }
    }
};

/// A batch of N examples for a model.
template<class Model, class T>
struct batch_of : workloads::batch<Model, T> {
    explicit batch_of(std::size_t N) : workloads::batch<Model, T>(Model::template make<T>(N)) {}
};

}  // namespace example_losses
