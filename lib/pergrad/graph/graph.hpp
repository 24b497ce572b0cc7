// The loss as a value: an array of nodes in the order in which they are computed. Ordinary data, filled and read by
// ordinary constexpr functions; a derivative is a graph made from a graph.
// In: nodes, one by one, operands first. Out: equal nodes are one node, so that what is shared is computed once.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include <pergrad/primitive/extents.hpp>

namespace pergrad {

struct operation;

struct node {
    const operation* op;
    extents shape;
    kind result;
    bool per_example;  ///< has a value for each example; else one value serves the whole batch
    int first_operand, operand_count;
    int first_attribute, attribute_count;
    std::uint64_t hash;
};

/// What a call binds by name.
struct graph_input {
    std::string_view name;
    extents shape;
    kind result;
    bool per_example;
};

/// All members are plain arrays that start as zeros: compilers keep the unused rest of such an array for free.
struct graph {
    static constexpr int capacity = 1 << 14;
    static constexpr int input_capacity = 256;

    node nodes[capacity];
    int operands[3 * capacity];
    long long attributes[3 * capacity];
    int table[2 * capacity];  ///< node + 1 by hash
    graph_input inputs[input_capacity];
    int size, operand_size, attribute_size, input_size;
    bool full;  ///< something didn't fit: what is here is of no use

    constexpr int operand(int n, int k) const { return operands[nodes[n].first_operand + k]; }
    constexpr long long attribute(int n, int k) const { return attributes[nodes[n].first_attribute + k]; }

    /// The node that is `op` of these operands: an equal one if there is one, else a new one.
    constexpr int add(const operation* op, std::uint64_t op_hash, extents shape, kind result, bool per_example,
                      const int* operand_list, int operand_count, const long long* attribute_list,
                      int attribute_count) {
        std::uint64_t hash = op_hash;
        const auto mix = [&](std::uint64_t value) { hash = (std::rotl(hash, 23) ^ value) * 0x9e3779b97f4a7c15u; };
        for (int k = 0; k < operand_count; ++k) mix(static_cast<std::uint64_t>(operand_list[k]));
        for (int k = 0; k < attribute_count; ++k) mix(static_cast<std::uint64_t>(attribute_list[k]));
        int slot = static_cast<int>((hash >> 32) % (2 * capacity));
        for (; table[slot] != 0; slot = (slot + 1) % (2 * capacity)) {
            const int n = table[slot] - 1;
            if (nodes[n].hash == hash && nodes[n].shape == shape &&
                same(n, operand_list, operand_count, attribute_list, attribute_count))
                return n;
        }
        if (size == capacity || operand_size + operand_count > 3 * capacity ||
            attribute_size + attribute_count > 3 * capacity) {
            full = true;
            return 0;
        }
        table[slot] = size + 1;
        nodes[size] = {op,  shape, result, per_example, operand_size, operand_count, attribute_size, attribute_count,
                       hash};
        for (int k = 0; k < operand_count; ++k) operands[operand_size++] = operand_list[k];
        for (int k = 0; k < attribute_count; ++k) attributes[attribute_size++] = attribute_list[k];
        return size++;
    }

private:
    constexpr bool same(int n, const int* operand_list, int operand_count, const long long* attribute_list,
                        int attribute_count) const {
        if (nodes[n].operand_count != operand_count || nodes[n].attribute_count != attribute_count) return false;
        for (int k = 0; k < operand_count; ++k)
            if (operand(n, k) != operand_list[k]) return false;
        for (int k = 0; k < attribute_count; ++k)
            if (attribute(n, k) != attribute_list[k]) return false;
        return true;
    }
};

}  // namespace pergrad
