// Measures the workload W5.
#include "measure.hpp"

static const bool added = measure::add_workload<workloads::w5>();
