// Measures the networks in registers of 256 bits, on a machine that has wider ones: a program of its own, for AVX2.
#include "../workloads/w5.hpp"
#include "../workloads/w6.hpp"
#include "measure.hpp"

static const bool added = measure::add_contenders<workloads::w5, contenders::batched>() &&
                          measure::add_contenders<workloads::w6, contenders::batched>();
