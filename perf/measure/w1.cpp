// Measures the workload W1.
#include "measure.hpp"

static const bool added = measure::add_workload<workloads::w1>();
