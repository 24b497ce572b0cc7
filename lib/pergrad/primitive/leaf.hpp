// What a graph begins with: inputs, constants, and the numbers that an expression stores. They have no operands and no
// derivative of their own.
#pragma once

#include <pergrad/primitive/primitive.hpp>

namespace pergrad::primitive {

struct leaf : structural<0> {
    static constexpr auto derivative = flow::blocked;
    static constexpr auto pullback = no_slope{};
};

/// Attribute: which input of the graph.
struct input : leaf {
    static constexpr auto name = "input";
};

/// The same number in every element. Attribute: its bits, as a double.
struct constant_value : leaf {
    static constexpr auto name = "constant";
};

/// Attribute: which of the numbers that the expression stores.
struct stored_number : leaf {
    static constexpr auto name = "stored_number";
};

/// Part of the unit vector along one of D directions, that of the run: element i is 1 where first + i is the direction,
/// else 0. Attributes: first; how many directions further; D.
struct unit_direction : leaf {
    static constexpr auto name = "unit_direction";
};

/// How far central differences go for a variable of size 1: about the cube root of the precision, a power of 2.
struct difference_step : leaf {
    static constexpr auto name = "difference_step";
    template<class T>
    static constexpr T of = sizeof(T) == 4 ? T(0x1p-8) : T(0x1p-17);
};

}  // namespace pergrad::primitive
