// W3: the affine loss, the squared error of a layer of 5 x 7: 40 derivatives an example, in rows narrower than a
// register.
#pragma once

#include "data.hpp"

namespace workloads {

template<int Outputs, int Inputs>
struct affine_loss {
    static constexpr std::size_t features = Inputs, targets = Outputs, at_b = Outputs * Inputs,
                                 parameters = at_b + Outputs;
    template<class T>
    using target = T;

    static constexpr auto w = pg::matrix<"w", Outputs, Inputs>;
    static constexpr auto b = pg::vector<"b", Outputs>;
    static constexpr auto t = pg::vector<"t", Outputs>;
    static constexpr auto x = pg::vector<"x", Inputs>;
    static constexpr auto loss = pg::sum(pg::square(t - (pg::dot(w, x) + b)));
    static constexpr auto wrt = pg::wrt(w, b);

    template<class T>
    static auto call(const auto& f, std::span<const T> p, const auto& X, const auto& Y, const auto&... more) {
        return f(w = p.subspan(0, at_b), b = p.subspan(at_b), x = X, t = Y, more...);
    }

    template<class T>
    static void gradient(const T* p, const T* at, const T* to, double* g) {
        for (std::size_t i = 0; i < targets; ++i) {
            double error = double(p[at_b + i]) - double(to[i]);
            for (std::size_t j = 0; j < features; ++j) error += double(p[features * i + j]) * double(at[j]);
            for (std::size_t j = 0; j < features; ++j) g[features * i + j] = 2 * error * double(at[j]);
            g[at_b + i] = 2 * error;
        }
    }
};

struct w3 : affine_loss<5, 7> {
    static constexpr auto name = "W3";
    static constexpr std::size_t examples = 32'768;

    template<class T>
    static batch<w3, T> make(std::size_t count = examples) {
        return random_batch<w3, T>(count);
    }
};

}  // namespace workloads
