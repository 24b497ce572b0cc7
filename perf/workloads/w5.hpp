// W5: the squared error of a network 16-32-32-1 with tanh: 1,633 derivatives an example, outer products of the layers'
// values and adjoints. Arithmetic and memory weigh the same.
#pragma once

#include "data.hpp"

namespace workloads {

template<int Inputs, int First, int Second, int Outputs>
struct tanh_network {
    static constexpr std::size_t features = Inputs, targets = Outputs;
    template<class T>
    using target = T;

    static constexpr auto w1 = pg::matrix<"w1", First, Inputs>;
    static constexpr auto b1 = pg::vector<"b1", First>;
    static constexpr auto w2 = pg::matrix<"w2", Second, First>;
    static constexpr auto b2 = pg::vector<"b2", Second>;
    static constexpr auto w3 = pg::matrix<"w3", Outputs, Second>;
    static constexpr auto b3 = pg::vector<"b3", Outputs>;
    static constexpr auto x = pg::vector<"x", Inputs>;
    static constexpr auto y = pg::vector<"y", Outputs>;
    static constexpr auto first_layer = pg::tanh(pg::dot(w1, x) + b1);
    static constexpr auto second_layer = pg::tanh(pg::dot(w2, first_layer) + b2);
    static constexpr auto loss = pg::sum(pg::square(pg::dot(w3, second_layer) + b3 - y));
    static constexpr auto wrt = pg::wrt(w1, b1, w2, b2, w3, b3);

    /// Where each parameter begins among all.
    static constexpr std::size_t at_b1 = First * Inputs, at_w2 = at_b1 + First, at_b2 = at_w2 + Second * First,
                                 at_w3 = at_b2 + Second, at_b3 = at_w3 + Outputs * Second, parameters = at_b3 + Outputs;

    /// Weights that keep the layers away from saturation.
    template<class Workload, class T>
    static batch<Workload, T> make_batch(std::size_t count) {
        auto result = random_batch<Workload, T>(count);
        for (std::size_t i = 0; i < parameters; ++i) result.parameters[i] *= T(i < at_w2 ? 0.4 : 0.25);
        return result;
    }

    template<class T>
    static auto call(const auto& f, std::span<const T> p, const auto& X, const auto& Y, const auto&... more) {
        return f(w1 = p.subspan(0, at_b1), b1 = p.subspan(at_b1, First), w2 = p.subspan(at_w2, at_b2 - at_w2),
                 b2 = p.subspan(at_b2, Second), w3 = p.subspan(at_w3, at_b3 - at_w3), b3 = p.subspan(at_b3), x = X,
                 y = Y, more...);
    }

    template<class T>
    static void gradient(const T* p, const T* at, const T* to, double* g) {
        double h[First], k[Second], d[Outputs];
        const auto layer = [&](const T* w, const T* b, const auto* in, std::size_t rows, std::size_t columns,
                               double* z) {
            for (std::size_t i = 0; i < rows; ++i) {
                z[i] = double(b[i]);
                for (std::size_t j = 0; j < columns; ++j) z[i] += double(w[i * columns + j]) * double(in[j]);
            }
        };
        const auto write = [&](const double* delta, const auto* in, std::size_t rows, std::size_t columns, double* w) {
            for (std::size_t i = 0; i < rows; ++i)
                for (std::size_t j = 0; j < columns; ++j) w[i * columns + j] = delta[i] * double(in[j]);
            std::copy_n(delta, rows, w + rows * columns);
        };
        const auto back = [&](const T* w, const double* delta, std::size_t rows, std::size_t columns, double* z) {
            for (std::size_t j = 0; j < columns; ++j) {
                double sum = 0;
                for (std::size_t i = 0; i < rows; ++i) sum += double(w[i * columns + j]) * delta[i];
                z[j] = sum * (1 - z[j] * z[j]);
            }
        };
        layer(p, p + at_b1, at, First, Inputs, h);
        for (double& value : h) value = std::tanh(value);
        layer(p + at_w2, p + at_b2, h, Second, First, k);
        for (double& value : k) value = std::tanh(value);
        layer(p + at_w3, p + at_b3, k, Outputs, Second, d);
        for (std::size_t i = 0; i < Outputs; ++i) d[i] = 2 * (d[i] - double(to[i]));
        write(d, k, Outputs, Second, g + at_w3);
        back(p + at_w3, d, Outputs, Second, k);
        write(k, h, Second, First, g + at_w2);
        back(p + at_w2, k, Second, First, h);
        write(h, at, First, Inputs, g);
    }
};

struct w5 : tanh_network<16, 32, 32, 1> {
    static constexpr auto name = "W5";
    static constexpr std::size_t examples = 1'024;

    template<class T>
    static batch<w5, T> make(std::size_t count = examples) {
        return make_batch<w5, T>(count);
    }
};

}  // namespace workloads
