// A node while a rule speaks of it: `1 - y * y` on references adds nodes to their graph, the way it computes on
// numbers. In: nodes of one graph. Out: the node of the result, simplified where that changes no value.
#pragma once

#include <pergrad/graph/graph.hpp>
#include <pergrad/primitive/primitive.hpp>

namespace pergrad {

struct graph_algebra;

struct reference {
    using algebra = graph_algebra;
    graph* in;
    int id;
    bool guarded = false;  ///< in products with it, zero annihilates
    int skip = 0;          ///< the first attribute that concerns the rule

    constexpr const extents& shape() const { return in->nodes[id].shape; }
    constexpr long long attribute(int k) const { return in->attribute(id, k + skip); }
};

struct graph_algebra {
    /// Defined in simplify.hpp.
    template<class P, class... X>
    static constexpr reference apply(X... x);
    template<class P, class... X>
    static constexpr reference make(extents shape, std::initializer_list<long long> attributes, X... x);
};

/// d summed to the shape of an operand that was a scalar among arrays.
constexpr reference sum_to(reference d, extents shape);

}  // namespace pergrad
