// What the tests ask of a graph: how often a primitive stands in it, what a node depends on.
#pragma once

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

namespace graphs {

/// The graph of a loss in which nothing is bound to each example.
template<class E>
constexpr const pg::graph& of(E) {
    return pg::detail::lowered<typename pg::pure<E>::type, pg::names<>>.g;
}

/// The graph of the derivatives, without the loss itself; Name is bound to each example.
template<pg::fixed_string... Name, class E, class... Variable>
constexpr const pg::graph_with_outputs& of_gradient(E, pg::variables<Variable...>) {
    return pg::detail::program_graph<pg::reverse_mode, E, pg::names<Name...>, pg::variables<Variable...>, false>;
}

template<class P>
constexpr int count(const pg::graph& g) {
    int result = 0;
    for (int n = 0; n < g.size; ++n) result += pg::detail::is<P>(g, n);
    return result;
}

constexpr bool depends_on(const pg::graph& g, int n, std::string_view name) {
    if (pg::detail::is<pg::primitive::input>(g, n)) return g.inputs[g.attribute(n, 0)].name == name;
    for (int k = 0; k < g.nodes[n].operand_count; ++k)
        if (depends_on(g, g.operand(n, k), name)) return true;
    return false;
}

}  // namespace graphs
