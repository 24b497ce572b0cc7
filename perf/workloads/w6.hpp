// W6: a classifier 784-64-10 with relu, images of 28 x 28 pixels to ten classes: 50,890 derivatives an example, so many
// that only what is made of them is asked for. Matrix products are nearly all of it.
#pragma once

#include "data.hpp"

namespace workloads {

template<int Inputs, int Hidden, int Classes>
struct relu_classifier {
    static constexpr std::size_t features = Inputs, targets = 1;
    template<class T>
    using target = int;

    static constexpr auto w1 = pg::matrix<"w1", Hidden, Inputs>;
    static constexpr auto b1 = pg::vector<"b1", Hidden>;
    static constexpr auto w2 = pg::matrix<"w2", Classes, Hidden>;
    static constexpr auto b2 = pg::vector<"b2", Classes>;
    static constexpr auto x = pg::vector<"x", Inputs>;
    static constexpr auto label = pg::integer<"label">;
    static constexpr auto hidden = pg::relu(pg::dot(w1, x) + b1);
    static constexpr auto loss = pg::softmax_cross_entropy(pg::dot(w2, hidden) + b2, label);
    static constexpr auto wrt = pg::wrt(w1, b1, w2, b2);

    /// Where each parameter begins among all.
    static constexpr std::size_t at_b1 = Hidden * Inputs, at_w2 = at_b1 + Hidden, at_b2 = at_w2 + Classes * Hidden,
                                 parameters = at_b2 + Classes;

    template<class Workload, class T>
    static batch<Workload, T> make_batch(std::size_t count) {
        batch<Workload, T> result{count, random_numbers<T>(parameters, 1), random_numbers<T>(count * features, 2),
                                  aligned_array<int>(count)};
        for (std::size_t i = 0; i < parameters; ++i) result.parameters[i] *= T(i < at_w2 ? 0.06 : 0.2);
        for (T& pixel : result.features) pixel = (pixel + 1) / 2;
        const auto classes = random_numbers<double>(count, 3);
        std::transform(classes.begin(), classes.end(), result.targets.begin(),
                       [](double number) { return static_cast<int>(Classes * (number + 1) / 2); });
        return result;
    }

    template<class T>
    static auto call(const auto& f, std::span<const T> p, const auto& X, const auto& Y, const auto&... more) {
        return f(w1 = p.subspan(0, at_b1), b1 = p.subspan(at_b1, Hidden), w2 = p.subspan(at_w2, at_b2 - at_w2),
                 b2 = p.subspan(at_b2), x = X, label = Y, more...);
    }

    template<class T>
    static void gradient(const T* p, const T* at, const int* to, double* g) {
        double h[Hidden], d[Classes], sum = 0;
        for (std::size_t i = 0; i < Hidden; ++i) {
            h[i] = double(p[at_b1 + i]);
            for (std::size_t j = 0; j < Inputs; ++j) h[i] += double(p[i * Inputs + j]) * double(at[j]);
            h[i] = std::max(h[i], 0.0);
        }
        for (std::size_t i = 0; i < Classes; ++i) {
            d[i] = double(p[at_b2 + i]);
            for (std::size_t j = 0; j < Hidden; ++j) d[i] += double(p[at_w2 + i * Hidden + j]) * h[j];
            sum += d[i] = std::exp(d[i]);
        }
        for (std::size_t i = 0; i < Classes; ++i) {
            d[i] = d[i] / sum - (static_cast<int>(i) == *to ? 1 : 0);
            g[at_b2 + i] = d[i];
            for (std::size_t j = 0; j < Hidden; ++j) g[at_w2 + i * Hidden + j] = d[i] * h[j];
        }
        for (std::size_t i = 0; i < Hidden; ++i) {
            double delta = 0;
            for (std::size_t k = 0; k < Classes; ++k) delta += double(p[at_w2 + k * Hidden + i]) * d[k];
            if (h[i] <= 0) delta = 0;
            g[at_b1 + i] = delta;
            for (std::size_t j = 0; j < Inputs; ++j) g[i * Inputs + j] = delta * double(at[j]);
        }
    }
};

struct w6 : relu_classifier<784, 64, 10> {
    static constexpr auto name = "W6";
    static constexpr std::size_t examples = 1'024;
    static constexpr bool only_sums = true;  ///< its gradients, one by one, would be 208 MB

    template<class T>
    static batch<w6, T> make(std::size_t count = examples) {
        return make_batch<w6, T>(count);
    }
};

}  // namespace workloads
