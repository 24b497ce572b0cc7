// The operators, once for all that is symbolic: expressions, dual numbers, graph references. A user's line and a rule
// beside it mean the same thing by the same text. `,` is never overloaded.
#pragma once

#include <pergrad/primitive/arithmetic.hpp>
#include <pergrad/primitive/choice.hpp>

namespace pergrad {

template<class A, class B>
    requires operands<A, B>
constexpr auto operator+(A a, B b) {
    // Without the call, since a sum of hundreds of terms is part of the name of every function that it passes through.
    if constexpr (known_by_type<primitive::add, A, B>) return result_by_type<primitive::add, A, B>{};
    else return apply<primitive::add>(a, b);
}
template<class A, class B>
    requires operands<A, B>
constexpr auto operator-(A a, B b) {
    return apply<primitive::subtract>(a, b);
}
template<class A, class B>
    requires operands<A, B>
constexpr auto operator*(A a, B b) {
    return apply<primitive::multiply>(a, b);
}
template<class A, class B>
    requires operands<A, B>
constexpr auto operator/(A a, B b) {
    return apply<primitive::divide>(a, b);
}
template<symbolic A>
constexpr auto operator-(A a) {
    return apply<primitive::negate>(a);
}
template<symbolic A>
constexpr auto operator+(A a) {
    return a;
}

template<class A, class B>
    requires operands<A, B>
constexpr auto operator<(A a, B b) {
    return apply<primitive::less>(a, b);
}
template<class A, class B>
    requires operands<A, B>
constexpr auto operator<=(A a, B b) {
    return apply<primitive::less_equal>(a, b);
}
template<class A, class B>
    requires operands<A, B>
constexpr auto operator>(A a, B b) {
    return apply<primitive::greater>(a, b);
}
template<class A, class B>
    requires operands<A, B>
constexpr auto operator>=(A a, B b) {
    return apply<primitive::greater_equal>(a, b);
}
template<class A, class B>
    requires operands<A, B>
constexpr auto operator==(A a, B b) {
    return apply<primitive::equal>(a, b);
}
template<class A, class B>
    requires operands<A, B>
constexpr auto operator!=(A a, B b) {
    return apply<primitive::not_equal>(a, b);
}

template<symbolic A, symbolic B>
constexpr auto operator&&(A a, B b) {
    return apply<primitive::both>(a, b);
}
template<symbolic A, symbolic B>
constexpr auto operator||(A a, B b) {
    return apply<primitive::either>(a, b);
}
template<symbolic A>
constexpr auto operator!(A a) {
    return apply<primitive::negated>(a);
}

}  // namespace pergrad
