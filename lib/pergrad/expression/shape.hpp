// Shapes as types, `shape<5, 7>`: what an error shows and an expression carries. The value is the primitive floor's
// `extents`.
#pragma once

#include <pergrad/primitive/extents.hpp>

namespace pergrad {

template<int... Length>
struct shape {
    static_assert(sizeof...(Length) <= 4, "pergrad: a shape has at most four axes");
    static_assert(((Length > 0) && ...), "pergrad: every axis of a shape has a length of at least 1");
    static constexpr extents value{.rank = sizeof...(Length), .length = {Length...}};
};

namespace detail {

/// Spelled out in a class of its own, since g++ 12 crashes on `shape<E.length[Axis]...>` and on this in an alias.
template<extents E>
struct shape_from {
    static constexpr int a = E.at(0), b = E.at(1), c = E.at(2), d = E.at(3);
    static constexpr auto choose() {
        if constexpr (E.rank == 0) return shape<>{};
        else if constexpr (E.rank == 1) return shape<a>{};
        else if constexpr (E.rank == 2) return shape<a, b>{};
        else if constexpr (E.rank == 3) return shape<a, b, c>{};
        else return shape<a, b, c, d>{};
    }
    using type = decltype(choose());
};

}  // namespace detail

/// The type that shows these extents.
template<extents E>
using shape_of = typename detail::shape_from<E>::type;

}  // namespace pergrad
