// Text as a template argument: the name of a variable, so that names are part of types and errors can show them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace pergrad {

template<std::size_t Size>
struct fixed_string {
    char text[Size] = {};

    constexpr fixed_string() = default;
    constexpr fixed_string(const char (&literal)[Size]) { std::copy_n(literal, Size, text); }

    constexpr bool operator==(const fixed_string&) const = default;
    constexpr std::string_view view() const { return {text, Size - 1}; }
};

}  // namespace pergrad
