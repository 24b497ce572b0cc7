// What every workload is made of: its name, sizes, loss and variables, the gradient of one example written out by hand
// in double precision, and how a callable of the loss is called. Here: the memory of a batch, filled with numbers that
// are the same on every machine, and the gradients to compare with.
#pragma once

#include <pergrad/pergrad.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <vector>

namespace workloads {

namespace pg = pergrad;
using namespace pg::literals;

/// What the task "clipped" clips each gradient to before it is summed.
inline constexpr double clipping_limit = 1;

/// Memory that begins on a cache line.
template<class T>
using aligned_array = std::vector<T, xsimd::aligned_allocator<T, 64>>;

/// Numbers between -1 and 1.
template<class T>
aligned_array<T> random_numbers(std::size_t count, unsigned seed) {
    std::mt19937 next(seed);
    aligned_array<T> result(count);
    for (T& number : result) number = static_cast<T>(static_cast<double>(next()) / 2147483648.0 - 1);
    return result;
}

/// A batch of N examples: all parameters in wrt order, and a row of features and of targets for each example.
template<class Workload, class T>
struct batch {
    using target = typename Workload::template target<T>;
    std::size_t examples;
    aligned_array<T> parameters, features;
    aligned_array<target> targets;

    std::span<const T> features_of(std::size_t first, std::size_t count) const {
        return std::span(features).subspan(first * Workload::features, count * Workload::features);
    }
    std::span<const target> targets_of(std::size_t first, std::size_t count) const {
        return std::span(targets).subspan(first * Workload::targets, count * Workload::targets);
    }

    /// f for `count` examples from `first` on.
    auto run_part(const auto& f, std::size_t first, std::size_t count, const auto&... more) const {
        return Workload::call(f, std::span<const T>(parameters), pg::each(features_of(first, count)),
                              pg::each(targets_of(first, count)), more...);
    }
    /// f for all examples.
    auto run(const auto& f, const auto&... more) const { return run_part(f, 0, examples, more...); }
    /// f for one example, as itself and not as a batch.
    auto run_single(const auto& f, std::size_t n, const auto&... more) const {
        return Workload::call(f, std::span<const T>(parameters), features_of(n, 1), targets_of(n, 1), more...);
    }

    /// Each example's gradient, row after row, in double precision.
    std::vector<double> gradients() const {
        std::vector<double> all(examples * Workload::parameters);
        for (std::size_t n = 0; n < examples; ++n) gradient(n, all.data() + n * Workload::parameters);
        return all;
    }
    /// Their sum; each clipped to a norm of at most `limit` before that.
    std::vector<double> sum(double limit = std::numeric_limits<double>::infinity()) const {
        constexpr std::size_t D = Workload::parameters;
        std::vector<double> total(D), row(D);
        for (std::size_t n = 0; n < examples; ++n) {
            gradient(n, row.data());
            const double norm = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
            const double factor = norm > limit ? limit / norm : 1;
            for (std::size_t i = 0; i < D; ++i) total[i] += factor * row[i];
        }
        return total;
    }

private:
    void gradient(std::size_t n, double* g) const {
        Workload::gradient(parameters.data(), features.data() + n * Workload::features,
                           targets.data() + n * Workload::targets, g);
    }
};

/// Whether a workload has too many derivatives an example to keep each one's.
template<class Workload>
inline constexpr bool only_sums = requires { Workload::only_sums; };

/// A batch for a workload whose features and targets are any numbers between -1 and 1.
template<class Workload, class T>
batch<Workload, T> random_batch(std::size_t examples) {
    return {examples, random_numbers<T>(Workload::parameters, 1), random_numbers<T>(examples * Workload::features, 2),
            random_numbers<T>(examples * Workload::targets, 3)};
}

}  // namespace workloads
