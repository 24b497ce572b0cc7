// Forward mode over dual numbers in SIMD lanes: one run over the batch for every eight parameters.
#pragma once

#include "../workloads/data.hpp"

namespace contenders {

struct batched_dual {
    static constexpr auto name = "batched-dual";
    /// A run of the loss for every eight parameters: of many, that takes minutes.
    template<class Workload>
    static constexpr bool affordable = Workload::parameters <= 1'000;

    template<class Workload>
        requires affordable<Workload>
    static void each(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        batch.run(pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt, pergrad::dual)), pergrad::into(out));
    }
    template<class Workload>
        requires affordable<Workload>
    static void sum(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        batch.run(pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt, pergrad::dual)) | pergrad::sum(),
                  pergrad::into(out));
    }
};

}  // namespace contenders
