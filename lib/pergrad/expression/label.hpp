// How an error names an operand: a variable by its name, an expression by its text, cut where it gets long.
#pragma once

#include <array>
#include <string_view>

#include <pergrad/expression/expression.hpp>
#include <pergrad/primitive/tensor.hpp>

namespace pergrad {
namespace detail {

/// Text that grows until it is full, and then ends in dots. (clang 19 cuts text in an error at 34 characters.)
struct short_text {
    static constexpr std::size_t limit = 28;
    std::array<char, limit + 4> characters{};
    std::size_t size = 0;

    constexpr void append(std::string_view part) {
        for (char c : part) {
            if (size < limit) characters[size++] = c;
            else if (size == limit)
                for (char dot : std::string_view("...")) characters[size++] = dot;
        }
    }
    constexpr bool full() const { return size > limit; }
};

template<class E>
struct writer;

template<class E>
constexpr void write_text(short_text& text) {
    if (!text.full()) writer<E>::write(text);
}

template<class P, class Shape, class... Operands>
struct writer<expression<P, Shape, Operands...>> {
    static constexpr void write(short_text& text) {
        text.append(P::name);
        text.append("(");
        bool first = true;
        const auto operand = [&](auto write) {
            if (!first) text.append(", ");
            first = false;
            write(text);
        };
        [[maybe_unused]] const int done[] = {0, (operand(write_text<Operands>), 0)...};
        text.append(")");
    }
};
template<class P, long long... Attribute, class Shape, class... Operands>
struct writer<expression<use<P, Attribute...>, Shape, Operands...>> : writer<expression<P, Shape, Operands...>> {};
/// The product of a column and a row is what a user calls outer.
template<long long Rows, long long Columns, class Shape, class... Operands>
struct writer<expression<use<primitive::product, Rows, 1, Columns, 0, 0, 0>, Shape, Operands...>> {
    static constexpr void write(short_text& text) {
        text.append("outer(");
        bool first = true;
        ((text.append(first ? "" : ", "), first = false, write_text<Operands>(text)), ...);
        text.append(")");
    }
};
template<>
struct writer<number> {
    static constexpr void write(short_text& text) { text.append("number"); }
};
template<int Count, class E>
struct writer<with_numbers<Count, E>> : writer<E> {};

template<class E>
inline constexpr short_text text_of = [] {
    short_text text;
    write_text<E>(text);
    return text;
}();

}  // namespace detail

/// Characters as a template argument. The end is written too, or clang prints the text as a list of numbers.
template<std::size_t Size>
constexpr fixed_string<Size + 1> as_fixed_string(const char* text) {
    fixed_string<Size + 1> result;
    for (std::size_t i = 0; i < Size; ++i) result.text[i] = text[i];
    result.text[Size] = '\0';
    return result;
}

/// The name of E in an error.
template<class E>
inline constexpr auto label = as_fixed_string<detail::text_of<E>.size>(detail::text_of<E>.characters.data());

/// The name of a primitive in an error.
template<class P>
inline constexpr auto primitive_label = as_fixed_string<std::string_view(P::name).size()>(P::name);

}  // namespace pergrad
