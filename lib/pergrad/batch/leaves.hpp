// What a graph begins with, as the run reads it: what a call hands over, and numbers that come from the run itself. In: a
// call. Out: elements of leaves.
#pragma once

#include <array>

#include <pergrad/batch/frame.hpp>
#include <pergrad/batch/inputs.hpp>

namespace pergrad {

/// What a call hands to the run.
template<class Program, class T>
struct call {
    static constexpr int inputs = Program::g.input_size + 1;
    input_place<T> input[inputs];
    const double* numbers;   ///< that the expression stores
    const T* totals;         ///< sums over the examples, after them
    const T* packed;         ///< matrices, side by side as their products read them
    std::size_t examples;    ///< in the whole batch
    int direction;           ///< dual mode: the first of the directions of this run
    std::byte* tile_memory;  ///< workspace of the tile's nodes
};

/// An input that is differentiated by is a variable along its own direction.
template<class S>
PERGRAD_INLINE S seeded(primal_t<S> value, int direction) {
    S result(value);
    for (int k = 0; k < S::directions; ++k)
        result.tangent[k] = lane::broadcast<primal_t<S>>(k == direction ? lane::scalar_of<primal_t<S>>(1)
                                                                        : lane::scalar_of<primal_t<S>>(0));
    return result;
}

/// The sums over the examples at one node, behind which dual mode keeps those of the tangents.
template<class Program, int I, class S>
PERGRAD_INLINE S total_of(const lane::scalar_of<primal_t<S>>* totals, int i) {
    constexpr int offset = Program::p.total_offset[I], results = Program::p.results.size;
    S result(lane::broadcast<primal_t<S>>(totals[offset + i]));
    if constexpr (is_dual_number<S>)
        for (int k = 0; k < S::directions; ++k)
            result.tangent[k] = lane::broadcast<primal_t<S>>(totals[(k + 1) * results + offset + i]);
    return result;
}

/// A one among zeros: from it, any unit vector of D numbers is a stretch of memory.
template<class T, int D>
inline constexpr auto one_among_zeros = [] {
    std::array<T, 2 * D + 1> numbers{};
    numbers[D] = 1;
    return numbers;
}();

/// Element i of a unit_direction node, for a run whose first direction is `direction`.
template<class Program, int I, class L>
PERGRAD_INLINE L unit_element(int i, int direction) {
    constexpr int start = static_cast<int>(Program::g.attribute(I, 0) - Program::g.attribute(I, 1));
    constexpr int all = static_cast<int>(Program::g.attribute(I, 2));
    return lane::broadcast<L>(
        one_among_zeros<lane::scalar_of<L>, all>[static_cast<std::size_t>(all + start + i - direction)]);
}

/// An element of input I, which in dual mode moves along a direction of its own if it is differentiated by.
template<class Program, int I, class S, class V>
PERGRAD_INLINE auto with_seed(const auto& bound, V value, int i) {
    constexpr int seed = Program::seed(I);
    if constexpr (Program::active(I)) return seeded<S>(value, seed + i - bound.direction);
    else return value;
}

namespace detail {

/// A leaf that is the same for all examples, or the sum over them.
template<class Program>
constexpr bool is_shared_leaf(int n) {
    return is_leaf(Program::g, n) && !(is<primitive::input>(Program::g, n) && Program::g.nodes[n].per_example);
}

}  // namespace detail

/// Element i of such a leaf.
template<class Program, int I, class S>
PERGRAD_INLINE auto shared_leaf(const auto& bound, int i) {
    using L = primal_t<S>;
    using scalar = lane::scalar_of<L>;
    constexpr const graph& g = Program::g;
    if constexpr (detail::is<primitive::constant_value>(g, I)) {
        constexpr scalar value = static_cast<scalar>(std::bit_cast<double>(g.attribute(I, 0)));
        return lane::broadcast<L>(value);
    } else if constexpr (detail::is<primitive::stored_number>(g, I)) {
        constexpr long long which = g.attribute(I, 0);
        return lane::broadcast<L>(static_cast<scalar>(bound.numbers[which]));
    } else if constexpr (detail::is<primitive::example_count>(g, I)) {
        return lane::broadcast<L>(static_cast<scalar>(bound.examples));
    } else if constexpr (detail::is<primitive::unit_direction>(g, I)) {
        return unit_element<Program, I, L>(i, bound.direction);
    } else if constexpr (detail::is<primitive::difference_step>(g, I)) {
        return lane::broadcast<L>(primitive::difference_step::of<scalar>);
    } else if constexpr (detail::is<primitive::total>(g, I)) {
        return total_of<Program, I, element_type<Program, S, I>>(bound.totals, i);
    } else {
        constexpr long long which = g.attribute(I, 0);
        return with_seed<Program, I, S>(bound, lane::broadcast<L>(bound.input[which].data[i]), i);
    }
}

}  // namespace pergrad
