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

/// One round over the first `count` rows: each pair of rows at this distance becomes its evens and its odds.
template<std::size_t distance, std::size_t count, batched S>
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
    }(std::make_index_sequence<count / 2>());
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

/// Lane j of row i becomes lane i of row j.
template<batched S>
PERGRAD_INLINE void transpose(S (&rows)[lanes<S>]) {
    constexpr std::size_t all = lanes<S>;
    if constexpr (all >= 2) detail::turn<1, all>(rows);
    if constexpr (all >= 4) detail::turn<2, all>(rows);
    if constexpr (all >= 8) detail::turn<4, all>(rows);
    if constexpr (all >= 16) detail::turn<8, all>(rows);
}

// Rows of at most half a register are turned two in a register, which takes half the shuffles.

namespace detail {

template<batched S>
using half = xsimd::make_sized_batch_t<scalar_of<S>, lanes<S> / 2>;

/// Whether rows of so many columns are turned two in a register: in one of several parts, where half is whole parts.
template<batched S>
constexpr bool two_rows_fit(std::size_t columns) {
    return lanes<S> > part<S> && columns <= lanes<S> / 2;
}

/// Register k holds this row, and behind it the one `part` rows further: the rounds that turn whole registers then put
/// the columns in order.
template<batched S>
constexpr std::size_t row_in_front(std::size_t k) {
    return k / part<S> * 2 * part<S> + k % part<S>;
}

template<batched S>
PERGRAD_INLINE S join(half<S> front, half<S> back) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
        return S(typename S::register_type(__builtin_shufflevector(lane::raw(front), lane::raw(back), i...)));
    }(std::make_index_sequence<lanes<S>>());
}
/// The half that begins with lane `first`.
template<std::size_t first, batched S>
PERGRAD_INLINE half<S> half_from(S a) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
        return half<S>(
            typename half<S>::register_type(__builtin_shufflevector(lane::raw(a), lane::raw(a), (first + i)...)));
    }(std::make_index_sequence<lanes<S> / 2>());
}

/// The parts of a and b in turns: those of their front halves (second = 0) or back halves (second = 1).
template<std::size_t second, batched S>
PERGRAD_INLINE S parts_in_turns(S a, S b) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
        return S(typename S::register_type(__builtin_shufflevector(
            lane::raw(a), lane::raw(b),
            (second * (lanes<S> / 2) + i / part<S> / 2 * part<S> + i % part<S> + i / part<S> % 2 * lanes<S>)...)));
    }(std::make_index_sequence<lanes<S>>());
}

}  // namespace detail

/// columns[j], j < used: number j of each row. The rows lie `stride` apart, and only `used` numbers of them are read.
template<std::size_t used, batched S>
PERGRAD_INLINE void load_columns(S (&columns)[lanes<S>], const scalar_of<S>* rows, std::ptrdiff_t stride) {
    const auto row = [&]<class R>(std::type_identity<R>, std::size_t i) PERGRAD_INLINE_LAMBDA {
        const auto* from = rows + static_cast<std::ptrdiff_t>(i) * stride;
        if constexpr (used == lanes<R>) return lane::load<R>(from);
        else return lane::load_partial<R>(from, used);
    };
    if constexpr (detail::two_rows_fit<S>(used)) {
        constexpr std::size_t registers = lanes<S> / 2;
        constexpr std::type_identity<detail::half<S>> half;
        [&]<std::size_t... k>(std::index_sequence<k...>) PERGRAD_INLINE_LAMBDA {
            ((columns[k] = detail::join<S>(row(half, detail::row_in_front<S>(k)),
                                           row(half, detail::row_in_front<S>(k) + detail::part<S>))),
             ...);
        }(std::make_index_sequence<registers>());
        if constexpr (registers >= 2) detail::turn<1, registers>(columns);
        if constexpr (registers >= 4) detail::turn<2, registers>(columns);
        if constexpr (registers >= 8) detail::turn<4, registers>(columns);
    } else {
        // (g++ keeps a block in registers if straight-line code fills it, not if a loop does.)
        [&]<std::size_t... i>(std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
            ((columns[i] = row(std::type_identity<S>(), i)), ...);
        }(std::make_index_sequence<lanes<S>>());
        lane::transpose(columns);
    }
}

/// The way back, for the first `count` rows: nothing is written but `used` numbers of each. The columns are used up.
template<std::size_t used, batched S>
PERGRAD_INLINE void store_columns(scalar_of<S>* rows, std::ptrdiff_t stride, S (&columns)[lanes<S>],
                                  std::size_t count) {
    const auto put = [&](std::size_t i, auto row) PERGRAD_INLINE_LAMBDA {
        if (i < count) lane::store_partial(rows + static_cast<std::ptrdiff_t>(i) * stride, row, used);
    };
    if constexpr (detail::two_rows_fit<S>(used)) {
        constexpr std::size_t registers = lanes<S> / 2, part = detail::part<S>;
        if constexpr (part >= 2) detail::turn<1, registers>(columns);
        if constexpr (part >= 4) detail::turn<2, registers>(columns);
        [&]<std::size_t... k>(std::index_sequence<k...>) PERGRAD_INLINE_LAMBDA {
            const auto pair = [](S& first, S& second) PERGRAD_INLINE_LAMBDA {
                const S front = detail::parts_in_turns<0>(first, second);
                second = detail::parts_in_turns<1>(first, second);
                first = front;
            };
            if constexpr (registers > part) (pair(columns[k], columns[k + part]), ...);
        }(std::make_index_sequence<part>());
        [&]<std::size_t... k>(std::index_sequence<k...>) PERGRAD_INLINE_LAMBDA {
            ((put(detail::row_in_front<S>(k), detail::half_from<0>(columns[k])),
              put(detail::row_in_front<S>(k) + part, detail::half_from<lanes<S> / 2>(columns[k]))),
             ...);
        }(std::make_index_sequence<registers>());
    } else {
        lane::transpose(columns);
        [&]<std::size_t... i>(std::index_sequence<i...>)
            PERGRAD_INLINE_LAMBDA { (put(i, columns[i]), ...); }(std::make_index_sequence<lanes<S>>());
    }
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
