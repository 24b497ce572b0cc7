// W2: (dot(x, p) - y)^2, the linear model: one dot product an example, and its row scaled.
#pragma once

#include "data.hpp"

namespace workloads {

template<int Features>
struct squared_error {
    static constexpr std::size_t parameters = Features, features = Features, targets = 1;
    template<class T>
    using target = T;

    static constexpr auto x = pg::vector<"x", Features>;
    static constexpr auto p = pg::vector<"p", Features>;
    static constexpr auto y = pg::scalar<"y">;
    static constexpr auto loss = pg::square(pg::dot(x, p) - y);
    static constexpr auto wrt = pg::wrt(p);

    template<class T>
    static auto call(const auto& f, std::span<const T> values, const auto& X, const auto& Y, const auto&... more) {
        return f(p = values, x = X, y = Y, more...);
    }

    template<class T>
    static void gradient(const T* weights, const T* at, const T* to, double* g) {
        double residual = -double(*to);
        for (std::size_t i = 0; i < features; ++i) residual += double(at[i]) * double(weights[i]);
        for (std::size_t i = 0; i < features; ++i) g[i] = 2 * residual * double(at[i]);
    }
};

struct w2 : squared_error<32> {
    static constexpr auto name = "W2";
    static constexpr std::size_t examples = 16'384;

    template<class T>
    static batch<w2, T> make(std::size_t count = examples) {
        return random_batch<w2, T>(count);
    }
};

}  // namespace workloads
