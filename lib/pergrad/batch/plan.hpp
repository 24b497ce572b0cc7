// Decides, at compile time, when and where each node is computed. When: once before the batch, for each example, or
// once after the sums over the examples. Where: in storage, or inside the one node that reads it, once. What flows
// into a result stays factored where it is an outer product: a gradient delta x^T is written from delta and x. In: a
// graph, its outputs. Out: a `plan`, which the run follows.
#pragma once

#include <algorithm>

#include <pergrad/graph/compact.hpp>
#include <pergrad/graph/simplify.hpp>

namespace pergrad {

enum class phase : unsigned char { before, tile, after };

/// A result of each example: element (i, j) is left_i right_j, or left_i alone.
struct segment {
    int offset;  ///< of element (0, 0) among the results of an example
    int left, right;
    int rows, columns;
    bool guarded;  ///< zero annihilates in the product

    constexpr bool factored() const { return right >= 0; }
    constexpr int size() const { return rows * columns; }
};

struct segment_list {
    static constexpr int capacity = 2 * output_list::capacity;
    segment of[capacity];
    int count;
    int size;  ///< results of an example
};

/// Graphs with more nodes than this are run node by node from a table: as straight-line code they would take the
/// compiler minutes, since every function of theirs is as long in name as the loss.
inline constexpr int largest_unrolled_graph = 256;

struct plan {
    bool unrolled;  ///< straight-line code; else every node is stored and nothing is hoisted
    bool needed[graph::capacity];
    bool stored[graph::capacity];
    phase when[graph::capacity];
    segment_list results;               ///< what each example contributes: kept, or summed
    int total_offset[graph::capacity];  ///< of the sum at a `total` node among them
    bool second_pass;                   ///< something of an example depends on a sum over all: refused
};

namespace detail {

/// A node that depends on a sum over the examples is computed after them.
constexpr void choose_phases(const graph& g, bool hoist, plan& p) {
    bool on_total[graph::capacity] = {};
    for (int n = 0; n < g.size; ++n) {
        on_total[n] = is<primitive::total>(g, n);
        p.second_pass = p.second_pass || (on_total[n] && on_total[g.operand(n, 0)]);
        for (int k = 0; k < g.nodes[n].operand_count; ++k) on_total[n] = on_total[n] || on_total[g.operand(n, k)];
        p.second_pass = p.second_pass || (on_total[n] && g.nodes[n].per_example);
        p.when[n] = on_total[n] ? phase::after : g.nodes[n].per_example || !hoist ? phase::tile : phase::before;
    }
}

constexpr segment factor(const graph& g, int n, int offset) {
    const auto size = [&](int k) { return g.nodes[g.operand(n, k)].shape.size(); };
    if (is<primitive::product>(g, n) && g.attribute(n, 1) == 1)
        return {offset, g.operand(n, 0), g.operand(n, 1), size(0), size(1), g.attribute(n, 5) == 1};
    const bool guarded = is<primitive::guarded_multiply>(g, n);
    if ((is<primitive::multiply>(g, n) || guarded) && g.nodes[n].shape.rank > 0)
        for (int k = 0; k < 2; ++k)
            if (g.nodes[g.operand(n, k)].shape.rank == 0)
                return {offset, g.operand(n, k), g.operand(n, 1 - k), 1, size(1 - k), guarded};
    return {offset, n, -1, g.nodes[n].shape.size(), 1, false};
}

/// Read where it is: an input, a constant, a sum over the examples.
constexpr bool is_leaf(const graph& g, int n) { return g.nodes[n].operand_count == 0 || is<primitive::total>(g, n); }

/// Whether u reads each element of its operand n just once, so that n can be computed while it does.
constexpr bool reads_once(const graph& g, const plan& p, int n, int u) {
    if (p.when[n] != p.when[u]) return false;
    if (is<primitive::sum>(g, u)) return true;
    return g.nodes[u].op->elementwise && g.nodes[u].shape == g.nodes[n].shape;
}

/// Elementwise nodes with one reader are computed inside it, in chains that are not too long to compile.
constexpr void choose_storage(const graph& g, plan& p) {
    constexpr int longest_chain = 12;
    int readers[graph::capacity] = {}, reader[graph::capacity] = {}, chain[graph::capacity] = {};
    for (int n = 0; n < g.size; ++n) {
        if (!p.needed[n]) continue;
        for (int k = 0; k < g.nodes[n].operand_count; ++k) {
            ++readers[g.operand(n, k)];
            reader[g.operand(n, k)] = n;
        }
    }
    for (int k = 0; k < p.results.count; ++k) {
        readers[p.results.of[k].left] += 2;
        if (p.results.of[k].factored()) readers[p.results.of[k].right] += 2;
    }
    for (int n = 0; n < g.size; ++n) {
        if (!p.needed[n] || is_leaf(g, n) || g.nodes[n].op->is_view) continue;
        for (int k = 0; k < g.nodes[n].operand_count; ++k) {
            const int operand = g.operand(n, k);
            if (!p.stored[operand]) chain[n] = std::max(chain[n], chain[operand] + 1);
        }
        p.stored[n] = !(p.unrolled && g.nodes[n].op->elementwise && readers[n] == 1 && reads_once(g, p, n, reader[n]) &&
                        chain[n] < longest_chain);
        if (p.stored[n]) chain[n] = 0;
    }
}

}  // namespace detail

/// The plan for a graph whose outputs are what each example contributes (`of_examples`), or are computed in the end.
/// A single example is a tile of one: nothing is hoisted.
constexpr plan make_plan(const graph& g, const output_list& outputs, bool single, bool of_examples) {
    plan p{};
    p.unrolled = g.size <= largest_unrolled_graph;
    detail::choose_phases(g, !single && p.unrolled, p);
    const auto contribute = [&](int n, int size) {
        const segment s = detail::factor(g, n, p.results.size);
        p.results.of[p.results.count++] = s;
        p.results.size += size;
        p.needed[s.left] = true;
        if (s.factored()) p.needed[s.right] = true;
    };
    if (of_examples)
        for (int k = 0; k < outputs.size; ++k) contribute(outputs.node[k], g.nodes[outputs.node[k]].shape.size());
    else
        for (int k = 0; k < outputs.size; ++k) p.needed[outputs.node[k]] = true;
    for (int n = g.size - 1; n >= 0; --n) {
        if (!p.needed[n]) continue;
        if (detail::is<primitive::total>(g, n)) {
            p.total_offset[n] = p.results.size;
            contribute(g.operand(n, 0), g.nodes[n].shape.size());
        } else {
            for (int k = 0; k < g.nodes[n].operand_count; ++k) p.needed[g.operand(n, k)] = true;
        }
    }
    detail::choose_storage(g, p);
    return p;
}

}  // namespace pergrad
