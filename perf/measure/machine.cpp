// Measures the machine itself: multiply-adds, and bytes read and written in each level of memory, on one core. Benchmarks
// are named machine/what/where, with the counter `per_second` (operations, a multiply-add being two, or bytes).
#include "../contenders/limit.hpp"

namespace {

using contenders::limits::number;

void measure_operations(benchmark::State& state) {
    constexpr std::size_t count = 12 * 16 * 1'000;
    for (auto _ : state) contenders::limits::multiply_add(count);
    state.counters["per_second"] = benchmark::Counter(2.0 * count, benchmark::Counter::kIsIterationInvariantRate);
}

enum class way { read, write, write_past_caches };

void measure_memory(benchmark::State& state, way how, std::size_t bytes) {
    workloads::aligned_array<float> memory(bytes / sizeof(float));
    number value = pergrad::lane::broadcast<number>(0), sum[4] = {value, value, value, value};
    benchmark::DoNotOptimize(value);
    for (auto _ : state) {
        if (how == way::read) contenders::limits::read(memory.data(), memory.size(), sum);
        else if (how == way::write) contenders::limits::write<false>(memory.data(), memory.size(), value);
        else contenders::limits::write<true>(memory.data(), memory.size(), value);
        benchmark::ClobberMemory();
    }
    for (number& s : sum) benchmark::DoNotOptimize(s);
    state.counters["per_second"] =
        benchmark::Counter(static_cast<double>(bytes), benchmark::Counter::kIsIterationInvariantRate);
}

bool add_machine() {
    benchmark::RegisterBenchmark("machine/operations/registers", measure_operations)->UseRealTime();
    const auto add = [](const std::string& level, std::size_t bytes) {
        for (const auto& [what, how] : {std::pair{"read", way::read}, std::pair{"write", way::write},
                                        std::pair{"write past the caches", way::write_past_caches}}) {
            if (how == way::write_past_caches && level != "memory") continue;
            std::string name = "machine/";  // g++ 12 warns of a sum of strings
            name.append(what).append("/").append(level);
            benchmark::RegisterBenchmark(name.c_str(), measure_memory, how, bytes / 4096 * 4096)->UseRealTime();
        }
    };
    std::size_t largest = std::size_t{16} << 20;
    for (const auto& cache : benchmark::CPUInfo::Get().caches) {
        if (cache.type == "Instruction") continue;
        const auto size = static_cast<std::size_t>(cache.size);
        add(std::string("L").append(std::to_string(cache.level)), size / 2);  // half of it: the rest is other data's
        largest = std::max(largest, size);
    }
    add("memory", std::min(4 * largest, std::size_t{256} << 20));
    return true;
}

const bool added = add_machine();

}  // namespace
