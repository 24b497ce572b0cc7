// Numbers that the compiler knows: 2_c, 0.5_c, 6.02214076e23_c. The value is part of the type, as the bits of a double,
// so that 0 and -0 differ.
#pragma once

#include <bit>
#include <cstdint>

#include <pergrad/expression/algebra.hpp>
#include <pergrad/expression/decimal.hpp>

namespace pergrad {

template<std::uint64_t Bits>
struct constant : indexable<constant<Bits>>, elements_of_kind<kind::real> {
    using algebra = expression_algebra;
    using shape = pergrad::shape<>;
    static constexpr double value = std::bit_cast<double>(Bits);
};

/// The constant with this value, for composites: constant_of<0.5> would need what clang 16 lacks.
#define PERGRAD_CONSTANT(number) ::pergrad::constant<std::bit_cast<std::uint64_t>(static_cast<double>(number))>

/// The negative of a constant is a constant, so that -2_c is one.
template<std::uint64_t Bits>
constexpr auto operator-(constant<Bits>) {
    return PERGRAD_CONSTANT(-constant<Bits>::value){};
}

template<class E>
inline constexpr bool is_constant = false;
template<std::uint64_t Bits>
inline constexpr bool is_constant<constant<Bits>> = true;

namespace detail {

template<std::uint64_t Bits>
struct writer<constant<Bits>> {
    static constexpr void write(short_text& text) { text.append("constant"); }
};

}  // namespace detail

namespace literals {

/// Decimal literals are rounded correctly; hexadecimal, octal and binary ones mean what they mean in C++.
template<char... Characters>
constexpr auto operator""_c() {
    constexpr char text[] = {Characters...};
    constexpr auto value = parse_number({text, sizeof...(Characters)});
    if constexpr (value.has_value()) return PERGRAD_CONSTANT(*value){};
    else return typename error::literal_is_not_a_number<Characters...>::stop{};
}

}  // namespace literals
}  // namespace pergrad
