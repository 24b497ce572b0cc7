// The dual number: forward mode as the books tell it. x + x' e with e^2 = 0, so that f(x + x' e) = f(x) + f'(x) x' e: a
// value and K tangents travel together through ordinary arithmetic. T is float or double, a batch of lanes, or again a
// dual number, which gives second derivatives.
// In: any function written for a number type. Out: its value and its derivatives along K directions.
#pragma once

#include <algorithm>

#include <pergrad/graph/slope.hpp>
#include <pergrad/primitive/operators.hpp>

namespace pergrad {

struct dual_algebra;

namespace detail {

/// A plain number as a T: a scalar, lanes that all hold it, or a dual number without tangent.
template<class T, plain_number N>
PERGRAD_INLINE constexpr T dual_constant(N v) {
    if constexpr (symbolic<T> || std::is_floating_point_v<T>) return static_cast<T>(v);
    else return lane::broadcast<T>(static_cast<lane::scalar_of<T>>(v));
}

}  // namespace detail

template<class T, int K = 1>
struct Dual {
    using algebra = dual_algebra;
    using value_type = T;
    static constexpr int directions = K;

    T value{};
    T tangent[K]{};

    constexpr Dual() = default;
    constexpr Dual(T v) : value(v) {}
    /// A plain number is a constant: all its tangents are zero.
    template<plain_number N>
        requires(!std::is_same_v<N, T>)
    constexpr Dual(N v) : value(detail::dual_constant<T>(v)) {}

    /// The independent variable with this value that is moved along `direction`: its tangent there is 1.
    static constexpr Dual variable(T v, int direction = 0) {
        Dual result(v);
        result.tangent[direction] = detail::dual_constant<T>(1);
        return result;
    }

    constexpr Dual& operator+=(const Dual& other) { return *this = *this + other; }
    constexpr Dual& operator-=(const Dual& other) { return *this = *this - other; }
    constexpr Dual& operator*=(const Dual& other) { return *this = *this * other; }
    constexpr Dual& operator/=(const Dual& other) { return *this = *this / other; }
};

template<class X>
inline constexpr int dual_depth = 0;
template<class T, int K>
inline constexpr int dual_depth<Dual<T, K>> = 1 + dual_depth<T>;

/// Tangents do not pass conditions and numbers: y' = sum over the operands of slope times tangent. Where `guard` is
/// set, zero annihilates in these products, infinity or not.
struct dual_algebra {
    template<class P, class... X>
    PERGRAD_INLINE static constexpr auto apply(X... x) {
        return apply_guarded < P,
               P::derivative == primitive::flow::singular || P::derivative == primitive::flow::selective > (x...);
    }

    template<class P, bool guard, class... X>
    PERGRAD_INLINE static constexpr auto apply_guarded(X... x) {
        constexpr int depth = std::max({dual_depth<X>...});
        using D = typename deepest<depth, X...>::type;
        const auto value = pergrad::apply<P>(value_at<D, depth>(x)...);
        if constexpr (P::result == kind::condition) {
            return value;
        } else {
            D result(value);
            if constexpr (P::derivative != primitive::flow::blocked) {
                bool first = true;
                [&]<int... I>(std::integer_sequence<int, I...>) PERGRAD_INLINE_LAMBDA {
                    (add_tangents<P, guard, I, depth>(result, first, x, value, x...), ...);
                }(std::make_integer_sequence<int, sizeof...(X)>{});
            }
            return result;
        }
    }

private:
    template<int depth, class First, class... Rest>
    struct deepest : deepest<depth, Rest...> {};
    template<int depth, class First, class... Rest>
        requires(dual_depth<First> == depth)
    struct deepest<depth, First, Rest...> : std::type_identity<First> {};

    /// What P itself computes with. A plain number is one of the dual number's: in x / 4, 1 / 4 is no integer.
    template<class D, int depth, class X>
    PERGRAD_INLINE static constexpr auto value_at(X x) {
        if constexpr (dual_depth<X> == depth) return x.value;
        else if constexpr (plain_number<X> && !std::is_same_v<X, bool>)
            return detail::dual_constant<typename D::value_type>(x);
        else return x;
    }

    template<class P, bool guard, int Operand, int depth, class D, class X, class V, class... All>
    PERGRAD_INLINE static constexpr void add_tangents(D& result, bool& first, X x, V value, All... all) {
        if constexpr (dual_depth<X> == depth && detail::has_rule<P, Operand>) {
            using T = typename D::value_type;
            const auto slope = detail::rule_by<P, Operand>()(value_at<D, depth>(all)..., value);
            for (int k = 0; k < D::directions; ++k) {
                const T part = product<guard, T>(slope, x.tangent[k]);
                result.tangent[k] = first ? part : T(result.tangent[k] + part);
            }
            first = false;
        }
    }

    template<bool guard, class T, class S>
    PERGRAD_INLINE static constexpr T product(S slope, T tangent) {
        if constexpr (plain_number<S> && !std::is_same_v<S, T>) {
            if constexpr (std::is_integral_v<S>)
                return slope == 1 ? tangent : slope == -1 ? T(-tangent) : T(detail::dual_constant<T>(slope) * tangent);
            else return product<guard, T>(detail::dual_constant<T>(slope), tangent);
        } else if constexpr (guard) {
            return pergrad::apply<primitive::guarded_multiply>(slope, tangent);
        } else {
            return slope * tangent;
        }
    }
};

}  // namespace pergrad
