// Measures the relatives of the workloads.
#include "../workloads/shapes.hpp"
#include "../contenders/limit.hpp"
#include "measure.hpp"

namespace {

using namespace workloads;
using contenders::batched;

template<class Workload>
bool add_with_limits() {
    return measure::add_each<Workload, batched>() && measure::add_each<Workload, contenders::moved_bytes<false>>() &&
           measure::add_each<Workload, contenders::moved_bytes<true>>();
}

const bool added = measure::add_each<features_31, batched>() && measure::add_each<features_33, batched>() &&
                   measure::add_each<features_100, batched>() && measure::add_each<affine_6_9, batched>() &&
                   measure::add_each<network_17_33_31_2, batched>() &&
                   measure::add_sum<classifier_783_65_11, batched>() && add_with_limits<edge_of_caches>() &&
                   add_with_limits<beyond_caches>();

}  // namespace
