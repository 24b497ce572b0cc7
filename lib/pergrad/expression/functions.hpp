// The elementwise functions by name, one line each: what there is to know about one stands in primitive/. They take
// expressions and dual numbers; JAX's names where JAX has one.
#pragma once

#include <pergrad/expression/constant.hpp>
#include <pergrad/primitive/activation.hpp>
#include <pergrad/primitive/hyperbolic.hpp>
#include <pergrad/primitive/softmax.hpp>

namespace pergrad {

namespace detail {

/// A parameter that was not told, as what stands beside X: a constant that the compiler knows, or a number.
template<symbolic X, class Constant>
constexpr auto default_parameter() {
    if constexpr (is_expression<X>) return Constant{};
    else return Constant::value;
}

}  // namespace detail

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
PERGRAD_FUNCTION(exp2)
PERGRAD_FUNCTION(expm1)
PERGRAD_FUNCTION(log)
PERGRAD_FUNCTION(log2)
PERGRAD_FUNCTION(log10)
PERGRAD_FUNCTION(log1p)
PERGRAD_FUNCTION(sqrt)
PERGRAD_FUNCTION(rsqrt)
PERGRAD_FUNCTION(cbrt)
PERGRAD_FUNCTION(square)
PERGRAD_FUNCTION(sin)
PERGRAD_FUNCTION(cos)
PERGRAD_FUNCTION(tan)
PERGRAD_FUNCTION(asin)
PERGRAD_FUNCTION(acos)
PERGRAD_FUNCTION(atan)
PERGRAD_FUNCTION(sinh)
PERGRAD_FUNCTION(cosh)
PERGRAD_FUNCTION(tanh)
PERGRAD_FUNCTION(asinh)
PERGRAD_FUNCTION(acosh)
PERGRAD_FUNCTION(atanh)
PERGRAD_FUNCTION(erf)
PERGRAD_FUNCTION(erfc)
PERGRAD_FUNCTION(lgamma)
PERGRAD_FUNCTION(digamma)
PERGRAD_FUNCTION(normal_cdf)
PERGRAD_FUNCTION(normal_log_cdf)
PERGRAD_FUNCTION(abs)
PERGRAD_FUNCTION(sign)
PERGRAD_FUNCTION(floor)
PERGRAD_FUNCTION(ceil)
PERGRAD_FUNCTION(round)
PERGRAD_FUNCTION(relu)
PERGRAD_FUNCTION(gelu)
PERGRAD_FUNCTION(silu)
PERGRAD_FUNCTION(sigmoid)
PERGRAD_FUNCTION(log_sigmoid)
PERGRAD_FUNCTION(softplus)
PERGRAD_FUNCTION(stop_gradient)

PERGRAD_FUNCTION_OF_TWO(max)
PERGRAD_FUNCTION_OF_TWO(min)
PERGRAD_FUNCTION_OF_TWO(fmod)
PERGRAD_FUNCTION_OF_TWO(hypot)
PERGRAD_FUNCTION_OF_TWO(atan2)
PERGRAD_FUNCTION_OF_TWO(xlogy)
PERGRAD_FUNCTION_OF_TWO(logaddexp)
PERGRAD_FUNCTION_OF_TWO(sigmoid_cross_entropy)
PERGRAD_FUNCTION_OF_TWO(leaky_relu)
PERGRAD_FUNCTION_OF_TWO(elu)
PERGRAD_FUNCTION_OF_TWO(huber)

#undef PERGRAD_FUNCTION
#undef PERGRAD_FUNCTION_OF_TWO

/// x where the condition holds, else y.
template<class C, class X, class Y>
    requires(symbolic<C> || std::is_same_v<C, bool>) && ((symbolic<X> || symbolic<Y>) || is_expression<C>)
constexpr auto select(C condition, X x, Y y) {
    return apply<primitive::select>(condition, x, y);
}

/// min(max(x, lowest), highest).
template<class X, class A, class B>
    requires operands<X, A, B>
constexpr auto clamp(X x, A lowest, B highest) {
    return apply<primitive::clamp>(x, lowest, highest);
}

/// The parameters that JAX takes when none is told.
template<symbolic X>
constexpr auto leaky_relu(X x) {
    return leaky_relu(x, detail::default_parameter<X, PERGRAD_CONSTANT(0.01)>());
}
template<symbolic X>
constexpr auto elu(X x) {
    return elu(x, detail::default_parameter<X, PERGRAD_CONSTANT(1)>());
}
template<symbolic X>
constexpr auto huber(X x) {
    return huber(x, detail::default_parameter<X, PERGRAD_CONSTANT(1)>());
}

/// A number without _c as the exponent would be taken for one that varies: pow(x, 2_c).
template<is_expression X, plain_number C>
constexpr auto pow(X, C) {
    return typename error::exponent_is_a_number_without_underscore_c<label<X>>::stop{};
}

/// x to the power y. Where y is a constant expression it says what kind of power it is: whole exponents multiply, 0.5_c
/// takes the root. All else is x^y for x >= 0, NaN below unless y is a whole number.
template<class X, class Y>
    requires operands<X, Y> && (!(is_expression<X> && plain_number<Y>))
constexpr auto pow(X x, [[maybe_unused]] Y y) {
    if constexpr (is_constant<Y>) {
        constexpr double c = Y::value;
        constexpr bool whole = c >= -1024 && c <= 1024 && c == static_cast<int>(c);
        if constexpr (c == 1) return x;
        else if constexpr (c == 2) return square(x);
        else if constexpr (c == 0.5) return sqrt(x);
        else if constexpr (whole && c >= 0) return apply<primitive::whole_power>(x, y);
        else if constexpr (whole) return apply<primitive::inverse_power>(x, PERGRAD_CONSTANT(-c){});
        else return apply<primitive::power>(x, y);
    } else {
        return apply<primitive::power>(x, y);
    }
}

}  // namespace pergrad
