// What the kernels vectorised by hand share: registers as wide as the machine's, no plan, no graph. They take whole
// registers of examples: the batches that are measured have no other lengths.
#pragma once

#include "../../workloads/data.hpp"

namespace contenders {

/// A contender of kernels, one struct for each workload: each, sum and clipped, those that it has, are called with N, the
/// parameters, features and targets, and where the results go.
template<template<class> class Kernels>
struct by_kernels {
    template<class Workload>
        requires requires { &Kernels<Workload>::each; }
    static void each(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        call(Kernels<Workload>::each, batch, out);
    }
    template<class Workload>
        requires requires { &Kernels<Workload>::sum; }
    static void sum(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        call(Kernels<Workload>::sum, batch, out);
    }
    template<class Workload>
        requires requires { &Kernels<Workload>::clipped; }
    static void clipped(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        call(Kernels<Workload>::clipped, batch, out);
    }

private:
    static void call(auto kernel, const auto& batch, std::span<float> out) {
        kernel(batch.examples, batch.parameters.data(), batch.features.data(), batch.targets.data(), out.data());
    }
};

}  // namespace contenders

namespace contenders::vectorised {

namespace lane = pergrad::lane;
using pergrad::for_each_index;

using number = lane::batch<float>;
inline constexpr int lanes = lane::lanes<number>;

template<class Workload>
struct by_hand;

}  // namespace contenders::vectorised
