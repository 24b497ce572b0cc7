// Measures the workload W6.
#include "measure.hpp"

static const bool added = measure::add_workload<workloads::w6>();
