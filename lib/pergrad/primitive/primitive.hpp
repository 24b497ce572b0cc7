// What a primitive is, and the one door through which all kinds of arguments reach it.
// In: a struct that tells a function once (its value, its slopes, where it is singular). Out: `apply<P>(x...)`, which
// computes on numbers and lanes, differentiates on duals, adds a node on graph references, makes a type on expressions.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>

#include <pergrad/primitive/extents.hpp>
#include <pergrad/primitive/inline.hpp>
#include <pergrad/primitive/lane.hpp>

namespace pergrad {

/// An argument that is not a number says what a primitive does to it: its `algebra` has `apply<P>(x...)`.
template<class X>
concept symbolic = requires { typename X::algebra; };

/// A number as an argument beside one that has an algebra: 1 - y, 2.0 * x.
template<class X>
concept plain_number = std::is_arithmetic_v<X>;

template<class... X>
concept operands = (symbolic<X> || ...) && ((symbolic<X> || plain_number<X> || lane::number<X>) && ...);

namespace detail {

template<class First, class... Rest>
struct first_algebra : first_algebra<Rest...> {};
template<symbolic First, class... Rest>
struct first_algebra<First, Rest...> {
    using type = typename First::algebra;
};

/// What a primitive computes in: the batch among its arguments, or that of a condition, or else their common type.
template<class First, class... Rest>
constexpr auto number_type() {
    if constexpr (plain_number<First> && (plain_number<Rest> && ...))
        return std::type_identity<std::common_type_t<float, First, Rest...>>{};
    else if constexpr (lane::batched<First>) return std::type_identity<First>{};
    else if constexpr (lane::batched_condition<First>) return std::type_identity<typename First::batch_type>{};
    else return number_type<Rest..., First>();
}

template<class S, class X>
PERGRAD_INLINE constexpr auto as_number(X x) {
    if constexpr (plain_number<X> && !std::is_same_v<X, bool> && !std::is_same_v<X, S>)
        return lane::broadcast<S>(static_cast<lane::scalar_of<S>>(x));
    else return x;
}

}  // namespace detail

/// Where P of X... is known from the types alone, as it is of expressions that store no numbers: that type.
template<class P, class... X>
concept known_by_type =
    (symbolic<X> && ...) && requires { typename detail::first_algebra<X...>::type::template type_of<P, X...>; };
template<class P, class... X>
using result_by_type = typename detail::first_algebra<X...>::type::template type_of<P, X...>;

/// The value of P at x..., in whatever world x lives.
template<class P, class... X>
PERGRAD_INLINE constexpr auto apply(X... x) {
    if constexpr (known_by_type<P, X...>) return result_by_type<P, X...>{};
    else if constexpr ((symbolic<X> || ...)) return detail::first_algebra<X...>::type::template apply<P>(x...);
    else return P::value(detail::as_number<typename decltype(detail::number_type<X...>())::type>(x)...);
}

/// A use of the structural primitive P in a rule: its shape and attributes are told, since they are not in its
/// arguments.
template<class P, class... X>
constexpr auto make(extents shape, std::initializer_list<long long> attributes, X... x) {
    return detail::first_algebra<X...>::type::template make<P>(shape, attributes, x...);
}

/// Calls f with std::integral_constant 0 ... N-1. A braced list, since clang stops at folds of more than 256 terms.
template<int N, class F>
PERGRAD_INLINE constexpr void for_each_index(F&& f) {
    [&]<int... I>(std::integer_sequence<int, I...>) PERGRAD_INLINE_LAMBDA {
        [[maybe_unused]] const int done[] = {0, (static_cast<void>(f(std::integral_constant<int, I>{})), 0)...};
    }(std::make_integer_sequence<int, N>{});
}

/// Calls f(0) ... f(N - 1), written out, so that arrays whose index it is can stay in registers. Of an f that takes an int
/// there is one for all of them, which compiles faster than one for each constant.
template<int N, class F>
PERGRAD_INLINE constexpr void unroll(F&& f) {
    [&]<int... I>(std::integer_sequence<int, I...>) PERGRAD_INLINE_LAMBDA {
        [[maybe_unused]] const int done[] = {0, (static_cast<void>(f(I)), 0)...};
    }(std::make_integer_sequence<int, N>{});
}

namespace primitive {

/// How a derivative flows through a primitive; `reverse` and the dual number read it.
enum class flow {
    regular,    ///< slopes are finite where the value is
    singular,   ///< a slope can be infinite: from here on, zero times infinity is zero
    selective,  ///< hands an exact zero to what it did not choose: likewise
    blocked     ///< no derivative passes
};

/// One slope for each operand, in order: a primitive of several operands lists them so that unused ones cost nothing.
template<class... F>
struct per_operand;
template<class A>
struct per_operand<A> {
    A first;
    template<int K>
    constexpr const auto& get() const {
        return first;
    }
};
template<class A, class... Rest>
struct per_operand<A, Rest...> {
    A first;
    per_operand<Rest...> rest;
    constexpr per_operand(A a, Rest... r) : first(a), rest{r...} {}
    template<int K>
    constexpr const auto& get() const {
        if constexpr (K == 0) return first;
        else return rest.template get<K - 1>();
    }
};
template<class... F>
per_operand(F...) -> per_operand<F...>;

/// An operand that no derivative reaches: the condition of a select, an integer.
struct no_slope {};

/// What all primitives have unless they say otherwise.
struct defaults {
    static constexpr flow derivative = flow::regular;
    static constexpr kind result = kind::real;
    static constexpr kind operand(int) { return kind::real; }
    static constexpr bool variadic = false;  ///< of any number of operands, all treated alike
    static constexpr bool indexes = false;   ///< its integer operands are indices below its first attribute
    static constexpr bool is_view = false;   ///< elements of the operand under other indices, `source<Node>(i)`
    static constexpr bool linear = false;    ///< its tangent is itself, of the operands' tangents
};

/// A function that acts element by element; operands have one shape, or are scalars. It tells
///   value(x...)        over numbers and lanes
///   slope(x..., y)     or, for several operands, per_operand{slope by the first, ...}; y = value(x...)
template<int Arity>
struct elementwise : defaults {
    static constexpr bool is_elementwise = true;
    static constexpr int arity = Arity;
};

/// A function of whole arrays. It tells
///   shape(x..., attributes)              the extents of the result
///   value<Node, S>(store, x...)          reads elements x(i), stores elements store(i, v); Node tells extents
///   pullback                             per_operand{(d, x..., y) -> the adjoint of that operand}, d that of the result
///   pushforward                          per_operand{(t, x..., y) -> what the tangent t of that operand adds to that
///                                        of the result}, unless the function is `linear`
template<int Arity>
struct structural : defaults {
    static constexpr bool is_elementwise = false;
    static constexpr int arity = Arity;
};

}  // namespace primitive
}  // namespace pergrad
