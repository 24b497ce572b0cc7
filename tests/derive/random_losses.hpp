// Losses that nobody thought of: put together at random by the compiler, from two scalars, two vectors and a matrix,
// with all functions. A number is one loss, the same at every compilation.
#pragma once

#include "agree.hpp"

#include <algorithm>
#include <cmath>

namespace random_losses {

namespace pg = pergrad;
using namespace pg::literals;
using namespace agreement;

inline constexpr auto x = pg::scalar<"x">;
inline constexpr auto y = pg::scalar<"y">;
inline constexpr auto v = pg::vector<"v", 3>;
inline constexpr auto w = pg::vector<"w", 3>;
inline constexpr auto m = pg::matrix<"m", 3, 3>;

/// A number without order for each seed and index (the mixing function of MurmurHash3).
constexpr unsigned hash(unsigned seed, unsigned index) {
    unsigned h = seed * 0x9e3779b9u + index;
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return h ^ (h >> 16);
}

template<unsigned seed, int depth>
constexpr auto vector();

/// Arguments are kept small and away from where a function ends, so that differences tell something.
template<unsigned seed, int depth>
constexpr auto scalar() {
    constexpr unsigned first = hash(seed, 1), second = hash(seed, 2);
    if constexpr (depth == 0) {
        constexpr unsigned leaf = hash(seed, 0) % 5;
        if constexpr (leaf == 0) return x;
        else if constexpr (leaf == 1) return y;
        else if constexpr (leaf == 2) return x * y;
        else if constexpr (leaf == 3) return 0.5_c * y - x;
        else return v[1_c];
    } else if constexpr (constexpr unsigned node = hash(seed, 0) % 18; node < 8) {
        constexpr auto a = scalar<first, depth - 1>();
        constexpr auto b = scalar<second, depth - 1>();
        if constexpr (node == 0) return a + b;
        else if constexpr (node == 1) return a - b;
        else if constexpr (node == 2) return pg::tanh(a) * b;
        else if constexpr (node == 3) return a / (2_c + pg::square(b));
        else if constexpr (node == 4) return pg::select(x < y, pg::sigmoid(a), pg::tanh(b));
        else if constexpr (node == 5) return pg::softplus(a) - pg::log1p(pg::square(b));
        else if constexpr (node == 6) return pg::max(a, 0.75_c * b);
        else return pg::min(a, -b);
    } else if constexpr (node < 14) {
        constexpr auto a = scalar<first, depth - 1>();
        if constexpr (node == 8) return pg::exp(pg::tanh(a));
        else if constexpr (node == 9) return pg::sqrt(1_c + pg::square(a));
        else if constexpr (node == 10) return pg::log(3_c + pg::pow(pg::tanh(a), 3_c));
        else if constexpr (node == 11) return pg::pow(1.5_c + pg::sigmoid(a), 2.5_c) - pg::expm1(-pg::square(a));
        else if constexpr (node == 12) return pg::abs(a - 0.123_c);
        else return pg::pow(2_c + pg::square(a), -2_c) - pg::relu(a);
    } else {
        constexpr auto a = vector<first, depth - 1>();
        if constexpr (node == 14) return pg::mean(a * pg::tanh(scalar<second, depth - 1>()));
        else if constexpr (node == 15) return pg::dot(a, vector<second, depth - 1>());
        else if constexpr (node == 16) return pg::logsumexp(a) - a[2_c];
        else return pg::squared_norm(pg::tanh(a));
    }
}

template<unsigned seed, int depth>
constexpr auto vector() {
    constexpr unsigned first = hash(seed, 1), second = hash(seed, 2);
    if constexpr (depth <= 0) {
        if constexpr (hash(seed, 0) % 2 == 0) return v;
        else return w;
    } else {
        constexpr unsigned node = hash(seed, 0) % 10;
        constexpr auto a = vector<first, depth - 1>();
        if constexpr (node == 0) return pg::tanh(a) + vector<second, depth - 1>();
        else if constexpr (node == 1) return pg::sigmoid(a) * vector<second, depth - 1>();
        else if constexpr (node == 2) return pg::dot(m, pg::tanh(a));
        else if constexpr (node == 3) return pg::dot(pg::tanh(a), pg::transpose(m));
        else if constexpr (node == 4) return pg::sum<1>(pg::outer(pg::tanh(a), w));
        else if constexpr (node == 5) return a * pg::tanh(scalar<second, depth - 1>());
        else if constexpr (node == 6) return a - pg::logsumexp(a);
        else if constexpr (node == 7) return pg::softmax(a) - pg::broadcast<0, 3>(scalar<second, depth - 1>());
        else if constexpr (node == 8) return pg::sum<0>(m * pg::broadcast<1, 3>(a));
        else return pg::select(a > w, pg::exp(-pg::square(a)), pg::relu(a));
    }
}

template<unsigned seed>
inline constexpr auto loss = scalar<seed, 3>();

/// Six losses are checked as one, which compiles in half the time: each example has its own weights, of which one is 1
/// and five are 0. Example n is of loss first + n % 6.
inline constexpr auto weight = pg::vector<"weight", 6>;
template<unsigned first>
inline constexpr auto six_losses =
    weight[0_c] * loss<first> + weight[1_c] * loss<first + 1> + weight[2_c] * loss<first + 2> +
    weight[3_c] * loss<first + 3> + weight[4_c] * loss<first + 4> + weight[5_c] * loss<first + 5>;

/// Numbers from -1.2 to 1.2.
inline std::vector<double> random_numbers(std::size_t count, unsigned seed) {
    std::vector<double> result;
    for (unsigned k = 0; k < count; ++k) result.push_back(2.4 * (hash(seed, k) / 4294967296.0) - 1.2);
    return result;
}

/// All modes and central differences agree, and each loss depends on something.
template<unsigned first>
void check() {
    constexpr std::size_t losses = 6, examples = 3 * losses, numbers = 8;
    std::vector<double> weights;
    for (std::size_t n = 0; n < examples; ++n)
        for (std::size_t k = 0; k < losses; ++k) weights.push_back(n % losses == k ? 1 : 0);
    const auto found = agree(six_losses<first>, pg::wrt(x, y, v, w), {.modes = 1e-14, .scale = 1},
                             given(weight, weights), given(x, random_numbers(examples, 1)),
                             given(y, random_numbers(examples, 2)), given(v, random_numbers(3 * examples, 3)),
                             given(w, random_numbers(3 * examples, 4)), shared(m, random_numbers(9, 5)));
    for (const double value : found.values) BOOST_TEST(std::isfinite(value));
    for (std::size_t k = 0; k < losses; ++k) {
        double largest = 0;
        for (std::size_t n = k; n < examples; n += losses)
            for (std::size_t i = 0; i < numbers; ++i)
                largest = std::max(largest, std::abs(found.gradients[numbers * n + i]));
        BOOST_TEST(largest > 0, "loss " << first + k << " depends on nothing");
    }
}

}  // namespace random_losses
