// What a user writes, as a type. An expression is empty: its operands are template arguments, so that `auto` never
// dangles and a loss is usable as a constant anywhere. Only a number written as such (2.0 * x) makes it carry a value.
// In: operands. Out: `expression<P, Shape, Operands...>`, or that `with_numbers`.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>

#include <pergrad/expression/error.hpp>
#include <pergrad/expression/shape.hpp>
#include <pergrad/primitive/operators.hpp>

namespace pergrad {

struct expression_algebra;

template<class X>
concept is_expression = symbolic<X> && std::same_as<typename X::algebra, expression_algebra>;

/// P with the attributes of one use: an axis, a length, an offset.
template<class P, long long... Attribute>
struct use {};

template<class P>
struct primitive_in : std::type_identity<P> {};
template<class P, long long... Attribute>
struct primitive_in<use<P, Attribute...>> : std::type_identity<P> {};

/// Elements by constant indices: x[3_c], w(1_c, 2_c). For what has no members of its own.
template<class Self>
struct indexable {
    template<class Index>
    constexpr auto operator[](Index index) const;
    template<class Row, class Column>
    constexpr auto operator()(Row row, Column column) const;
};

/// What kind of elements an expression has. (A base, since a member of each expression would be a symbol, with the whole
/// expression in its name: a sum of hundreds of terms makes hundreds of such names.)
template<kind Result>
struct elements_of_kind {
    static constexpr kind result = Result;
};

/// P, perhaps as `use<P, ...>`, of operands, with the shape of the result.
template<class P, class Shape, class... Operands>
struct expression : indexable<expression<P, Shape, Operands...>>, elements_of_kind<primitive_in<P>::type::result> {
    using algebra = expression_algebra;
    using shape = Shape;
};

/// A number that the expression around it stores. Each is a slot of its own: never merged, never folded.
struct number {
    using algebra = expression_algebra;
    using shape = pergrad::shape<>;
    static constexpr kind result = kind::real;
};

/// An expression together with the values of its numbers, in the order in which they are written.
template<int Count, is_expression E>
struct with_numbers : indexable<with_numbers<Count, E>> {
    using algebra = expression_algebra;
    using shape = typename E::shape;
    using expression = E;
    static constexpr kind result = E::result;
    std::array<double, Count> numbers;
};

/// How many numbers an expression stores.
template<class E>
struct number_count : std::integral_constant<int, 0> {};
template<int Count, class E>
struct number_count<with_numbers<Count, E>> : std::integral_constant<int, Count> {};

/// The expression without the values.
template<class E>
struct pure : std::type_identity<E> {};
template<int Count, class E>
struct pure<with_numbers<Count, E>> : std::type_identity<E> {};

/// The values of the numbers that an expression stores.
template<is_expression E>
constexpr auto numbers_of([[maybe_unused]] E e) {
    if constexpr (number_count<E>::value > 0) return e.numbers;
    else return std::array<double, 0>{};
}

namespace detail {

/// The expression E with the numbers of x..., one after the other.
template<class E, is_expression... X>
constexpr auto collect_numbers(X... x) {
    constexpr int count = (0 + ... + number_count<X>::value);
    if constexpr (count == 0) {
        return E{};
    } else {
        with_numbers<count, E> result{};
        std::size_t next = 0;
        const auto append = [&](auto numbers) {
            for (double value : numbers) result.numbers[next++] = value;
        };
        (append(numbers_of(x)), ...);
        return result;
    }
}

/// A number beside an expression becomes one.
template<class X>
constexpr auto as_expression(X x) {
    if constexpr (is_expression<X>) {
        return x;
    } else {
        with_numbers<1, number> result{};
        result.numbers[0] = static_cast<double>(x);
        return result;
    }
}

}  // namespace detail

}  // namespace pergrad
