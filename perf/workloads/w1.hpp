// W1: (w x - y)^2, two numbers in, one out. Nothing to compute: what counts is how memory is read and written.
#pragma once

#include "data.hpp"

namespace workloads {

struct w1 {
    static constexpr auto name = "W1";
    static constexpr std::size_t examples = 131'072, parameters = 1, features = 1, targets = 1;
    template<class T>
    using target = T;

    static constexpr auto w = pg::scalar<"w">;
    static constexpr auto x = pg::scalar<"x">;
    static constexpr auto y = pg::scalar<"y">;
    static constexpr auto loss = pg::square(w * x - y);
    static constexpr auto wrt = pg::wrt(w);

    template<class T>
    static batch<w1, T> make(std::size_t count = examples) {
        return random_batch<w1, T>(count);
    }

    template<class T>
    static auto call(const auto& f, std::span<const T> p, const auto& X, const auto& Y, const auto&... more) {
        return f(w = p[0], x = X, y = Y, more...);
    }

    template<class T>
    static void gradient(const T* p, const T* at, const T* to, double* g) {
        *g = 2 * (double(*p) * double(*at) - double(*to)) * double(*at);
    }
};

}  // namespace workloads
