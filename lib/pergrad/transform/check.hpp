// What a call must satisfy before it compiles any further: names, kinds, ranks, scalar types. In: a loss, what to
// differentiate by, the types of the inputs. Out: the scalar type of the run, or an error that names the input.
#pragma once

#include <pergrad/transform/arguments.hpp>

namespace pergrad {
namespace detail {

/// The name of input K of a graph, as a template argument.
template<const graph& g, int K>
inline constexpr auto input_label = as_fixed_string<g.inputs[K].name.size()>(g.inputs[K].name.data());

/// One name means one variable.
template<const graph& g, int K>
constexpr bool input_is_unique() {
    constexpr int other = [] {
        for (int j = 0; j < K; ++j)
            if (g.inputs[j].name == g.inputs[K].name) return j;
        return -1;
    }();
    if constexpr (other < 0) return true;
    else if constexpr (g.inputs[other].result != g.inputs[K].result)
        return sizeof(typename error::one_name_for_a_real_and_an_integer_variable<input_label<g, K>>::stop) > 0;
    else
        return sizeof(typename error::one_name_with_two_shapes<input_label<g, K>, shape_of<g.inputs[other].shape>,
                                                               shape_of<g.inputs[K].shape>>::stop) > 0;
}

/// A variable in wrt or in a binding is the one of the loss.
template<const graph& g, class Variable>
constexpr bool variable_fits() {
    constexpr int k = [] {
        for (int j = 0; j < g.input_size; ++j)
            if (g.inputs[j].name == Variable::name.view()) return j;
        return -1;
    }();
    if constexpr (k < 0) {
        return true;
    } else if constexpr (g.inputs[k].result != Variable::result) {
        return sizeof(typename error::one_name_for_a_real_and_an_integer_variable<Variable::name>::stop) > 0;
    } else if constexpr (g.inputs[k].shape != Variable::shape::value) {
        return sizeof(typename error::one_name_with_two_shapes<Variable::name, shape_of<g.inputs[k].shape>,
                                                               typename Variable::shape>::stop) > 0;
    } else {
        return true;
    }
}

template<const graph& g, class Types, int K>
constexpr bool input_is_bound() {
    if constexpr (Types::position(g.inputs[K].name) >= 0) return true;
    else return sizeof(typename error::missing_binding_of<input_label<g, K>>::stop) > 0;
}

/// What the loss takes an argument for: its own variable, or for a member of a struct the input of that name.
template<const graph& g, class Bound>
struct expectation {
    static constexpr int k = [] {
        for (int j = 0; j < g.input_size; ++j)
            if (g.inputs[j].name == Bound::name.view()) return j;
        return -1;
    }();
    static constexpr bool known = k >= 0 || !std::is_void_v<typename Bound::variable>;
    static constexpr extents shape = [] {
        if constexpr (k >= 0) return g.inputs[k].shape;
        else if constexpr (!std::is_void_v<typename Bound::variable>) return Bound::variable::shape::value;
        else return extents{};
    }();
    static constexpr kind result = [] {
        if constexpr (k >= 0) return g.inputs[k].result;
        else if constexpr (!std::is_void_v<typename Bound::variable>) return Bound::variable::result;
        else return kind::integer;
    }();
};

/// The memory of an argument can be read, and has the right rank and elements.
template<const graph& g, class Bound>
constexpr bool argument_fits() {
    using expected = expectation<g, Bound>;
    using memory_type = typename Bound::memory_type;
    if constexpr (!expected::known) {
        return true;
    } else if constexpr (!memory_type::readable) {
        return sizeof(typename error::memory_is_not_readable<Bound::name, typename Bound::source_type>::stop) > 0;
    } else {
        using element = typename memory_type::element;
        constexpr int rank = expected::shape.rank + (Bound::how == role::shared ? 0 : 1);
        if constexpr (!memory_type::flat && memory_type::rank != rank)
            return sizeof(typename error::memory_has_another_rank_than<Bound::name, shape_of<expected::shape>,
                                                                       typename Bound::source_type>::stop) > 0;
        else if constexpr (expected::result == kind::integer && !std::is_integral_v<element>)
            return sizeof(typename error::integer_variable_bound_to_other_than_integers<Bound::name, element>::stop) >
                   0;
        else if constexpr (expected::result == kind::real && !std::is_same_v<element, float> &&
                           !std::is_same_v<element, double>)
            return sizeof(
                       typename error::real_variable_bound_to_other_than_float_or_double<Bound::name, element>::stop) >
                   0;
        else if constexpr (!std::is_void_v<typename Bound::variable>)
            return variable_fits<g, typename Bound::variable>();
        else return true;
    }
}

/// The first real input, whose scalar type is that of the call.
template<const graph& g, class Types, int K = 0>
constexpr int first_real() {
    if constexpr (K == Types::size) return -1;
    else if constexpr (expectation<g, typename Types::template at<K>>::result == kind::real) return K;
    else return first_real<g, Types, K + 1>();
}

template<const graph& g, class Types, int First, int K>
constexpr bool scalar_agrees() {
    using a = typename Types::template at<First>;
    using b = typename Types::template at<K>;
    if constexpr (expectation<g, b>::result != kind::real) return true;
    else if constexpr (std::is_same_v<typename a::memory_type::element, typename b::memory_type::element>) return true;
    else
        return sizeof(typename error::float_and_double_mixed<a::name, typename a::memory_type::element, b::name,
                                                             typename b::memory_type::element>::stop) > 0;
}

/// Calls a check for 0 ... N-1 until one fails, whose error then stands alone.
template<int N, class F>
constexpr bool all_pass(F check) {
    return [&]<int... K>(std::integer_sequence<int, K...>) {
        return (check(std::integral_constant<int, K>{}) && ...);
    }(std::make_integer_sequence<int, N>{});
}

}  // namespace detail

/// Whether the variables of a loss and of wrt go together.
template<const graph& g, class Wrt>
constexpr bool variables_fit() {
    return detail::all_pass<g.input_size>([](auto K) { return detail::input_is_unique<g, K>(); }) &&
           []<class... Variable>(std::type_identity<variables<Variable...>>) {
               return (detail::variable_fits<g, Variable>() && ...);
           }(std::type_identity<Wrt>{});
}

/// Whether the inputs of a call fit a loss.
template<const graph& g, class Types>
constexpr bool inputs_fit() {
    return Types::names_differ() &&
           detail::all_pass<g.input_size>([](auto K) { return detail::input_is_bound<g, Types, K>(); }) &&
           detail::all_pass<Types::size>(
               [](auto K) { return detail::argument_fits<g, typename Types::template at<K>>(); }) &&
           detail::all_pass<Types::size>([](auto K) {
               constexpr int first = detail::first_real<g, Types>();
               if constexpr (first < 0) return true;
               else return detail::scalar_agrees<g, Types, first, K>();
           });
}

/// float or double, as the real inputs are; double if there is none.
template<const graph& g, class Types>
constexpr auto scalar_of_call() {
    constexpr int first = detail::first_real<g, Types>();
    if constexpr (first < 0) return std::type_identity<double>{};
    else return std::type_identity<typename Types::template at<first>::memory_type::element>{};
}

}  // namespace pergrad
