// digits: softmax regression on images of 64 pixels, 10 classes, with bias: 650 derivatives an example. The images are
// real ones: many pixels are 0.
#pragma once

#include "../../examples/digits.hpp"
#include "data.hpp"

namespace workloads {

struct digits {
    static constexpr auto name = "digits";
    static constexpr std::size_t examples = 1'797, parameters = 650, features = 64, targets = 1;
    template<class T>
    using target = int;

    static constexpr auto w = pg::matrix<"w", 10, 64>;
    static constexpr auto b = pg::vector<"b", 10>;
    static constexpr auto x = pg::vector<"x", 64>;
    static constexpr auto label = pg::integer<"label">;
    static constexpr auto loss = pg::softmax_cross_entropy(pg::dot(w, x) + b, label);
    static constexpr auto wrt = pg::wrt(w, b);

    /// The first `count` of the images, read in the root of the repository.
    template<class T>
    static batch<digits, T> make(std::size_t count = examples) {
        const Digits from = read_digits("examples/data/digits.csv");
        if (from.size() < count) throw std::runtime_error("examples/data/digits.csv has too few images");
        batch<digits, T> result{count, random_numbers<T>(parameters, 1), aligned_array<T>(count * features),
                                aligned_array<int>(count)};
        std::transform(from.pixels.begin(), from.pixels.begin() + std::ptrdiff_t(count * features),
                       result.features.data(), [](float pixel) { return static_cast<T>(pixel); });
        std::copy_n(from.labels.begin(), count, result.targets.data());
        return result;
    }

    template<class T>
    static auto call(const auto& f, std::span<const T> p, const auto& X, const auto& Y, const auto&... more) {
        return f(w = p.subspan(0, 640), b = p.subspan(640), x = X, label = Y, more...);
    }

    template<class T>
    static void gradient(const T* p, const T* at, const int* to, double* g) {
        double sum = 0;
        for (std::size_t i = 0; i < 10; ++i) {
            double logit = double(p[640 + i]);
            for (std::size_t j = 0; j < 64; ++j) logit += double(p[64 * i + j]) * double(at[j]);
            sum += g[640 + i] = std::exp(logit);
        }
        for (std::size_t i = 0; i < 10; ++i) {
            g[640 + i] = g[640 + i] / sum - (static_cast<int>(i) == *to ? 1 : 0);
            for (std::size_t j = 0; j < 64; ++j) g[64 * i + j] = g[640 + i] * double(at[j]);
        }
    }
};

}  // namespace workloads
