// Reverse mode in SIMD lanes: what the library is for.
#pragma once

#include "../workloads/data.hpp"

namespace contenders {

struct batched {
    static constexpr auto name = "batched";

    template<class Workload, class T = float>
    static void each(const workloads::batch<Workload, T>& batch, std::span<T> out) {
        batch.run(pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt)), pergrad::into(out));
    }
    template<class Workload>
    static void sum(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        batch.run(pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt)) | pergrad::sum(), pergrad::into(out));
    }
    template<class Workload>
    static void clipped(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        const auto gradients = pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt));
        batch.run(gradients | pergrad::clip_norm(workloads::clipping_limit) | pergrad::sum(), pergrad::into(out));
    }
};

}  // namespace contenders
