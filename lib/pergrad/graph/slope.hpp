// Which rule a primitive tells for each of its operands. In: a primitive's struct. Out: its slope or pullback by
// operand K, to be called with whatever it shall speak of.
#pragma once

#include <pergrad/primitive/primitive.hpp>

namespace pergrad::detail {

/// The rule of P by operand K: a slope, a pullback, or `no_slope`.
template<class P, int K>
constexpr auto rule_by() {
    if constexpr (P::derivative == primitive::flow::blocked) return primitive::no_slope{};
    else if constexpr (!P::is_elementwise) return P::pullback.template get<P::variadic ? 0 : K>();
    else if constexpr (P::arity == 1) return P::slope;
    else return P::slope.template get<K>();
}

/// What the tangent of operand K adds to that of P, which is neither elementwise nor linear: a pushforward.
template<class P, int K>
constexpr auto push_by() {
    return P::pushforward.template get<K>();
}

template<class P, int K>
inline constexpr bool has_rule = !std::is_same_v<decltype(rule_by<P, K>()), primitive::no_slope>;

}  // namespace pergrad::detail
