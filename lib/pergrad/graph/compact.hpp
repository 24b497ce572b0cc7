// Leaves out what no output needs. In: a graph and its outputs. Out: the graph of the live nodes, renumbered.
#pragma once

#include <pergrad/graph/graph.hpp>

namespace pergrad {

struct output_list {
    static constexpr int capacity = 256;
    int node[capacity];
    int size;
};

struct graph_with_outputs {
    graph g;
    output_list outputs;
};

constexpr graph_with_outputs compact(const graph& g, const output_list& outputs) {
    int renumbered[graph::capacity] = {};  // 0: dead, 1: live, then number + 1
    for (int k = 0; k < outputs.size; ++k) renumbered[outputs.node[k]] = 1;
    for (int n = g.size - 1; n >= 0; --n)
        if (renumbered[n] != 0)
            for (int k = 0; k < g.nodes[n].operand_count; ++k) renumbered[g.operand(n, k)] = 1;

    graph_with_outputs result{};
    graph& live = result.g;
    live.full = g.full;
    for (int k = 0; k < g.input_size; ++k) live.inputs[live.input_size++] = g.inputs[k];
    for (int n = 0; n < g.size; ++n) {
        if (renumbered[n] == 0) continue;
        const node& old = g.nodes[n];
        node& copy = live.nodes[live.size] = old;
        copy.first_operand = live.operand_size;
        copy.first_attribute = live.attribute_size;
        for (int k = 0; k < old.operand_count; ++k)
            live.operands[live.operand_size++] = renumbered[g.operand(n, k)] - 1;
        for (int k = 0; k < old.attribute_count; ++k) live.attributes[live.attribute_size++] = g.attribute(n, k);
        renumbered[n] = ++live.size;
    }
    for (int k = 0; k < outputs.size; ++k) result.outputs.node[k] = renumbered[outputs.node[k]] - 1;
    result.outputs.size = outputs.size;
    return result;
}

}  // namespace pergrad
