// Derivatives as expressions: what a transform makes of a loss is again something that can be differentiated. In: an
// expression, and variables. Out: types of expressions, of which lowering makes the nodes of the derivative.
#pragma once

#include <pergrad/derive/forward.hpp>
#include <pergrad/derive/reverse.hpp>
#include <pergrad/graph/lower.hpp>

namespace pergrad {

namespace primitive {

/// Stand in the records of derivatives, and in no graph.
struct gradient_by : structural<1> {
    static constexpr auto name = "grad";
};
/// Along a direction: by forward mode, and by central differences, along one of length 1.
struct tangent : structural<1> {
    static constexpr auto name = "jvp";
};
struct central_difference : structural<1> {
    static constexpr auto name = "central_difference";
};

}  // namespace primitive

/// The derivative of E, a scalar, by a variable, whose shape it has: zeros if E does not depend on it. By reverse mode.
template<is_expression E, class Variable>
struct gradient_by : indexable<gradient_by<E, Variable>>, elements_of_kind<kind::real> {
    using algebra = expression_algebra;
    using shape = typename Variable::shape;
};

/// A variable that moves, and which way: an expression of its shape.
template<class Variable, is_expression Direction>
struct moves {
    using variable = Variable;
    using direction = Direction;
};

/// The derivative of E when variables move: of the shape of E. Method: primitive::tangent or central_difference.
template<class Method, is_expression E, class... Moves>
struct derivative_along : indexable<derivative_along<Method, E, Moves...>>, elements_of_kind<kind::real> {
    using algebra = expression_algebra;
    using shape = typename E::shape;
};
template<class E, class... Moves>
using tangent_of = derivative_along<primitive::tangent, E, Moves...>;

namespace detail {

/// The node of the input with this name, or -1 if the loss does not use it.
constexpr int input_node(const graph& g, std::string_view name) {
    for (int n = 0; n < g.size; ++n)
        if (is<primitive::input>(g, n) && g.inputs[g.attribute(n, 0)].name == name) return n;
    return -1;
}

template<class E>
struct used_by_derivative : with_rules<typename used_by<E>::type> {};
template<class E, class Variable>
struct used_by<gradient_by<E, Variable>> : used_by_derivative<E> {};
template<class E, class... Moves>
struct used_by<derivative_along<primitive::tangent, E, Moves...>>
    : merge_all<typename used_by_derivative<E>::type, typename Moves::direction...> {};
template<class E, class... Moves>
struct used_by<derivative_along<primitive::central_difference, E, Moves...>>
    : merge_all<merged<typename used_by<E>::type,
                       primitives<primitive::product, primitive::add, primitive::subtract, primitive::multiply,
                                  primitive::divide, primitive::abs, primitive::max>>,
                typename Moves::direction...> {};

template<class E, class Variable>
constexpr int expand_gradient(graph& g, const int* operands) {
    const int variable = input_node(g, Variable::name.view());
    int derivative = -1;
    if (variable >= 0) add_derivatives(g, rules_of<primitives_of<E>>, operands[0], &variable, 1, &derivative);
    return derivative >= 0 ? derivative : add_constant(g, 0, Variable::shape::value);
}

template<class E, class... Moves>
constexpr int expand_tangent(graph& g, const int* operands) {
    const int variables[] = {input_node(g, Moves::variable::name.view())...};
    const int result =
        add_tangent(g, rules_of<primitives_of<E>>, operands[0], variables, operands + 1, sizeof...(Moves));
    return result >= 0 ? result : add_constant(g, 0, E::shape::value);
}

/// (f(x + h u) - f(x - h u)) / 2h, with h the step times max(1, |u x|).
template<class E, class... Moves>
constexpr int expand_difference(graph& g, const int* operands) {
    const int variables[] = {input_node(g, Moves::variable::name.view())...};
    constexpr int count = sizeof...(Moves);
    reference along{&g, add_constant(g, 0)};
    for (int k = 0; k < count; ++k)
        if (variables[k] >= 0)
            along = along + primitive::inner_product(reference{&g, variables[k]}, reference{&g, operands[1 + k]});
    const reference step = reference{&g, add_node<primitive::difference_step>(g, {}, {}, nullptr, 0)} *
                           apply<primitive::max>(1, apply<primitive::abs>(along));
    const auto moved_by = [&](reference distance) {
        int to[count] = {};
        for (int k = 0; k < count; ++k)
            if (variables[k] >= 0) to[k] = (reference{&g, variables[k]} + distance * reference{&g, operands[1 + k]}).id;
        return reference{&g, replace(g, operands[0], variables, to, count)};
    };
    return ((moved_by(step) - moved_by(-step)) / (2 * step)).id;
}

template<class Method, class E, class... Moves>
constexpr int expand_along(graph& g, const int* operands) {
    if constexpr (std::is_same_v<Method, primitive::tangent>) return expand_tangent<E, Moves...>(g, operands);
    else return expand_difference<E, Moves...>(g, operands);
}

template<class E, class Variable>
inline constexpr description description_of<gradient_by<E, Variable>> =
    finish({.op = &operation_of<primitive::gradient_by>,
            .shape = Variable::shape::value,
            .result = kind::real,
            .operands = operand_descriptions<E>,
            .operand_count = 1,
            .name = Variable::name.view(),
            .expand = expand_gradient<E, Variable>});
template<class... Moves>
inline constexpr std::uint64_t hash_of_names = [] {
    std::uint64_t hash = 0;
    for (std::string_view name : {Moves::variable::name.view()...}) hash = std::rotl(hash, 11) ^ hash_of_text(name);
    return hash;
}();
template<class Method, class E, class... Moves>
inline constexpr description description_of<derivative_along<Method, E, Moves...>> =
    finish({.op = &operation_of<Method>,
            .shape = E::shape::value,
            .result = kind::real,
            .operands = operand_descriptions<E, typename Moves::direction...>,
            .operand_count = 1 + sizeof...(Moves),
            .attributes = attribute_list<static_cast<long long>(hash_of_names<Moves...>)>,
            .attribute_count = 1,
            .expand = expand_along<Method, E, Moves...>});

/// What a derivative is called in an error: the name of its kind, and of what it is the derivative.
template<class P, class E>
struct derivative_writer {
    static constexpr void write(short_text& text) {
        text.append(P::name);
        text.append("(");
        write_text<E>(text);
        text.append(")");
    }
};
template<class E, class Variable>
struct writer<gradient_by<E, Variable>> : derivative_writer<primitive::gradient_by, E> {};
template<class Method, class E, class... Moves>
struct writer<derivative_along<Method, E, Moves...>> : derivative_writer<Method, E> {};

}  // namespace detail
}  // namespace pergrad
