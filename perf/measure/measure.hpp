// Makes Google Benchmark measure all contenders of a workload: checks each against the gradient in double precision,
// then times it. In: a workload. Out: benchmarks named workload/contender/task with the counters `examples` and
// `relative_error`.
#pragma once

#include "../contenders/batched.hpp"
#include "../contenders/batched_dual.hpp"
#include "../contenders/hand_scalar.hpp"
#include "../contenders/looped.hpp"

#include <benchmark/benchmark.h>

#include <limits>
#include <string>

#ifndef PERGRAD_PERF_SUFFIX  // of the contenders' names
#define PERGRAD_PERF_SUFFIX ""
#endif

namespace measure {

/// What all contenders of a workload share: inputs, the memory they write to, what is expected there.
template<class Workload, class T>
struct bench {
    workloads::batch<Workload, T> batch = Workload::template make<T>();
    static constexpr bool only_sums = workloads::only_sums<Workload>;
    workloads::aligned_array<T> out =
        workloads::aligned_array<T>((only_sums ? 1 : batch.examples) * Workload::parameters);
    std::vector<double> gradients = only_sums ? std::vector<double>() : batch.gradients(), sum = batch.sum(),
                        clipped = batch.sum(workloads::clipping_limit);

    /// Made when the first benchmark of the workload runs.
    static bench& get() {
        static bench shared;
        return shared;
    }
};

/// |found - expected| / |expected|
template<class T>
double relative_error(std::span<const T> found, std::span<const double> expected) {
    double error = 0, size = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        error += (double(found[i]) - expected[i]) * (double(found[i]) - expected[i]);
        size += expected[i] * expected[i];
    }
    return std::sqrt(error / size);
}

template<class Workload, class T>
using contender_function = void (*)(const workloads::batch<Workload, T>&, std::span<T>);

/// What a run should give; nothing of a contender that is a limit.
template<class Workload, class T>
using expected_result = std::vector<double> bench<Workload, T>::*;

template<class Workload, class T>
void check_and_time(benchmark::State& state, contender_function<Workload, T> run, expected_result<Workload, T> expected,
                    bool is_limit) {
    try {
        auto& on = bench<Workload, T>::get();
        const auto& should_be = on.*expected;
        const auto out = std::span<T>(on.out).first(should_be.size());
        constexpr T unknown = std::numeric_limits<T>::quiet_NaN();
        std::ranges::fill(out, unknown);  // what a contender forgets to write must not look right
        run(on.batch, out);
        if (!is_limit) state.counters["relative_error"] = relative_error<T>(out, should_be);
        state.counters["is_limit"] = is_limit;
        state.counters["examples"] = double(on.batch.examples);
        for (auto _ : state) {
            run(on.batch, out);
            benchmark::DoNotOptimize(on.out.data());
            benchmark::ClobberMemory();
        }
    } catch (const std::exception& e) {
        state.SkipWithError(e.what());
    }
}

/// Numbers of the type T; the contender's name says so, if they are not float.
template<class Workload, class Contender, class T>
bool add_task(const char* task, contender_function<Workload, T> run, expected_result<Workload, T> expected) {
    constexpr bool is_limit = requires { Contender::is_limit; };
    const std::string name = std::string(Workload::name) + "/" + Contender::name + PERGRAD_PERF_SUFFIX +
                             (std::is_same_v<T, double> ? ", double/" : "/") + task;
    benchmark::RegisterBenchmark(name.c_str(), check_and_time<Workload, T>, run, expected, is_limit)->UseRealTime();
    return true;
}
template<class Workload, class Contender, class T = float>
bool add_each() {
    return add_task<Workload, Contender, T>("each", Contender::template each<Workload>, &bench<Workload, T>::gradients);
}
template<class Workload, class Contender>
bool add_sum() {
    return add_task<Workload, Contender, float>("sum", Contender::template sum<Workload>, &bench<Workload, float>::sum);
}

/// The tasks that a contender has for a workload.
template<class Workload, class Contender>
void add_contender() {
    if constexpr (!workloads::only_sums<Workload> && requires { &Contender::template each<Workload>; })
        add_each<Workload, Contender>();
    if constexpr (requires { &Contender::template sum<Workload>; }) add_sum<Workload, Contender>();
    if constexpr (requires { &Contender::template clipped<Workload>; })
        add_task<Workload, Contender, float>("clipped", Contender::template clipped<Workload>,
                                             &bench<Workload, float>::clipped);
}

template<class Workload, class... Contender>
bool add_contenders() {
    (add_contender<Workload, Contender>(), ...);
    return true;
}

template<class Workload>
bool add_workload() {
    if constexpr (!workloads::only_sums<Workload>) add_each<Workload, contenders::batched, double>();
    return add_contenders<Workload, contenders::batched, contenders::batched_dual, contenders::looped,
                          contenders::hand_scalar>();
}

}  // namespace measure
