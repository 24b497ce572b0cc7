// W4: softplus(-y dot(x, p)), logistic regression with labels -1 and 1: W2 with an exponential in between.
#pragma once

#include "data.hpp"

namespace workloads {

struct w4 {
    static constexpr auto name = "W4";
    static constexpr std::size_t examples = 8'192, parameters = 64, features = 64, targets = 1;
    template<class T>
    using target = T;

    static constexpr auto x = pg::vector<"x", 64>;
    static constexpr auto p = pg::vector<"p", 64>;
    static constexpr auto y = pg::scalar<"y">;
    static constexpr auto loss = pg::softplus(-y * pg::dot(x, p));
    static constexpr auto wrt = pg::wrt(p);

    template<class Workload, class T>
    static batch<Workload, T> make_batch(std::size_t count) {
        auto result = random_batch<Workload, T>(count);
        for (T& label : std::span<T>(result.targets)) label = label < 0 ? T(-1) : T(1);
        return result;
    }
    template<class T>
    static batch<w4, T> make(std::size_t count = examples) {
        return make_batch<w4, T>(count);
    }

    template<class T>
    static auto call(const auto& f, std::span<const T> values, const auto& X, const auto& Y, const auto&... more) {
        return f(p = values, x = X, y = Y, more...);
    }

    template<class T>
    static void gradient(const T* weights, const T* at, const T* to, double* g) {
        double z = 0;
        for (std::size_t i = 0; i < 64; ++i) z += double(at[i]) * double(weights[i]);
        const double slope = -double(*to) / (1 + std::exp(double(*to) * z));
        for (std::size_t i = 0; i < 64; ++i) g[i] = slope * double(at[i]);
    }
};

}  // namespace workloads
