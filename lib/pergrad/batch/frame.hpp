// Where the nodes of one phase keep their values: arrays of their own, which the compiler keeps in registers as long as
// there are few, or offsets into the workspace. In: a program, a phase, the number type. Out: `frame`, whose slot<I>()
// is an array of the elements of node I.
#pragma once

#include <cstddef>

#include <pergrad/batch/layout.hpp>

namespace pergrad {

template<class S>
inline constexpr bool is_dual_number = dual_depth<S> > 0;

namespace detail {

/// The number type without tangents.
template<class S>
struct primal : std::type_identity<S> {};
template<class T, int K>
struct primal<Dual<T, K>> : std::type_identity<T> {};

}  // namespace detail

template<class S>
using primal_t = typename detail::primal<S>::type;

/// What an element of node I is: a condition, a number with tangents if it depends on what is differentiated by, or one
/// without.
template<class Program, class S, int I>
using element_type = std::conditional_t<Program::g.nodes[I].result == kind::condition, lane::condition_of<primal_t<S>>,
                                        std::conditional_t<Program::active(I), S, primal_t<S>>>;

namespace detail {

template<int I, class V, int Size>
struct slot {
    V element[Size];
};
template<int I, class V>
struct slot<I, V, 0> {};

/// An input with an entry for each example is loaded into a slot of lanes; plain scalars and rows are read where they
/// are.
template<class Program, int Lanes>
constexpr bool has_slot(int n, phase when) {
    if (!Program::p.needed[n] || Program::p.when[n] != when) return false;
    if (is<primitive::input>(Program::g, n))
        return Program::g.nodes[n].per_example && Lanes > 1 && !read_as_rows<Program, Lanes>(n);
    return Program::p.stored[n];
}

/// Which nodes have a slot, and where it begins in the workspace, in bytes.
template<class Program, phase When, class S>
struct slot_table {
    static constexpr int lanes = lane::lanes<primal_t<S>>;
    static constexpr int count = [] {
        int count = 0;
        for (int n = 0; n < Program::g.size; ++n) count += has_slot<Program, lanes>(n, When);
        return count;
    }();
    struct entries {
        int node[count + 1];
        std::size_t offset[count + 1];
        std::size_t bytes;
    };
    static constexpr entries list = [] {
        entries result{};
        int next = 0;
        for (int n = 0; n < Program::g.size; ++n) {
            if (!has_slot<Program, lanes>(n, When)) continue;
            result.node[next] = n;
            result.offset[next++] = result.bytes;
            // Conditions take no more room than numbers.
            const std::size_t bytes = static_cast<std::size_t>(Program::g.nodes[n].shape.size()) *
                                      (Program::active(n) ? sizeof(S) : sizeof(primal_t<S>));
            result.bytes += (bytes + 63) / 64 * 64;
        }
        return result;
    }();
    static constexpr int position(int n) {
        int low = 0, high = count;
        while (low + 1 < high) {
            const int middle = (low + high) / 2;
            (list.node[middle] <= n ? low : high) = middle;
        }
        return low;
    }

    /// Compilers look slots up by name one by one, and keep about this much close at hand.
    static constexpr bool in_registers = count <= 64 && list.bytes <= 16384;
};

}  // namespace detail

template<class Program, phase When, class S, class Positions>
struct frame_of_slots;
template<class Program, phase When, class S, int... Position>
struct frame_of_slots<Program, When, S, std::integer_sequence<int, Position...>>
    : detail::slot<detail::slot_table<Program, When, S>::list.node[Position],
                   element_type<Program, S, detail::slot_table<Program, When, S>::list.node[Position]>,
                   Program::g.nodes[detail::slot_table<Program, When, S>::list.node[Position]].shape.size()>... {
    PERGRAD_INLINE explicit frame_of_slots(std::byte*) {}

    template<int I>
    PERGRAD_INLINE auto* at() {
        return detail::slot<I, element_type<Program, S, I>, Program::g.nodes[I].shape.size()>::element;
    }
};

template<class Program, phase When, class S>
struct frame_in_workspace {
    std::byte* workspace;
    PERGRAD_INLINE explicit frame_in_workspace(std::byte* memory) : workspace(memory) {}

    template<int I>
    PERGRAD_INLINE auto* at() {
        using table = detail::slot_table<Program, When, S>;
        constexpr std::size_t offset = table::list.offset[table::position(I)];
        return reinterpret_cast<element_type<Program, S, I>*>(workspace + offset);
    }
};

/// The storage of a phase, and how many bytes of workspace it needs.
template<class Program, phase When, class S>
struct frame {
    using table = detail::slot_table<Program, When, S>;
    using type = std::conditional_t<table::in_registers,
                                    frame_of_slots<Program, When, S, std::make_integer_sequence<int, table::count>>,
                                    frame_in_workspace<Program, When, S>>;
    static constexpr std::size_t workspace = table::in_registers ? 0 : table::list.bytes;
};

}  // namespace pergrad
