// Reverse mode, as a function from graph to graph. Every node hands its adjoint, the derivative of the loss by it, on
// to its operands: by its slope, x_bar += y_bar dy/dx, or by its primitive's own pullback. Adjoints start absent, not
// zero: what does not depend on the loss costs nothing. In: a graph, the loss, the nodes to differentiate by. Out: the
// graph with the derivatives' nodes added.
#pragma once

#include <pergrad/derive/rules.hpp>

namespace pergrad {
namespace detail {

/// The contributions to the adjoint of each node, in a list for each, in the order in which they came.
class adjoints {
public:
    constexpr adjoints(graph& of, bool of_batch_loss) : g(of), batch_loss(of_batch_loss) {}

    constexpr bool has(int n) const { return first[n] != 0; }
    constexpr bool guarded(int n) const { return is_guarded[n]; }

    /// `reader` is the node whose rule made d, an adjoint of its operand n.
    constexpr void hand_on(int n, int reader, reference d, bool guard) {
        // The loss of a batch depends on what is shared through every example, be d the same for all of them or not.
        if (batch_loss && g.nodes[reader].per_example && !g.nodes[n].per_example)
            d.id = add_node<primitive::total>(g, d.shape(), {}, &d.id, 1);
        if (size + 1 == 2 * graph::capacity) {
            g.full = true;
            return;
        }
        const int entry = ++size;
        value[entry] = d.id;
        next[entry] = 0;
        if (first[n] == 0) first[n] = entry;
        else next[last[n]] = entry;
        last[n] = entry;
        is_guarded[n] = is_guarded[n] || guard;
    }

    /// The sum of what was handed to n.
    constexpr int collect(int n) {
        if (next[first[n]] == 0) return value[first[n]];
        constexpr int most = graph::capacity / 4;
        int terms[most] = {};
        int count = 0, assembled = 0;
        for (int entry = first[n]; entry != 0; entry = next[entry]) {
            if (count == most) {
                g.full = true;
                return 0;
            }
            terms[count++] = value[entry];
            assembled += is_assembled_of_elements(value[entry]);
        }
        if (assembled == count) return assemble(n, terms, count);
        return add_node<primitive::add>(g, g.nodes[n].shape, {}, terms, count);
    }

private:
    constexpr bool is_assembled_of_elements(int n) const {
        if (!is<primitive::assemble>(g, n)) return false;
        for (int k = 0; k < g.nodes[n].operand_count; ++k)
            if (g.nodes[g.operand(n, k)].shape.rank > 0) return false;
        return true;
    }

    /// Single elements that are put together once, instead of arrays that are added.
    constexpr int assemble(int n, const int* terms, int count) {
        long long offsets[graph::capacity / 4] = {};
        int elements[graph::capacity / 4] = {};
        int used = 0;
        bool per_example = false;
        for (int t = 0; t < count; ++t)
            for (int k = 0; k < g.nodes[terms[t]].operand_count; ++k) {
                const long long offset = g.attribute(terms[t], k);
                const int element = g.operand(terms[t], k);
                per_example = per_example || g.nodes[element].per_example;
                int place = 0;
                while (place < used && offsets[place] != offset) ++place;
                if (place == used) {
                    offsets[used] = offset;
                    elements[used++] = element;
                } else {
                    const int both[] = {elements[place], element};
                    elements[place] = add_node<primitive::add>(g, {}, {}, both, 2);
                }
            }
        const operation* op = &operation_of<primitive::assemble>;
        return g.add(op, op->hash, g.nodes[n].shape, op->result, per_example, elements, used, offsets, used);
    }

    graph& g;
    bool batch_loss;
    int size = 0;
    int first[graph::capacity]{}, last[graph::capacity]{};
    int value[2 * graph::capacity]{}, next[2 * graph::capacity]{};
    bool is_guarded[graph::capacity]{};
};

}  // namespace detail

/// Whether a node depends on one of `wrt` through differentiable functions.
struct activity {
    bool of[graph::capacity];
};

/// Of the first `size` nodes: those behind may be of higher derivatives, which these rules don't know.
constexpr activity active_nodes(const graph& g, int size, const rule_table& rules, const int* wrt, int wrt_count) {
    activity active{};
    for (int n = 0; n < size; ++n) {
        for (int k = 0; k < wrt_count; ++k) active.of[n] = active.of[n] || wrt[k] == n;
        const operation& op = *g.nodes[n].op;
        if (op.derivative == primitive::flow::blocked || op.result != kind::real) continue;
        for (int k = 0; k < g.nodes[n].operand_count; ++k)
            if (active.of[g.operand(n, k)] && rules.of(&op).passes(k)) active.of[n] = true;
    }
    return active;
}

/// Adds the derivatives of `root`, a scalar, by each of wrt; where there is none, -1. A loss that isn't per example,
/// but sums over them, has derivatives that sum over them too.
constexpr void add_derivatives(graph& g, const rule_table& rules, int root, const int* wrt, int wrt_count,
                               int* derivatives) {
    const activity active = active_nodes(g, root + 1, rules, wrt, wrt_count);
    detail::adjoints bar(g, !g.nodes[root].per_example);
    for (int k = 0; k < wrt_count; ++k) derivatives[k] = -1;
    if (!active.of[root]) return;
    bar.hand_on(root, root, {&g, add_constant(g, 1)}, false);
    for (int n = root; n >= 0 && !g.full; --n) {
        if (!bar.has(n)) continue;
        const int adjoint = bar.collect(n);
        for (int k = 0; k < wrt_count; ++k)
            if (wrt[k] == n) derivatives[k] = adjoint;
        const operation& op = *g.nodes[n].op;
        const bool guard = bar.guarded(n) || is_singular(g, n) || op.derivative == primitive::flow::selective;
        for (int k = 0; k < g.nodes[n].operand_count; ++k) {
            const int operand = g.operand(n, k);
            if (active.of[operand] && rules.of(&op).passes(k))
                bar.hand_on(operand, n, rules.of(&op).pullback(g, n, k, {&g, adjoint, guard}), guard);
        }
    }
}

}  // namespace pergrad
