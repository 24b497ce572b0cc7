// Adds nodes, simplified where no value changes, not even for infinity, NaN or the sign of zero: 1 x = x, constants are
// computed (in double, whatever the call computes in). Never 0 x = 0, x - x = 0 or x / y = x (1 / y).
#pragma once

#include <limits>

#include <pergrad/graph/operation.hpp>
#include <pergrad/graph/reference.hpp>
#include <pergrad/primitive/examples.hpp>
#include <pergrad/primitive/operators.hpp>
#include <pergrad/primitive/power.hpp>
#include <pergrad/primitive/tensor.hpp>

namespace pergrad {
namespace detail {

template<class P>
constexpr bool is(const graph& g, int n) {
    return g.nodes[n].op->hash == operation_of<P>.hash;
}

constexpr bool is_constant_node(const graph& g, int n) { return is<primitive::constant_value>(g, n); }

constexpr bool is_constant_node(const graph& g, int n, double value) {
    return is_constant_node(g, n) && std::bit_cast<double>(g.attribute(n, 0)) == value;
}

constexpr bool is_nonzero_constant(const graph& g, int n) {
    return is_constant_node(g, n) && !is_constant_node(g, n, 0);
}

/// Whether n is a scalar spread over all elements.
constexpr bool is_filled(const graph& g, int n) {
    return is<primitive::broadcast>(g, n) && g.attribute(n, 0) == primitive::every_axis;
}

}  // namespace detail

/// The node that is P of these operands.
template<class P>
constexpr int add_node(graph& g, extents shape, std::initializer_list<long long> attributes, const int* operands,
                       int operand_count) {
    bool per_example = false;
    if constexpr (!std::is_same_v<P, primitive::total>)
        for (int k = 0; k < operand_count; ++k) per_example = per_example || g.nodes[operands[k]].per_example;
    return g.add(&operation_of<P>, operation_of<P>.hash, shape, P::result, per_example, operands, operand_count,
                 attributes.begin(), static_cast<int>(attributes.size()));
}

constexpr int add_constant(graph& g, double value, extents shape = {}) {
    return add_node<primitive::constant_value>(g, shape, {std::bit_cast<long long>(value)}, nullptr, 0);
}

template<class P>
constexpr int add_elementwise(graph& g, const int* operand_list, int operand_count);

namespace detail {

/// The value of P of two constants, where it can be known here: an overflow is left to the machine, since it is an error
/// where the compiler computes.
template<class P>
constexpr bool fold(double a, double b, double& result) {
    using namespace primitive;
    constexpr double most = std::numeric_limits<double>::max();
    const double size_a = a < 0 ? -a : a, size_b = b < 0 ? -b : b;
    if constexpr (std::is_same_v<P, pergrad::primitive::add> || std::is_same_v<P, subtract>) {
        if (size_a > most / 2 || size_b > most / 2) return false;
        result = std::is_same_v<P, subtract> ? a - b : a + b;
    } else if constexpr (std::is_same_v<P, multiply> || std::is_same_v<P, guarded_multiply>) {
        if (size_a > 1 && size_b > most / size_a) return false;
        result = a * b;
    } else if constexpr (std::is_same_v<P, divide>) {
        if (size_b == 0 || (size_b < 1 && size_a > most * size_b)) return false;
        result = a / b;
    } else if constexpr (std::is_same_v<P, pergrad::primitive::max>) {
        result = a > b ? a : b;
    } else {
        return false;
    }
    return true;
}

/// A node that is equal to the product of a and b, and is already there or simpler; else -1.
template<class P>
constexpr int simpler_product(graph& g, int a, int b, extents shape) {
    for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
        if (g.nodes[y].shape != shape) continue;
        if (is_constant_node(g, x, 1)) return y;
        if (is_constant_node(g, x, -1)) return add_elementwise<primitive::negate>(g, &y, 1);
        if (std::is_same_v<P, primitive::guarded_multiply> && is_constant_node(g, x, 0))
            return add_constant(g, 0, shape);
        // d select(c, 1, 0) = select(c, d, 0) where zero annihilates
        if (std::is_same_v<P, primitive::guarded_multiply> && is<primitive::select>(g, x) &&
            g.nodes[x].shape == shape) {
            const bool first = is_constant_node(g, g.operand(x, 1), 1) && is_constant_node(g, g.operand(x, 2), 0);
            const bool second = is_constant_node(g, g.operand(x, 1), 0) && is_constant_node(g, g.operand(x, 2), 1);
            if (!first && !second) continue;
            const int zero = add_constant(g, 0);
            const int operands[] = {g.operand(x, 0), first ? y : zero, first ? zero : y};
            return add_node<primitive::select>(g, shape, {}, operands, 3);
        }
    }
    return -1;
}

}  // namespace detail

/// A copy of what `root` is made of, with nodes to[k] in the place of from[k].
constexpr int replace(graph& g, int root, const int* from, const int* to, int count) {
    int copy[graph::capacity] = {};
    for (int n = 0; n <= root && !g.full; ++n) {
        const node old = g.nodes[n];
        int operands[graph::capacity / 4] = {};
        bool changed = false, per_example = false;
        for (int k = 0; k < old.operand_count; ++k) {
            operands[k] = copy[g.operand(n, k)];
            changed = changed || operands[k] != g.operand(n, k);
            per_example = per_example || g.nodes[operands[k]].per_example;
        }
        long long attributes[graph::capacity / 4] = {};
        for (int k = 0; k < old.attribute_count; ++k) attributes[k] = g.attribute(n, k);
        copy[n] = !changed ? n
                           : g.add(old.op, old.op->hash, old.shape, old.result,
                                   per_example && !detail::is<primitive::total>(g, n), operands, old.operand_count,
                                   attributes, old.attribute_count);
        for (int k = 0; k < count; ++k)
            if (from[k] == n) copy[n] = to[k];
    }
    return copy[root];
}

/// P of operands, element by element.
template<class P>
constexpr int add_elementwise(graph& g, const int* operand_list, int operand_count) {
    using namespace detail;
    extents shape{};
    int operands[3] = {};
    for (int k = 0; k < operand_count; ++k)
        if (g.nodes[operand_list[k]].shape.rank > 0) shape = g.nodes[operand_list[k]].shape;
    // A scalar that was spread over the elements is as good as the scalar, if another operand has the shape.
    for (int k = 0; k < operand_count; ++k) {
        operands[k] = operand_list[k];
        for (int other = 0; other < operand_count; ++other)
            if (other != k && is_filled(g, operands[k]) && g.nodes[operand_list[other]].shape == shape &&
                !is_filled(g, operand_list[other]) && !is_constant_node(g, operand_list[other]))
                operands[k] = g.operand(operands[k], 0);
    }
    const auto [a, b] = std::pair{operands[0], operands[1]};
    if (operand_count == 2) {
        double value = 0;
        if (is_constant_node(g, a) && is_constant_node(g, b) &&
            fold<P>(std::bit_cast<double>(g.attribute(a, 0)), std::bit_cast<double>(g.attribute(b, 0)), value))
            return add_constant(g, value, shape);
        if constexpr (std::is_same_v<P, primitive::multiply> || std::is_same_v<P, primitive::guarded_multiply>)
            if (const int simpler = simpler_product<P>(g, a, b, shape); simpler >= 0) return simpler;
        if constexpr (std::is_same_v<P, primitive::guarded_multiply>)
            if (is_nonzero_constant(g, a) || is_nonzero_constant(g, b))
                return add_node<primitive::multiply>(g, shape, {}, operands, operand_count);
        if constexpr (std::is_same_v<P, primitive::whole_power>)
            if (is_constant_node(g, b, 1)) return a;
    }
    if constexpr (std::is_same_v<P, primitive::abs>) {
        // |x^2| = x^2 and |-x| = |x|, so that |-x^2| has the second derivative of x^2 at 0 too
        if (is<primitive::square>(g, a) || is<primitive::abs>(g, a)) return a;
        if (is<primitive::negate>(g, a)) {
            const int positive = g.operand(a, 0);
            return add_elementwise<primitive::abs>(g, &positive, 1);
        }
    }
    if constexpr (std::is_same_v<P, primitive::negate>) {
        if (is<primitive::negate>(g, a)) return g.operand(a, 0);
        if (is_constant_node(g, a)) return add_constant(g, -std::bit_cast<double>(g.attribute(a, 0)), shape);
        // -(c x) = (-c) x
        if (is<primitive::multiply>(g, a) && is_constant_node(g, g.operand(a, 0))) {
            const double c = std::bit_cast<double>(g.attribute(g.operand(a, 0), 0));
            const int product[] = {add_constant(g, -c, g.nodes[g.operand(a, 0)].shape), g.operand(a, 1)};
            return add_node<primitive::multiply>(g, shape, {}, product, 2);
        }
    }
    return add_node<P>(g, shape, {}, operands, operand_count);
}

template<class P, class... X>
constexpr reference graph_algebra::apply(X... x) {
    graph* in = nullptr;
    bool guarded = false;
    const auto look = [&](auto argument) {
        if constexpr (symbolic<decltype(argument)>) {
            in = argument.in;
            guarded = guarded || argument.guarded;
        }
    };
    (look(x), ...);
    const auto id = [&](auto argument) {
        if constexpr (symbolic<decltype(argument)>) return argument.id;
        else return add_constant(*in, static_cast<double>(argument));
    };
    const int operands[] = {id(x)...};
    constexpr int count = sizeof...(X);
    if constexpr (std::is_same_v<P, primitive::multiply>)
        if (guarded) return {in, add_elementwise<primitive::guarded_multiply>(*in, operands, count), guarded};
    return {in, add_elementwise<P>(*in, operands, count), guarded};
}

template<class P, class... X>
constexpr reference graph_algebra::make(extents shape, std::initializer_list<long long> attributes, X... x) {
    using namespace detail;
    graph* in = nullptr;
    bool guarded = false;
    ((in = x.in, guarded = guarded || x.guarded), ...);
    graph& g = *in;
    const int operands[] = {x.id...};
    const long long* attribute = attributes.begin();
    if constexpr (std::is_same_v<P, primitive::broadcast>)
        if (is_constant_node(g, operands[0]))
            return {in, add_constant(g, std::bit_cast<double>(g.attribute(operands[0], 0)), shape), guarded};
    if constexpr (std::is_same_v<P, primitive::transpose>)
        if (const int n = operands[0]; is<primitive::product>(g, n)) {
            const int swapped[] = {g.operand(n, 1), g.operand(n, 0)};
            return make<primitive::product>(
                shape,
                {g.attribute(n, 2), g.attribute(n, 1), g.attribute(n, 0), 1 - g.attribute(n, 4), 1 - g.attribute(n, 3)},
                reference{in, swapped[0], guarded || g.attribute(n, 5) == 1}, reference{in, swapped[1], guarded});
        }
    if constexpr (std::is_same_v<P, primitive::product>) {
        const long long rows = attribute[0], inner = attribute[1], columns = attribute[2];
        // One row or one column times a scalar is no matrix product.
        if (inner == 1 && rows == 1 && g.nodes[operands[0]].shape.rank == 0 && g.nodes[operands[1]].shape == shape)
            return (x * ...);
        if (inner == 1 && columns == 1 && g.nodes[operands[1]].shape.rank == 0 && g.nodes[operands[0]].shape == shape)
            return (x * ...);
        // How a single row or column is stored makes no difference.
        const long long left = rows == 1 || inner == 1 ? 0 : attribute[3];
        const long long right = inner == 1 || columns == 1 ? 0 : attribute[4];
        return {in, add_node<P>(g, shape, {rows, inner, columns, left, right, guarded}, operands, 2), guarded};
    }
    return {in, add_node<P>(g, shape, attributes, operands, sizeof...(X)), guarded};
}

constexpr reference sum_to(reference d, extents shape) {
    if (d.shape() == shape) return d;
    graph& g = *d.in;
    if (shape.rank > 0) return {d.in, d.id, d.guarded};
    const int size = d.shape().size();
    double sum = 0;
    if (detail::is_constant_node(g, d.id) &&
        detail::fold<primitive::multiply>(std::bit_cast<double>(g.attribute(d.id, 0)), size, sum))
        return {d.in, add_constant(g, sum), d.guarded};
    return make<primitive::sum>({}, {primitive::every_axis, size}, d);
}

}  // namespace pergrad
