// A loss, its derivative and its plan, as static data of one type. In: the types of an expression, of what to
// differentiate by, and of how a call binds the variables. Out: what the run is compiled from.
#pragma once

#include <tuple>

#include <pergrad/batch/plan.hpp>
#include <pergrad/derive/derivative_expression.hpp>
#include <pergrad/derive/dual.hpp>

namespace pergrad {

/// The variables to differentiate by, in order. Also how results by them lie: one run gives all.
template<class... Variable>
struct variables {
    static constexpr int directions = 1, all_directions = 1, row = 0;
    static constexpr int size = sizeof...(Variable);
    static constexpr extents shape[size + 1] = {Variable::shape::value..., {}};
    static constexpr std::string_view name[size + 1] = {Variable::name.view()..., {}};

    static constexpr int offset(int k) {
        int offset = 0;
        for (int i = 0; i < k; ++i) offset += shape[i].size();
        return offset;
    }
    /// The number of elements of all of them.
    static constexpr int elements = offset(size);
};

/// Names as a type: of the variables that have an entry for each example.
template<fixed_string... Name>
struct names {
    static constexpr std::string_view list[sizeof...(Name) + 1] = {Name.view()..., {}};
    static constexpr name_list view() { return {list, sizeof...(Name)}; }
};

/// Results of so many numbers for each of D directions, some of them in each run over the examples.
template<int All, int Row, int Most>
struct rows_by_direction {
    static constexpr int directions = All < Most ? All : Most, all_directions = All, row = Row;
    static constexpr int elements = All * Row;
};

/// Several expressions, computed as one program.
template<class... E>
struct bundle {};

/// How derivatives are made. `reverse`: adjoints, as a graph. `forward`: tangents, as a graph. `dual`: the loss itself,
/// run with dual numbers.
struct reverse_mode {};
struct forward_mode {};
struct dual_mode {};
/// Central differences of the loss itself: no derivative rule takes part, and half of the digits.
struct difference_mode {};
/// The expressions themselves, which are made of derivatives.
struct values_mode {};
/// The values of the nodes of the loss, the first 256 of them: to look at.
struct every_node_mode {};

namespace detail {

template<class E, class Each>
inline constexpr graph_with_outputs lowered = [] {
    graph_with_outputs result{};
    result.outputs.node[0] = lower(result.g, describe<E>(), Each::view());
    result.outputs.size = 1;
    return result;
}();

template<class... E, class Each>
inline constexpr graph_with_outputs lowered<bundle<E...>, Each> = [] {
    graph_with_outputs result{};
    for (const description* of : {&describe<E>()...})
        result.outputs.node[result.outputs.size++] = lower(result.g, *of, Each::view());
    return result;
}();
template<class... E>
struct used_by<bundle<E...>> : merge_all<primitives<>, E...> {};

/// The loss and its derivative by each of Wrt; zeros by a variable that the loss does not use.
template<class E, class Each, class Wrt>
inline constexpr graph_with_outputs differentiated = [] {
    graph_with_outputs result = lowered<E, Each>;
    graph& g = result.g;
    int wrt[Wrt::size + 1] = {}, derivative[Wrt::size + 1] = {};
    for (int k = 0; k < Wrt::size; ++k) wrt[k] = input_node(g, Wrt::name[k]);
    add_derivatives(g, rules_of<primitives_of<E>>, result.outputs.node[0], wrt, Wrt::size, derivative);
    for (int k = 0; k < Wrt::size; ++k)
        result.outputs.node[result.outputs.size++] =
            derivative[k] >= 0 ? derivative[k] : add_constant(g, 0, Wrt::shape[k]);
    return result;
}();

/// Whether a value of node n is worth looking at: a number that is not in the code.
constexpr bool is_shown(const graph& g, int n) {
    return g.nodes[n].result == kind::real && !is<primitive::constant_value>(g, n) && !g.nodes[n].op->is_view;
}

template<class Mode, class E, class Each, class Wrt, bool with_value>
inline constexpr graph_with_outputs program_graph = [] {
    if constexpr (std::is_same_v<Mode, dual_mode>) {
        return lowered<E, Each>;
    } else if constexpr (std::is_same_v<Mode, every_node_mode>) {
        graph_with_outputs result = lowered<E, Each>;
        result.outputs.size = 0;
        for (int n = 0; n < result.g.size && result.outputs.size < output_list::capacity; ++n)
            if (is_shown(result.g, n)) result.outputs.node[result.outputs.size++] = n;
        return result;
    } else if constexpr (std::is_same_v<Mode, values_mode>) {
        return compact(lowered<E, Each>.g, lowered<E, Each>.outputs);
    } else {
        output_list outputs = differentiated<E, Each, Wrt>.outputs;
        if (!with_value) {
            for (int k = 1; k < outputs.size; ++k) outputs.node[k - 1] = outputs.node[k];
            --outputs.size;
        }
        return compact(differentiated<E, Each, Wrt>.g, outputs);
    }
}();

}  // namespace detail

/// Whether anything in the loss is a sum over the examples.
template<class E>
inline constexpr bool sums_over_examples =
    std::is_base_of_v<detail::member<primitive::total>, typename detail::used_by<E>::type>;

/// Where a program runs: one example alone, or a batch, in lanes or one after the other in plain scalars.
enum class extent { single, batch };

template<class Loss, class WrtList, class EachNames, class Mode, bool WithValue, extent Extent>
struct program {
    using loss = Loss;
    using wrt = WrtList;
    using mode = Mode;
    static constexpr bool single = Extent == extent::single;
    static constexpr bool is_dual = std::is_same_v<Mode, dual_mode>;
    static constexpr bool with_value = WithValue;
    /// How many directions a run over the examples takes, and how many there are: as many runs as that needs. In dual
    /// mode they are tangents.
    static constexpr int directions = !is_dual ? WrtList::directions : WrtList::elements < 8 ? WrtList::elements : 8;
    static constexpr int all_directions = is_dual ? WrtList::elements : WrtList::all_directions;
    static constexpr bool runs_once = directions == all_directions;
    static constexpr bool of_batch_loss = sums_over_examples<Loss>;

    static constexpr const graph_with_outputs& source =
        detail::program_graph<Mode, Loss, EachNames, WrtList, WithValue>;
    static constexpr const graph& g = source.g;
    static constexpr plan p = make_plan(source.g, source.outputs, single, !of_batch_loss);

    /// The types behind the nodes.
    using primitive_list = primitives_of<Loss>;
    template<int N>
    using primitive_at = std::tuple_element_t<static_cast<std::size_t>(N), typename primitive_list::tuple>;
    template<int Node>
    using primitive_of = primitive_at<primitive_list::position(g.nodes[Node].op)>;

    /// Whether a node has tangents in dual mode.
    static constexpr bool active(int n) { return is_dual && activities.of[n]; }
    static constexpr activity activities = [] {
        activity result{};
        if constexpr (is_dual) {
            int wrt_nodes[WrtList::size + 1] = {};
            for (int k = 0; k < WrtList::size; ++k) wrt_nodes[k] = detail::input_node(g, WrtList::name[k]);
            result = active_nodes(g, g.size, rules_of<primitive_list>, wrt_nodes, WrtList::size);
        }
        return result;
    }();

    /// Dual mode: along which direction the first element of input node n moves.
    static constexpr int seed(int n) {
        if constexpr (is_dual)
            for (int k = 0; k < WrtList::size; ++k)
                if (WrtList::name[k] == g.inputs[g.attribute(n, 0)].name) return WrtList::offset(k);
        return 0;
    }

    /// Dual mode: zero annihilates in the products of node n, which is selective, or depends on a singular primitive.
    static constexpr bool guarded(int n) {
        return is_dual && (guards.of[n] || g.nodes[n].op->derivative == primitive::flow::selective);
    }
    static constexpr activity guards = [] {
        activity result{};
        for (int n = 0; n < g.size; ++n) {
            result.of[n] = g.nodes[n].op->derivative == primitive::flow::singular;
            for (int k = 0; k < g.nodes[n].operand_count; ++k)
                result.of[n] = result.of[n] || result.of[g.operand(n, k)];
        }
        return result;
    }();
};

/// An integer that is used as an index stays below this; 0: it is no index.
template<class Program>
constexpr long long index_limit(int input) {
    long long limit = 0;
    for (int n = 0; n < Program::g.size; ++n) {
        if (!Program::g.nodes[n].op->indexes) continue;
        for (int k = 0; k < Program::g.nodes[n].operand_count; ++k) {
            const int operand = Program::g.operand(n, k);
            if (detail::is<primitive::input>(Program::g, operand) && Program::g.attribute(operand, 0) == input &&
                Program::g.nodes[operand].result == kind::integer && (limit == 0 || Program::g.attribute(n, 0) < limit))
                limit = Program::g.attribute(n, 0);
        }
    }
    return limit;
}

}  // namespace pergrad
