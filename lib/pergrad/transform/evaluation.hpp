// Transforms beyond the gradient, as expressions that are evaluated together: which expressions, in how many
// directions, and what comes back. In: a loss or residuals, and what to differentiate by. Out: what a callable knows, as
// `derivative` is for gradients.
#pragma once

#include <pergrad/transform/derivative.hpp>
#include <pergrad/transform/matrices.hpp>

namespace pergrad {

/// Of: what it is made of, for errors. Bundle: the expressions. Wrt: what is differentiated by. Layout: how results lie.
/// Result<T> and BatchResult<T>: what is returned.
template<class Of, class Bundle, class Wrt, class Layout, bool WithValue, template<class> class Result,
         template<class> class BatchResult>
struct evaluation {
    using loss = Of;
    using wrt = Wrt;
    using mode = values_mode;
    static constexpr bool with_value = WithValue;
    static constexpr int columns = Layout::elements;

    template<class T>
    using result = Result<T>;
    template<class T>
    using batch_result = BatchResult<T>;

    template<class Types, extent Extent>
    using program_for = program<Bundle, Layout, typename Types::each, values_mode, WithValue, Extent>;

    template<class Types>
    static constexpr auto checked() {
        return detail::scalar_of_checked_call<program_for<Types, extent::batch>, Wrt, Types>();
    }
};

namespace detail {

/// "tangent of w", the variable by which w moves.
template<fixed_string Name>
constexpr auto tangent_name() {
    constexpr std::string_view before = "tangent of ";
    fixed_string<before.size() + Name.view().size() + 1> result;
    std::copy_n(before.data(), before.size(), result.text);
    std::copy_n(Name.text, Name.view().size() + 1, result.text + before.size());
    return result;
}
template<class Variable>
using tangent_variable = variable<tangent_name<Variable::name>(), typename Variable::shape>;

/// All bundles as one.
template<class... Bundle>
struct joined;
template<class... E>
struct joined<bundle<E...>> : std::type_identity<bundle<E...>> {};
template<class... E, class... F, class... Rest>
struct joined<bundle<E...>, bundle<F...>, Rest...> : joined<bundle<E..., F...>, Rest...> {};

/// The part of the k-th direction of a run that belongs to a variable, whose elements begin at `offset` of `all`.
template<class Shape, int Offset, int K, int All>
using unit = expression<use<primitive::unit_direction, Offset, K, All>, Shape>;

/// E's derivative along the k-th direction of a run, of which each variable of Wrt has its part. Method: of
/// derivative_along.
template<class Method, class E, class Wrt, int K, class Indices = std::make_integer_sequence<int, Wrt::size>>
struct along_unit;
template<class Method, class E, class... Variable, int K, int... J>
struct along_unit<Method, E, variables<Variable...>, K, std::integer_sequence<int, J...>> {
    using wrt = variables<Variable...>;
    using expression =
        derivative_along<Method, E,
                         moves<Variable, unit<typename Variable::shape, wrt::offset(J), K, wrt::elements>>...>;
    using type = bundle<expression>;
};
template<class Method, class E, class Wrt>
struct along_units {
    template<int K>
    using unit_of = along_unit<Method, E, Wrt, K>;
};

/// Make<0>::type, ..., one bundle after the other.
template<template<int> class Make, class Indices>
struct repeated;
template<template<int> class Make, int... K>
struct repeated<Make, std::integer_sequence<int, K...>> : joined<typename Make<K>::type...> {};
template<int Count, template<int> class Make>
using repeat = typename repeated<Make, std::make_integer_sequence<int, Count>>::type;

/// Names of results that take the number type alone.
template<class Wrt, bool WithValue = false>
struct results_of {
    template<class T>
    using gradient_of_one = gradient<T, Wrt, WithValue>;
    template<class T>
    using gradient_of_each = gradients<T, Wrt, WithValue>;
    template<class T>
    using hessian_of_one = hessians<T, Wrt, false>;
    template<class T>
    using hessian_of_each = hessians<T, Wrt, true>;
};

/// The sum of all elements of A times those of B.
template<is_expression A, is_expression B>
using contracted = decltype(sum(A{} * B{}));

/// How many directions share one run over the examples: as many as let its graph be straight-line code, up to `most`.
/// First: what one direction makes of E.
template<class E, class First, int most>
constexpr int directions_at_once() {
    constexpr int nodes = lowered<E, names<>>.g.size, of_one = lowered<First, names<>>.g.size - nodes;
    constexpr int fitting = of_one <= 0 ? most : (largest_unrolled_graph - nodes) / of_one;
    return fitting < 1 ? 1 : fitting < most ? fitting : most;
}

/// A gradient of which Make<k>::type computes the derivative along the k-th direction of a run, eight in each.
template<class Loss, class Wrt, bool WithValue, template<int> class Make>
struct by_directions {
    using layout = rows_by_direction<Wrt::elements, 1, directions_at_once<Loss, typename Make<0>::type, 8>()>;
    using all =
        typename joined<std::conditional_t<WithValue, bundle<Loss>, bundle<>>, repeat<layout::directions, Make>>::type;
    using type = evaluation<Loss, all, Wrt, layout, WithValue, results_of<Wrt, WithValue>::template gradient_of_one,
                            results_of<Wrt, WithValue>::template gradient_of_each>;
};

}  // namespace detail

template<class Loss, class Wrt, bool WithValue>
struct derivative<Loss, Wrt, forward_mode, WithValue>
    : detail::by_directions<Loss, Wrt, WithValue,
                            detail::along_units<primitive::tangent, Loss, Wrt>::template unit_of>::type {};
template<class Loss, class Wrt, bool WithValue>
struct derivative<Loss, Wrt, difference_mode, WithValue>
    : detail::by_directions<Loss, Wrt, WithValue,
                            detail::along_units<primitive::central_difference, Loss, Wrt>::template unit_of>::type {};

/// w's tangent, the direction in which jvp and hvp move it: tangent(w) = V, or each(V).
template<class Variable>
    requires is_variable<Variable>
constexpr auto tangent(Variable) {
    return detail::tangent_variable<Variable>{};
}

/// What vjp weighs the elements of E by: cotangent(residual) = C, or each(C).
template<is_expression E>
constexpr auto cotangent(E) {
    return variable<"cotangent", typename E::shape>{};
}

}  // namespace pergrad
