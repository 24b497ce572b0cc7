// Measures the workload W2.
#include "measure.hpp"

static const bool added = measure::add_workload<workloads::w2>();
