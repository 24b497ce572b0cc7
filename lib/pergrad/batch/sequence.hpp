// Runs a graph that is too large for straight-line code, node by node from a table that the compiler makes: every node
// has a place in the workspace. The same interface as the evaluator of evaluate.hpp; `evaluator_of` chooses.
#pragma once

#include <pergrad/batch/instruction.hpp>

namespace pergrad {

namespace detail {

/// Which nodes of a phase have a place of their own: all but elements of an array, which are where that is. Nothing is
/// hoisted here, so that what all examples share is computed for the phase after them once more.
template<class Program>
constexpr bool has_place(int n, phase when) {
    const bool again = when == phase::after && !Program::g.nodes[n].per_example;
    return Program::p.needed[n] && (Program::p.when[n] == when || again) && !is<primitive::element>(Program::g, n);
}

template<class Program, phase When, class S>
struct instruction_table {
    static constexpr const graph& g = Program::g;
    static constexpr std::ptrdiff_t apart = sizeof(S);

    struct layout {
        std::ptrdiff_t place[graph::capacity];
        std::ptrdiff_t bytes;
        int instructions, constants;
        int structural[graph::capacity];
        int structural_count;
        int list_size;
    };
    static constexpr bool is_listed(int n) { return is<primitive::add>(g, n) || is<primitive::assemble>(g, n); }
    /// In the list: of a term its place and step, of a part its place, offset and size.
    static constexpr int numbers_of_operand(int n) { return is<primitive::assemble>(g, n) ? 3 : 2; }
    static constexpr layout places = [] {
        layout result{};
        for (int n = 0; n < g.size; ++n) {
            if (!Program::p.needed[n]) continue;
            if (is<primitive::element>(g, n))
                result.place[n] = result.place[g.operand(n, 0)] + g.attribute(n, 0) * apart;
            if (!has_place<Program>(n, When)) continue;
            result.place[n] = result.bytes;
            result.bytes += g.nodes[n].shape.size() * apart;
            result.constants += is<primitive::constant_value>(g, n);
            if (is_leaf(g, n)) continue;
            ++result.instructions;
            if (is_listed(n)) result.list_size += numbers_of_operand(n) * g.nodes[n].operand_count;
            else if (!g.nodes[n].op->elementwise) result.structural[result.structural_count++] = n;
        }
        return result;
    }();

    template<int N, int... K>
    static constexpr run_function structural_function(std::integer_sequence<int, K...>) {
        using P = typename Program::template primitive_of<N>;
        constexpr extents a = g.nodes[N].operand_count > 0 ? g.nodes[g.operand(N, 0)].shape : extents{};
        constexpr extents b = g.nodes[N].operand_count > 1 ? g.nodes[g.operand(N, 1)].shape : extents{};
        return run_structural<P, S, plain_node<g.nodes[N].shape, a, b, Program::guarded(N), g.attribute(N, K)...>>;
    }

    /// A constant fills its place before the first tile.
    struct filled {
        std::ptrdiff_t to;
        int count;
        double value;
    };
    struct content {
        filled constants[places.constants + 1];
        instruction list[places.instructions + 1];
        std::ptrdiff_t operands[places.list_size + 1];
        int size, constant_count;
    };
    static constexpr content instructions = [] {
        content result{};
        run_function structural[places.structural_count + 1] = {};
        for_each_index<places.structural_count>([&](auto k) {
            constexpr int n = places.structural[k];
            structural[k] = structural_function<n>(std::make_integer_sequence<int, g.nodes[n].attribute_count>{});
        });
        int next_structural = 0, next_operand = 0;
        for (int n = 0; n < g.size; ++n) {
            if (!has_place<Program>(n, When)) continue;
            if (is<primitive::constant_value>(g, n))
                result.constants[result.constant_count++] = {places.place[n], g.nodes[n].shape.size(),
                                                             std::bit_cast<double>(g.attribute(n, 0))};
            if (is_leaf(g, n)) continue;
            instruction& at = result.list[result.size++];
            at.to = places.place[n];
            at.count = g.nodes[n].shape.size();
            const auto step = [&](int k) { return g.nodes[g.operand(n, k)].shape.rank == 0 ? 0 : apart; };
            if (is_listed(n)) {
                const bool assembled = is<primitive::assemble>(g, n);
                at.run = assembled ? run_assemble<S> : run_sum_of_terms<S>;
                at.list_size = g.nodes[n].operand_count;
                at.count = g.nodes[n].shape.size();
                at.from[0] = next_operand;
                for (int k = 0; k < at.list_size; ++k) {
                    result.operands[next_operand++] = places.place[g.operand(n, k)];
                    result.operands[next_operand++] =
                        assembled ? static_cast<std::ptrdiff_t>(g.attribute(n, k)) : step(k);
                    if (assembled) result.operands[next_operand++] = g.nodes[g.operand(n, k)].shape.size();
                }
                continue;
            }
            for (int k = 0; k < g.nodes[n].operand_count; ++k) {
                at.from[k] = places.place[g.operand(n, k)];
                at.step[k] = step(k);
            }
            if (g.nodes[n].op->elementwise)
                at.run =
                    elementwise_function<S>(g.nodes[n].op, Program::guarded(n), typename Program::primitive_list{});
            else at.run = structural[next_structural++];
        }
        return result;
    }();
};

}  // namespace detail

template<class Program, phase When, class S, class Before>
class sequence {
    using table = detail::instruction_table<Program, When, S>;
    using L = primal_t<S>;

public:
    using scalar = lane::scalar_of<L>;
    using number_type = S;
    static constexpr int lanes = lane::lanes<L>;
    static constexpr std::size_t workspace = static_cast<std::size_t>(table::places.bytes);

    sequence(const call<Program, scalar>& bound_call, Before*, std::byte* at) : bound(bound_call), memory(at) {}

    /// Leaves that are the same for all tiles: constants, shared inputs, sums over the examples.
    void prepare() {
        for (int k = 0; k < table::instructions.constant_count; ++k) {
            const auto& constant = table::instructions.constants[k];
            const S value = S(lane::broadcast<L>(static_cast<scalar>(constant.value)));
            std::fill_n(reinterpret_cast<S*>(memory + constant.to), constant.count, value);
        }
        for_each_leaf([&](auto I) {
            constexpr int size = Program::g.nodes[I].shape.size();
            if constexpr (!Program::g.nodes[I].per_example)
                for (int i = 0; i < size; ++i) place_of<I>()[i] = S(shared_leaf<Program, I, S>(bound, i));
        });
    }

    void load(const scalar* const* data) {
        for_each_leaf([&](auto I) {
            if constexpr (Program::g.nodes[I].per_example) {
                constexpr int input = static_cast<int>(Program::g.attribute(I, 0));
                constexpr int size = Program::g.nodes[I].shape.size();
                for (int i = 0; i < size; ++i)
                    place_of<I>()[i] = S(
                        with_seed<Program, I, S>(bound,
                                                 detail::gather<L>(data[input] + i * bound.input[input].element_stride,
                                                                   bound.input[input].example_stride),
                                                 i));
            }
        });
    }

    void run() {
        for (int k = 0; k < table::instructions.size; ++k) {
            instruction at = table::instructions.list[k];
            if (at.list_size > 0) at.list = table::instructions.operands + at.from[0];
            at.run(memory, at);
        }
    }

    template<int I>
    S element(int i) {
        return place_of<I>()[i];
    }

    const call<Program, scalar>& bound;

private:
    /// The leaves of this phase, a few among many nodes.
    struct leaf_list {
        int node[2 * graph::input_capacity];
        int size;
    };
    static constexpr leaf_list leaves = [] {
        leaf_list result{};
        for (int n = 0; n < Program::g.size; ++n)
            if (detail::has_place<Program>(n, When) && detail::is_leaf(Program::g, n) &&
                !detail::is<primitive::constant_value>(Program::g, n))
                result.node[result.size++] = n;
        return result;
    }();
    template<class F>
    static void for_each_leaf(F&& f) {
        for_each_index<leaves.size>([&](auto k) { f(std::integral_constant<int, leaves.node[k]>{}); });
    }

    template<int I>
    S* place_of() {
        constexpr std::ptrdiff_t at = table::places.place[I];
        return reinterpret_cast<S*>(memory + at);
    }

    std::byte* memory;
};

/// What computes a phase: straight-line code, or for large graphs the table.
template<class Program, phase When, class S, class Before>
using evaluator_of =
    std::conditional_t<Program::p.unrolled, evaluator<Program, When, S, Before>, sequence<Program, When, S, Before>>;

}  // namespace pergrad
