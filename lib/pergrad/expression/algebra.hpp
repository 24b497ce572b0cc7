// How elementwise primitives apply to expressions: checks what the operands are and which shape comes out, or stops
// with an error that names both.
#pragma once

#include <initializer_list>

#include <pergrad/expression/label.hpp>

namespace pergrad {
namespace detail {

template<class P, is_expression X, int Position>
constexpr bool operand_kind_fits() {
    constexpr kind wanted = P::operand(Position);
    if constexpr (wanted == kind::condition && X::result != kind::condition) {
        using stop = typename error::operand_must_be_a_condition<primitive_label<P>, label<X>>::stop;
        return sizeof(stop) > 0;
    } else if constexpr (wanted == kind::real && X::result == kind::condition) {
        using stop = typename error::operand_must_be_a_number_not_a_condition<primitive_label<P>, label<X>>::stop;
        return sizeof(stop) > 0;
    } else if constexpr (wanted == kind::integer && X::result != kind::integer) {
        using stop = typename error::operand_must_be_an_integer_variable<primitive_label<P>, label<X>>::stop;
        return sizeof(stop) > 0;
    } else {
        return true;
    }
}

/// Whether P takes operands of these kinds. A function of the kinds and not of the expressions: a sum of hundreds of
/// terms would be part of its name.
template<class P>
constexpr bool takes(std::initializer_list<kind> found) {
    int position = 0;
    for (const kind k : found) {
        const kind wanted = P::operand(position++);
        if ((wanted == kind::condition) != (k == kind::condition) || (wanted == kind::integer && k != kind::integer))
            return false;
    }
    return true;
}

/// Stops with the error of the operand that doesn't fit.
template<class P, is_expression... X>
constexpr bool refuse_operands() {
    return []<int... K>(std::integer_sequence<int, K...>) {
        return (operand_kind_fits<P, X, K>() && ...);
    }(std::make_integer_sequence<int, sizeof...(X)>{});
}

template<class P, class... X>
concept operand_kinds_fit = takes<P>({X::result...}) || refuse_operands<P, X...>();

/// The shape of P of A and B, element by element.
template<class P, is_expression A, is_expression B>
struct refused_shapes {
    using type = typename error::shapes_differ<primitive_label<P>, label<A>, typename A::shape, label<B>,
                                               typename B::shape>::stop;
};
template<class P, is_expression A, is_expression B, class ShapeA = typename A::shape, class ShapeB = typename B::shape>
struct common_shape
    : std::conditional_t<
          std::is_same_v<ShapeA, ShapeB> || std::is_same_v<ShapeB, shape<>>, std::type_identity<ShapeA>,
          std::conditional_t<std::is_same_v<ShapeA, shape<>>, std::type_identity<ShapeB>, refused_shapes<P, A, B>>> {};

template<class P, is_expression... X>
struct elementwise_shape;
template<class P, is_expression A>
struct elementwise_shape<P, A> : std::type_identity<typename A::shape> {};
template<class P, is_expression A, is_expression B>
struct elementwise_shape<P, A, B> : common_shape<P, A, B> {};
/// Of three operands, that of the last two and then the first one: a select's condition takes part as the others do.
template<class P, is_expression A, is_expression B, is_expression C>
struct elementwise_shape<P, A, B, C>
    : common_shape<P, expression<P, typename common_shape<P, B, C>::type, typename pure<B>::type>, A> {};

/// The expression that is P of these. A sum written from left to right is one node of many terms, as long as its shape
/// doesn't change on the way. Worked out in types, since a function for each step would cost a symbol each.
template<class P, class Shape, class... X>
struct combined : std::type_identity<expression<P, Shape, X...>> {};
template<class Shape, class... Term, class B>
struct combined<primitive::add, Shape, expression<primitive::add, Shape, Term...>, B>
    : std::type_identity<expression<primitive::add, Shape, Term..., B>> {};
template<class Shape, class... Term, class B>
struct combined<primitive::subtract, Shape, expression<primitive::add, Shape, Term...>, B>
    : std::type_identity<
          expression<primitive::add, Shape, Term..., expression<primitive::negate, typename B::shape, B>>> {};

template<class P, is_expression... X>
    requires operand_kinds_fit<P, X...>
struct applied : combined<P, typename elementwise_shape<P, X...>::type, typename pure<X>::type...> {};

}  // namespace detail

/// P, perhaps as `use<P, ...>`, of whole arrays, with the shape that comes out.
template<class P, class Shape, is_expression... X>
constexpr auto build(X... x) {
    if constexpr (detail::operand_kinds_fit<typename primitive_in<P>::type, X...>)
        return detail::collect_numbers<expression<P, Shape, typename pure<X>::type...>>(x...);
}

struct expression_algebra {
    template<class P, class... X>
        requires((is_expression<X> && ...) && (0 + ... + number_count<X>::value) == 0)
    using type_of = typename detail::applied<P, X...>::type;

    template<class P, class... X>
    static constexpr auto apply(X... x) {
        return with_their_numbers<P>(detail::as_expression(x)...);
    }

private:
    template<class P, is_expression... X>
    static constexpr auto with_their_numbers(X... x) {
        return detail::collect_numbers<typename detail::applied<P, X...>::type>(x...);
    }
};

}  // namespace pergrad
