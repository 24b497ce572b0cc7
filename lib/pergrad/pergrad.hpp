// pergrad: per-example gradients. The whole library, and the map of the house; each floor uses only those below it.
//
//   inspect/      how a call runs: explain; in a header of its own, <pergrad/inspect.hpp>
//   transform/    the public verbs: grad, jvp, vjp, hvp, hessian, jacfwd, jacrev, vmap; sinks behind `|`; results
//   reduce/       what becomes of each example's gradient: kept, summed, clipped, its norm
//   batch/        the user's memory, the plan (compile time), the run in lanes
//   derive/       reverse and forward mode from graph to graph, derivatives as expressions; the dual number
//   graph/        the loss as a value: nodes, lowering, simplification
//   expression/   what a user writes: variables, constants, functions, let
//   primitive/    each function once: its value, its slope, where it is singular
#pragma once

#include <pergrad/graph/composites.hpp>
#include <pergrad/transform/second_order.hpp>
