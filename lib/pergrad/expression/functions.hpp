// The elementwise functions by name, one line each: what there is to know about one stands in primitive/. They take
// expressions and dual numbers (pow: expressions); JAX's names where JAX has one.
#pragma once

#include <pergrad/expression/constant.hpp>
#include <pergrad/primitive/exponential.hpp>
#include <pergrad/primitive/power.hpp>

namespace pergrad {

#define PERGRAD_FUNCTION(name)                                                                                         \
    template<symbolic X>                                                                                               \
    constexpr auto name(X x) {                                                                                         \
        return apply<primitive::name>(x);                                                                              \
    }
#define PERGRAD_FUNCTION_OF_TWO(name)                                                                                  \
    template<class X, class Y>                                                                                         \
        requires operands<X, Y>                                                                                        \
    constexpr auto name(X x, Y y) {                                                                                    \
        return apply<primitive::name>(x, y);                                                                           \
    }

PERGRAD_FUNCTION(exp)
PERGRAD_FUNCTION(expm1)
PERGRAD_FUNCTION(log)
PERGRAD_FUNCTION(log1p)
PERGRAD_FUNCTION(sqrt)
PERGRAD_FUNCTION(square)
PERGRAD_FUNCTION(tanh)
PERGRAD_FUNCTION(sigmoid)
PERGRAD_FUNCTION(softplus)
PERGRAD_FUNCTION(relu)
PERGRAD_FUNCTION(abs)
PERGRAD_FUNCTION(stop_gradient)
PERGRAD_FUNCTION_OF_TWO(max)
PERGRAD_FUNCTION_OF_TWO(min)

#undef PERGRAD_FUNCTION
#undef PERGRAD_FUNCTION_OF_TWO

/// x where the condition holds, else y.
template<class C, class X, class Y>
    requires(symbolic<C> || std::is_same_v<C, bool>) && ((symbolic<X> || symbolic<Y>) || is_expression<C>)
constexpr auto select(C condition, X x, Y y) {
    return apply<primitive::select>(condition, x, y);
}

/// An exponent is a constant, so that the power's kind is known: pow(x, 2_c).
template<is_expression X, plain_number C>
constexpr auto pow(X, C) {
    return typename error::exponent_must_be_a_constant<label<X>, "a number without _c">::stop{};
}

/// x to a constant power: whole exponents multiply, 0.5_c takes the root, others are x^c for x >= 0 (NaN below).
template<is_expression X, is_expression C>
constexpr auto pow(X x, [[maybe_unused]] C exponent) {
    if constexpr (!is_constant<C>) {
        return typename error::exponent_must_be_a_constant<label<X>, label<C>>::stop{};
    } else {
        constexpr double c = C::value;
        constexpr bool whole = c >= -1024 && c <= 1024 && c == static_cast<int>(c);
        if constexpr (c == 1) return x;
        else if constexpr (c == 2) return square(x);
        else if constexpr (c == 0.5) return sqrt(x);
        else if constexpr (whole && c >= 0) return apply<primitive::whole_power>(x, exponent);
        else if constexpr (whole) return apply<primitive::inverse_power>(x, PERGRAD_CONSTANT(-c){});
        else return apply<primitive::power>(x, exponent);
    }
}

}  // namespace pergrad
