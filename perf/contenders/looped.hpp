// The graph of "batched", one example after the other in plain scalars: what lanes are compared with.
#pragma once

#include "../workloads/data.hpp"

namespace contenders {

struct looped {
    static constexpr auto name = "looped";

    template<class Workload>
    static void each(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        batch.run(pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt), pergrad::looped), pergrad::into(out));
    }
    template<class Workload>
    static void sum(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        batch.run(pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt), pergrad::looped) | pergrad::sum(),
                  pergrad::into(out));
    }
    template<class Workload>
    static void clipped(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        const auto gradients = pergrad::vmap(pergrad::grad(Workload::loss, Workload::wrt), pergrad::looped);
        batch.run(gradients | pergrad::clip_norm(workloads::clipping_limit) | pergrad::sum(), pergrad::into(out));
    }
};

}  // namespace contenders
