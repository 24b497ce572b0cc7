// What stands between one example and the batch: the sum over all examples, and how many there are.
#pragma once

#include <pergrad/primitive/primitive.hpp>

namespace pergrad::primitive {

/// The sum of a value over the examples of a batch. Its adjoint reaches every example as it is.
struct total : structural<1> {
    static constexpr auto name = "total";
    static constexpr bool linear = true;
    static constexpr auto pullback = per_operand{[](auto d, auto, auto) { return d; }};
};

/// The number of examples, known when a batch is bound.
struct example_count : structural<0> {
    static constexpr auto name = "example_count";
    static constexpr auto derivative = flow::blocked;
    static constexpr auto pullback = no_slope{};
};

}  // namespace pergrad::primitive
