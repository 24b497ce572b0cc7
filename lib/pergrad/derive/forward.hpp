// Forward mode, as a function from graph to graph. Every node gets a tangent, the derivative of its value along one
// direction in the variables, from those of its operands: y' = sum of dy/dx x', or by its primitive's own pushforward.
// Tangents start absent, not zero: what does not depend on the variables costs nothing. In: a graph, a node, the nodes
// to differentiate by, and the direction, a node for each. Out: the graph with the tangents' nodes added.
#pragma once

#include <pergrad/derive/rules.hpp>

namespace pergrad {
namespace detail {

/// A linear function of the tangents that there are, where only some operands have one.
constexpr int push_linear(graph& g, int n, const int* tangent) {
    const operation* op = g.nodes[n].op;
    int operands[graph::capacity / 4] = {};
    long long attributes[graph::capacity / 4] = {};
    int count = 0;
    bool per_example = false;
    for (int k = 0; k < g.nodes[n].operand_count; ++k) {
        const int t = tangent[g.operand(n, k)];
        if (t < 0) continue;
        attributes[count] = op->variadic ? g.attribute(n, k) : 0;
        operands[count++] = t;
        per_example = per_example || g.nodes[t].per_example;
    }
    if (!op->variadic)
        for (int k = 0; k < g.nodes[n].attribute_count; ++k) attributes[k] = g.attribute(n, k);
    return g.add(op, op->hash, g.nodes[n].shape, op->result, per_example && !is<primitive::total>(g, n), operands,
                 count, attributes, op->variadic ? count : g.nodes[n].attribute_count);
}

/// t, which may be a scalar, in the shape of the node that it is a tangent of.
constexpr int in_shape(graph& g, int t, extents shape) {
    if (g.nodes[t].shape == shape) return t;
    return make<primitive::broadcast>(shape, {primitive::every_axis, shape.size()}, reference{&g, t}).id;
}

}  // namespace detail

/// Adds the tangent of `root` along the direction in which wrt[k] has the tangent seeds[k], and returns it; -1 if there
/// is none.
constexpr int add_tangent(graph& g, const rule_table& rules, int root, const int* wrt, const int* seeds,
                          int wrt_count) {
    int tangent[graph::capacity] = {};
    bool guarded[graph::capacity] = {};  // a singular function is on the way here: zero annihilates
    for (int n = 0; n <= root && !g.full; ++n) {
        const operation& op = *g.nodes[n].op;
        tangent[n] = -1;
        guarded[n] = is_singular(g, n);
        for (int k = 0; k < g.nodes[n].operand_count; ++k) guarded[n] = guarded[n] || guarded[g.operand(n, k)];
        for (int k = 0; k < wrt_count; ++k)
            if (wrt[k] == n) tangent[n] = seeds[k];
        if (tangent[n] >= 0 || op.derivative == primitive::flow::blocked || op.result != kind::real) continue;

        int terms[graph::capacity / 4] = {};
        int count = 0;
        for (int k = 0; k < g.nodes[n].operand_count; ++k) {
            const int t = tangent[g.operand(n, k)];
            if (t < 0 || !rules.of(&op).passes(k)) continue;
            if (count == graph::capacity / 4) {
                g.full = true;
                return -1;
            }
            const bool guard = guarded[n] || op.derivative == primitive::flow::selective;
            terms[count++] = op.linear ? t : rules.of(&op).pushforward(g, n, k, {&g, t, guard}).id;
        }
        if (count == 0) continue;
        if (op.linear) {
            tangent[n] = detail::push_linear(g, n, tangent);
        } else {
            for (int k = 0; k < count; ++k) terms[k] = detail::in_shape(g, terms[k], g.nodes[n].shape);
            tangent[n] = count == 1 ? terms[0] : add_node<primitive::add>(g, g.nodes[n].shape, {}, terms, count);
        }
    }
    return tangent[root];
}

}  // namespace pergrad
