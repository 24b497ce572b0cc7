// W3: the affine loss, the squared error of a layer of 5 x 7: 40 derivatives an example, in rows narrower than a
// register.
#pragma once

#include "data.hpp"

namespace workloads {

struct w3 {
    static constexpr auto name = "W3";
    static constexpr std::size_t examples = 32'768, parameters = 40, features = 7, targets = 5;
    template<class T>
    using target = T;

    static constexpr auto w = pg::matrix<"w", 5, 7>;
    static constexpr auto b = pg::vector<"b", 5>;
    static constexpr auto t = pg::vector<"t", 5>;
    static constexpr auto x = pg::vector<"x", 7>;
    static constexpr auto loss = pg::sum(pg::square(t - (pg::dot(w, x) + b)));
    static constexpr auto wrt = pg::wrt(w, b);

    template<class T>
    static batch<w3, T> make(std::size_t count = examples) {
        return random_batch<w3, T>(count);
    }

    template<class T>
    static auto call(const auto& f, std::span<const T> p, const auto& X, const auto& Y, const auto&... more) {
        return f(w = p.subspan(0, 35), b = p.subspan(35), x = X, t = Y, more...);
    }

    template<class T>
    static void gradient(const T* p, const T* at, const T* to, double* g) {
        for (std::size_t i = 0; i < 5; ++i) {
            double error = double(p[35 + i]) - double(to[i]);
            for (std::size_t j = 0; j < 7; ++j) error += double(p[7 * i + j]) * double(at[j]);
            for (std::size_t j = 0; j < 7; ++j) g[7 * i + j] = 2 * error * double(at[j]);
            g[35 + i] = 2 * error;
        }
    }
};

}  // namespace workloads
