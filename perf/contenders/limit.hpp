// What no contender can be faster than: kernels that only move a workload's bytes, or only do its operations. They compute
// nothing of use, so their results are not checked.
#pragma once

#include "hand_vectorised/by_hand.hpp"

#include <pergrad/inspect.hpp>

#include <benchmark/benchmark.h>

namespace contenders {

namespace limits {

namespace lane = pergrad::lane;
using vectorised::lanes;
using vectorised::number;

/// Multiply-adds in as many chains as hide their latency: `count` numbers' worth.
inline void multiply_add(std::size_t count) {
    constexpr int chains = 12;
    number sum[chains];
    for (int k = 0; k < chains; ++k) sum[k] = lane::broadcast<number>(static_cast<float>(k));
    number x = lane::broadcast<number>(0.5f), y = lane::broadcast<number>(0.25f);
    benchmark::DoNotOptimize(x);
    benchmark::DoNotOptimize(y);
    for (std::size_t done = 0; done < count; done += chains * lanes)
        pergrad::for_each_index<chains>([&](auto k) PERGRAD_INLINE_LAMBDA { sum[k] = lane::fma(sum[k], x, y); });
    for (number& s : sum) benchmark::DoNotOptimize(s);
}

PERGRAD_INLINE void read(const float* from, std::size_t count, number (&sum)[4]) {
    std::size_t i = 0;
    for (; i + 4 * lanes <= count; i += 4 * lanes)
        pergrad::for_each_index<4>(
            [&](auto k) PERGRAD_INLINE_LAMBDA { sum[k] = sum[k] + lane::load<number>(from + i + k * lanes); });
    for (; i + lanes <= count; i += lanes) sum[0] = sum[0] + lane::load<number>(from + i);
    if (i < count) sum[0] = sum[0] + lane::load_partial<number>(from + i, count - i);
}
/// In whole registers, to a register's boundary.
template<bool past_caches>
PERGRAD_INLINE void write(float* to, std::size_t count, number value) {
    for (std::size_t i = 0; i < count; i += lanes)
        if constexpr (past_caches) lane::store_past_caches(to + i, value);
        else lane::store(to + i, value);
}

}  // namespace limits

/// Reads each example's features and targets, and writes as many numbers as its gradient has.
template<bool past_caches>
struct moved_bytes {
    static constexpr auto name = past_caches ? "bytes past the caches" : "bytes";
    static constexpr bool is_limit = true;

    template<class Workload>
    static void each(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        // whose results end on a cache line's boundary
        constexpr std::size_t block = Workload::features < 8 ? 64 : 16;
        limits::number sum[4] = {limits::lane::broadcast<limits::number>(0), limits::lane::broadcast<limits::number>(0),
                                 limits::lane::broadcast<limits::number>(0),
                                 limits::lane::broadcast<limits::number>(0)};
        limits::number value = sum[0];
        benchmark::DoNotOptimize(value);
        for (std::size_t n = 0; n + block <= batch.examples; n += block) {
            limits::read(batch.features.data() + n * Workload::features, block * Workload::features, sum);
            limits::read(reinterpret_cast<const float*>(batch.targets.data()) + n * Workload::targets,
                         block * Workload::targets, sum);
            limits::write<past_caches>(out.data() + n * Workload::parameters, block * Workload::parameters, value);
        }
        limits::lane::fence_stores();
        for (auto& s : sum) benchmark::DoNotOptimize(s);
    }
};

/// As many multiply-adds as the operations of the plan need at least.
struct operations {
    static constexpr auto name = "operations";
    static constexpr bool is_limit = true;

    template<class Workload>
        requires(!workloads::only_sums<Workload>)
    static void each(const workloads::batch<Workload, float>& batch, std::span<float>) {
        run(batch, pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt)));
    }
    template<class Workload>
        requires(workloads::only_sums<Workload>)
    static void sum(const workloads::batch<Workload, float>& batch, std::span<float>) {
        run(batch, pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt)) | pergrad::sum());
    }
    template<class Workload>
        requires(workloads::only_sums<Workload>)
    static void clipped(const workloads::batch<Workload, float>& batch, std::span<float>) {
        const auto gradients = pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt));
        run(batch, gradients | pergrad::clip_norm(workloads::clipping_limit) | pergrad::sum());
    }

private:
    static void run(const auto& batch, auto f) {
        static const double of_example = batch.run(pergrad::explain(f)).facts.operations;
        limits::multiply_add(static_cast<std::size_t>(of_example / 2 * static_cast<double>(batch.examples)));
    }
};

}  // namespace contenders
