// Expression to graph. Each distinct part is visited once, with a stack of its own instead of
// recursion, so that neither depth nor sharing meets a limit of the compiler.
#pragma once

#include <pergrad/graph/describe.hpp>
#include <pergrad/graph/simplify.hpp>

namespace pergrad {

/// Which variables a call binds to an entry for each example: their names.
struct name_list {
    const std::string_view* names;
    int size;

    constexpr bool contains(std::string_view name) const {
        for (int k = 0; k < size; ++k)
            if (names[k] == name) return true;
        return false;
    }
};

namespace detail {

/// The node of an expression that was visited, found by the hash of its structure (64 bits: two different parts of one
/// loss have the same one in less than 1 of 10^12 losses).
struct visited {
    std::uint64_t key[graph::capacity];
    int node[graph::capacity];  ///< plus 1; 0: free

    constexpr int slot(const description* d) const {
        int slot = static_cast<int>((d->hash >> 32) % graph::capacity);
        while (node[slot] != 0 && key[slot] != d->hash) slot = (slot + 1) % graph::capacity;
        return slot;
    }
};

constexpr int input_index(graph& g, const description& d, name_list per_example) {
    for (int k = 0; k < g.input_size; ++k)
        if (g.inputs[k].name == d.name && g.inputs[k].shape == d.shape && g.inputs[k].result == d.result) return k;
    if (g.input_size == graph::input_capacity) {
        g.full = true;
        return 0;
    }
    g.inputs[g.input_size] = {d.name, d.shape, d.result, per_example.contains(d.name)};
    return g.input_size++;
}

/// The node of an expression whose operands have theirs.
constexpr int lower_node(graph& g, const description& d, const int* operands, int& next_number, name_list per_example) {
    if (d.expand != nullptr) return d.expand(g, operands);
    if (d.op->hash == operation_of<primitive::abs>.hash)
        if (const int simpler = add_elementwise<primitive::abs>(g, operands, 1); !is<primitive::abs>(g, simpler))
            return simpler;
    long long own = 0;
    const long long* attributes = d.attributes;
    int attribute_count = d.attribute_count;
    bool varies = false;
    for (int k = 0; k < d.operand_count; ++k) varies = varies || g.nodes[operands[k]].per_example;
    if (d.op->hash == operation_of<primitive::total>.hash) varies = false;
    if (d.op->hash == operation_of<primitive::input>.hash) {
        own = input_index(g, d, per_example);
        varies = g.inputs[own].per_example;
        attributes = &own;
        attribute_count = 1;
    } else if (d.op->hash == operation_of<primitive::stored_number>.hash) {
        own = next_number++;
        attributes = &own;
        attribute_count = 1;
    }
    return g.add(d.op, d.op->hash, d.shape, d.result, varies, operands, d.operand_count, attributes, attribute_count);
}

}  // namespace detail

/// Adds the expression to the graph; its node is the result. Inputs are numbered in the order in which they are met.
constexpr int lower(graph& g, const description& root, name_list per_example) {
    struct frame {
        const description* expression;
        int next_operand;
        int first_value;
    };
    constexpr int deepest = graph::capacity / 4, widest = graph::capacity / 2;
    detail::visited done{};
    frame stack[deepest] = {};
    int values[widest] = {};  // nodes of operands whose expression is not finished
    int depth = 0, value_count = 0, next_number = 0;
    stack[depth++] = {&root, 0, 0};
    while (depth > 0) {
        if (depth == deepest || value_count == widest || g.full) {
            g.full = true;
            return 0;
        }
        frame& top = stack[depth - 1];
        const description& d = *top.expression;
        if (top.next_operand < d.operand_count) {
            const description* operand = d.operands[top.next_operand++];
            const int slot = operand->numbers == 0 ? done.slot(operand) : -1;
            if (slot >= 0 && done.node[slot] != 0) values[value_count++] = done.node[slot] - 1;
            else stack[depth++] = {operand, 0, value_count};
        } else {
            const int n = detail::lower_node(g, d, values + top.first_value, next_number, per_example);
            if (d.numbers == 0) {
                const int slot = done.slot(&d);
                done.key[slot] = d.hash;
                done.node[slot] = n + 1;
            }
            value_count = top.first_value;
            values[value_count++] = n;
            --depth;
        }
    }
    return values[0];
}

}  // namespace pergrad
