// Runs the measurements, and tells what they were compiled with.
#include <pergrad/pergrad.hpp>

#include <benchmark/benchmark.h>

#include <string>

int main(int argc, char** argv) {
#ifdef __clang__
    const std::string compiler = __VERSION__;
#else
    const std::string compiler = "g++ " __VERSION__;
#endif
    benchmark::AddCustomContext("compiler", compiler);
    benchmark::AddCustomContext("flags", PERGRAD_PERF_FLAGS);
    benchmark::AddCustomContext("xsimd", std::to_string(XSIMD_VERSION_MAJOR) + "." +
                                             std::to_string(XSIMD_VERSION_MINOR) + "." +
                                             std::to_string(XSIMD_VERSION_PATCH));
    benchmark::AddCustomContext("isa", xsimd::default_arch::name());
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
}
