// Measures the workload digits.
#include "measure.hpp"

static const bool added = measure::add_workload<workloads::digits>();
