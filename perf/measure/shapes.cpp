// Measures the relatives of the workloads.
#include "../workloads/shapes.hpp"
#include "../contenders/limit.hpp"
#include "measure.hpp"

namespace {

using namespace workloads;
using contenders::batched;

const bool added = measure::add_each<features_31, batched>() && measure::add_each<features_33, batched>() &&
                   measure::add_each<features_100, batched>() && measure::add_each<affine_6_9, batched>() &&
                   measure::add_each<network_17_33_31_2, batched>() &&
                   measure::add_sum<classifier_783_65_11, batched>() && measure::add_each<beyond_caches, batched>() &&
                   measure::add_each<beyond_caches, contenders::moved_bytes<false>>() &&
                   measure::add_each<beyond_caches, contenders::moved_bytes<true>>();

}  // namespace
