// Measures the workload W4.
#include "measure.hpp"

static const bool added = measure::add_workload<workloads::w4>();
