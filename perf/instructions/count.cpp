// Runs one task of one workload (WORKLOAD, given by the build) once, inside a function whose instructions valgrind's
// callgrind counts: check.py says how. In: the task. Out: nothing; without a task, what the counts depend on.
#include "../contenders/batched.hpp"
#include "../workloads/w1.hpp"
#include "../workloads/w2.hpp"
#include "../workloads/w3.hpp"
#include "../workloads/w4.hpp"
#include "../workloads/w5.hpp"
#include "../workloads/w6.hpp"

#include <cstdio>
#include <string_view>

using workload = workloads::WORKLOAD;

namespace {

// Few examples, since valgrind is slow, but more than a tile holds, and some left over.
constexpr std::size_t examples = workload::parameters > 1'000 ? 131 : 1'027;

using task = void (*)(const workloads::batch<workload, float>&, std::span<float>);

task task_named(std::string_view name) {
    using contenders::batched;
    if constexpr (!workloads::only_sums<workload>)
        if (name == "each") return batched::each<workload>;
    if (name == "sum") return batched::sum<workload>;
    if (name == "clipped") return batched::clipped<workload>;
    return nullptr;
}

}  // namespace

/// What callgrind counts: it knows functions by name.
extern "C" [[gnu::noipa]] void counted(task run, const workloads::batch<workload, float>& batch, std::span<float> out) {
    run(batch, out);
}

int main(int argc, char** argv) {
    if (argc == 1) {
        std::printf("%s, xsimd %d.%d.%d\n", __VERSION__, XSIMD_VERSION_MAJOR, XSIMD_VERSION_MINOR, XSIMD_VERSION_PATCH);
        return 0;
    }
    const std::string_view name = argv[1];
    const task run = task_named(name);
    if (run == nullptr) {
        std::fprintf(stderr, "%s has no task \"%s\"\n", workload::name, argv[1]);
        return 2;
    }
    const auto batch = workload::make<float>(examples);
    workloads::aligned_array<float> out((name == "each" ? examples : 1) * workload::parameters);
    counted(run, batch, out);
    std::printf("%zu\n", examples);
    return 0;
}
