// Measures what the workloads W1 to W6 are compared with, as far as each has it: kernels vectorised by hand, other
// libraries, and the limits.
#include "measure.hpp"

#include "../contenders/forward.hpp"
#include "../contenders/hand_vectorised.hpp"
#include "../contenders/limit.hpp"
#include "../contenders/openblas.hpp"

template<class... Workload>
static bool add_others() {
    return (measure::add_contenders<Workload, contenders::hand_vectorised,
#if PERGRAD_PERF_OPENBLAS
                                    contenders::openblas,
#endif
#if PERGRAD_PERF_EIGEN
                                    contenders::eigen_autodiff,
#endif
#if PERGRAD_PERF_CERES
                                    contenders::jet,
#endif
                                    contenders::moved_bytes<false>, contenders::moved_bytes<true>,
                                    contenders::operations>() &&
            ...);
}

static const bool added =
    add_others<workloads::w1, workloads::w2, workloads::w3, workloads::w4, workloads::w5, workloads::w6>();
