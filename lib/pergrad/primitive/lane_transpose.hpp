// A square block of numbers turned in registers: rows of examples become lanes of examples, and back.
//
// One step is told once. `evens` of a and b is a0 a2 a4 ... b0 b2 b4 ..., `odds` is a1 a3 ... b1 b3 ...; log2(width)
// rounds of them, over rows at distance 1, 2, 4, ..., transpose. Both are single instructions inside the 128-bit
// parts of a register, and of whole parts, so the rounds go first over numbers within parts, then over parts: 64
// shuffles for 16 x 16 float, which g++ 12 and clang 19 both find from the generic code (14 to 16 ns with loads and
// stores, as with intrinsics). The same rounds with a sum of evens and odds add up rows.
#pragma once

#include <pergrad/primitive/lane_batch.hpp>

namespace pergrad::lane {

namespace detail {

/// Lanes that one 128-bit part of the register holds; a whole register if that is smaller.
template<batched S>
inline constexpr std::size_t part = std::min(lanes<S>, 16 / sizeof(scalar_of<S>));

/// Where lane i of the evens (odd = 0) or odds (odd = 1) comes from: below lanes<S> from the first batch, else from
/// the second. The rounds below the distance `part` pick single lanes within parts, the later ones pick whole parts
/// within the register.
template<batched S>
constexpr std::size_t picked(std::size_t i, std::size_t distance, std::size_t odd) {
    const bool within = distance < part<S>;
    const std::size_t piece = within ? 1 : part<S>, window = within ? part<S> : lanes<S>;
    const std::size_t start = i / window * window, slot = i % window / piece, half = window / piece / 2;
    const std::size_t source = slot % half * 2 + odd;
    return start + source * piece + i % piece + (slot < half ? 0 : lanes<S>);
}

template<std::size_t distance, std::size_t odd, batched S>
PERGRAD_INLINE S pick(S a, S b) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
        return S(typename S::register_type(
            __builtin_shufflevector(lane::raw(a), lane::raw(b), picked<S>(i, distance, odd)...)));
    }(std::make_index_sequence<lanes<S>>());
}

/// One round: each pair of rows at this distance becomes its evens and its odds.
template<std::size_t distance, batched S>
PERGRAD_INLINE void turn(S (&rows)[lanes<S>]) {
    [&]<std::size_t... k>(std::index_sequence<k...>) PERGRAD_INLINE_LAMBDA {
        auto pair = [&](S& first, S& second) PERGRAD_INLINE_LAMBDA {
            const S evens = pick<distance, 0>(first, second), odds = pick<distance, 1>(first, second);
            first = evens;
            second = odds;
        };
        (pair(rows[k / distance * 2 * distance + k % distance],
              rows[k / distance * 2 * distance + k % distance + distance]),
         ...);
    }(std::make_index_sequence<lanes<S> / 2>());
}

/// Rows 0 .. 2n-1 become n: the sums of neighbours in row 2i, then in row 2i+1.
template<std::size_t distance, batched S>
PERGRAD_INLINE void fold(S (&rows)[lanes<S>]) {
    if constexpr (distance < lanes<S>) {
        [&]<std::size_t... k>(std::index_sequence<k...>) PERGRAD_INLINE_LAMBDA {
            ((rows[k] =
                  pick<distance, 0>(rows[2 * k], rows[2 * k + 1]) + pick<distance, 1>(rows[2 * k], rows[2 * k + 1])),
             ...);
        }(std::make_index_sequence<lanes<S> / (2 * distance)>());
        fold<2 * distance>(rows);
    }
}

}  // namespace detail

/// Row i from `from + i stride`. (g++ keeps a block in registers if it is filled by straight-line code as here, not
/// if a loop fills it.)
template<batched S>
PERGRAD_INLINE void load_rows(S (&rows)[lanes<S>], const scalar_of<S>* from, std::ptrdiff_t stride) {
    [&]<std::size_t... i>(std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
        ((rows[i] = lane::load<S>(from + static_cast<std::ptrdiff_t>(i) * stride)), ...);
    }(std::make_index_sequence<lanes<S>>());
}

/// Row i to `to + i stride`.
template<batched S>
PERGRAD_INLINE void store_rows(scalar_of<S>* to, std::ptrdiff_t stride, const S (&rows)[lanes<S>]) {
    [&]<std::size_t... i>(std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
        (lane::store(to + static_cast<std::ptrdiff_t>(i) * stride, rows[i]), ...);
    }(std::make_index_sequence<lanes<S>>());
}

/// Lane j of row i becomes lane i of row j.
template<batched S>
PERGRAD_INLINE void transpose(S (&rows)[lanes<S>]) {
    if constexpr (lanes<S> >= 2) detail::turn<1>(rows);
    if constexpr (lanes<S> >= 4) detail::turn<2>(rows);
    if constexpr (lanes<S> >= 8) detail::turn<4>(rows);
    if constexpr (lanes<S> >= 16) detail::turn<8>(rows);
}

/// The sum of the lanes as a tree of neighbours, ((x0 + x1) + (x2 + x3)) + ((x4 + x5) + ...): the same bits on every
/// machine of this width.
template<plain S>
PERGRAD_INLINE S reduce_add(S a) {
    return a;
}
template<batched S>
PERGRAD_INLINE scalar_of<S> reduce_add(S a) {
    auto round = [&]<std::size_t distance, std::size_t... i>(std::index_sequence<distance>,
                                                             std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
        if constexpr (distance < lanes<S>)
            a += S(typename S::register_type(__builtin_shufflevector(lane::raw(a), lane::raw(a), (i ^ distance)...)));
    };
    constexpr std::make_index_sequence<lanes<S>> all{};
    round(std::index_sequence<1>(), all);
    round(std::index_sequence<2>(), all);
    round(std::index_sequence<4>(), all);
    round(std::index_sequence<8>(), all);
    return lane::first(a);
}

/// Lane k is reduce_add of row k, to the bit, for 30 shuffles and 15 additions where 16 calls take 64 and 64. The
/// rows are used up.
template<batched S>
PERGRAD_INLINE S reduce_add_rows(S (&rows)[lanes<S>]) {
    detail::fold<1>(rows);
    return rows[0];
}

}  // namespace pergrad::lane
