// One step of a large graph: what it does is a function of its primitive alone, shared by all nodes of it; where it reads
// and writes is data.
#pragma once

#include <pergrad/batch/evaluate.hpp>

namespace pergrad {

struct instruction;
using run_function = void (*)(std::byte* memory, const instruction& at);

struct instruction {
    run_function run;
    std::ptrdiff_t to;           ///< place of the result, in bytes
    std::ptrdiff_t from[3];      ///< places of the operands
    std::ptrdiff_t step[3];      ///< from one element of an operand to the next; 0 for a scalar among arrays
    int count;                   ///< elements of the result
    const std::ptrdiff_t* list;  ///< place (and for assemble, offset) of each of many operands
    int list_size;
};

namespace detail {

/// Extents and attributes of a node, free of the program it stands in.
template<extents Shape, extents A, extents B, bool Guarded, long long... Attribute>
struct plain_node {
    static constexpr bool guards_tangents = Guarded;
    static constexpr extents shape = Shape;
    static constexpr extents operand(int k) { return k == 0 ? A : B; }
    static constexpr long long attribute(int k) {
        constexpr long long list[] = {Attribute..., 0};
        return list[k];
    }
};

/// Elements of type V that lie a number apart.
template<class V>
PERGRAD_INLINE V& place(std::byte* memory, std::ptrdiff_t at) {
    return *reinterpret_cast<V*>(memory + at);
}

/// One element of each example.
template<class L>
L gather(const lane::scalar_of<L>* from, std::ptrdiff_t example_stride) {
    lane::scalar_of<L> element[lane::lanes<L>];
    for (std::size_t k = 0; k < lane::lanes<L>; ++k) element[k] = from[static_cast<std::ptrdiff_t>(k) * example_stride];
    return lane::load<L>(element);
}

template<class P, class S, int K>
using operand_type = std::conditional_t<P::operand(K) == kind::condition, lane::condition_of<primal_t<S>>, S>;

template<class P, class S, bool guard>
void run_elementwise(std::byte* memory, const instruction& at) {
    constexpr std::ptrdiff_t apart = sizeof(S);
    [&]<int... K>(std::integer_sequence<int, K...>) {
        using result = std::conditional_t<P::result == kind::condition, lane::condition_of<primal_t<S>>, S>;
        for (std::ptrdiff_t i = 0; i < at.count; ++i) {
            if constexpr (is_dual_number<S>)
                place<result>(memory, at.to + i * apart) = result(dual_algebra::apply_guarded<P, guard>(
                    place<operand_type<P, S, K>>(memory, at.from[K] + i * at.step[K])...));
            else
                place<result>(memory, at.to + i * apart) =
                    result(apply<P>(place<operand_type<P, S, K>>(memory, at.from[K] + i * at.step[K])...));
        }
    }(std::make_integer_sequence<int, P::arity>{});
}

/// What runs an elementwise operation, one of a list of primitives. (Not a member of the program, whose name would be part
/// of that of each function here.)
template<class S, class... P>
constexpr run_function elementwise_function(const operation* op, bool guard, primitives<P...> list) {
    const auto function_of = []<class Q, bool guards>(std::type_identity<Q>,
                                                      std::bool_constant<guards>) -> run_function {
        if constexpr (Q::is_elementwise && !Q::variadic) return run_elementwise<Q, S, guards>;
        else return nullptr;
    };
    const run_function plain[] = {function_of(std::type_identity<P>{}, std::false_type{})...};
    const run_function guarded[] = {function_of(std::type_identity<P>{}, std::true_type{})...};
    return (guard ? guarded : plain)[list.position(op)];
}

/// A sum of any number of terms, left to right. The list has place and step of each.
template<class S>
void run_sum_of_terms(std::byte* memory, const instruction& at) {
    constexpr std::ptrdiff_t apart = sizeof(S);
    for (std::ptrdiff_t i = 0; i < at.count; ++i) {
        S total = place<S>(memory, at.list[0] + i * at.list[1]);
        for (int k = 1; k < at.list_size; ++k)
            total = total + place<S>(memory, at.list[2 * k] + i * at.list[2 * k + 1]);
        place<S>(memory, at.to + i * apart) = total;
    }
}

/// Arrays put together. The list has the place of each, its offset in the result, and its size.
template<class S>
void run_assemble(std::byte* memory, const instruction& at) {
    constexpr std::ptrdiff_t apart = sizeof(S);
    for (std::ptrdiff_t i = 0; i < at.count; ++i)
        place<S>(memory, at.to + i * apart) = S(lane::broadcast<primal_t<S>>(0));
    for (int k = 0; k < at.list_size; ++k)
        for (std::ptrdiff_t i = 0; i < at.list[3 * k + 2]; ++i)
            place<S>(memory, at.to + (at.list[3 * k + 1] + i) * apart) = place<S>(memory, at.list[3 * k] + i * apart);
}

template<class P, class S, class Node>
void run_structural(std::byte* memory, const instruction& at) {
    S* to = &place<S>(memory, at.to);
    const auto read = [&](int k) { return [from = &place<S>(memory, at.from[k])](int i) { return from[i]; }; };
    if constexpr (P::is_view) {
        for (int i = 0; i < Node::shape.size(); ++i) to[i] = read(0)(P::template source<Node>(i));
    } else {
        [&]<int... K>(std::integer_sequence<int, K...>) {
            P::template value<Node, S>([to](int i, S v) { to[i] = v; }, read(K)...);
        }(std::make_integer_sequence<int, P::arity>{});
    }
}

}  // namespace detail
}  // namespace pergrad
