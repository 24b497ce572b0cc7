// Measures the workload W3.
#include "measure.hpp"

static const bool added = measure::add_workload<workloads::w3>();
