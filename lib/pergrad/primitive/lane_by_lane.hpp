// Functions of plain numbers, applied to each lane by itself: what has no vector form here whose accuracy can be relied
// on. (xsimd's sin, cos and tan depend on the neighbours, its pow errs by 1,000 ulp, its lgamma mixes lanes.)
#pragma once

#include <pergrad/primitive/lane_batch.hpp>

namespace pergrad::lane {
namespace detail {

/// Out of line: it is a call for each lane anyway.
template<class F, batched S, std::same_as<S>... Rest>
[[gnu::noinline]] S call_lane_by_lane(S x, Rest... rest) {
    scalar_of<S> argument[1 + sizeof...(Rest)][lanes<S>];
    int row = 0;
    for (const S& of_operand : {x, rest...}) lane::store(argument[row++], of_operand);
    for (std::size_t i = 0; i < lanes<S>; ++i)
        argument[0][i] = [&]<std::size_t... k>(std::index_sequence<k...>) {
            return static_cast<scalar_of<S>>(F()(argument[k][i]...));
        }(std::make_index_sequence<1 + sizeof...(Rest)>());
    return lane::load<S>(argument[0]);
}

}  // namespace detail

/// F, a function without state of plain numbers, as a function of lanes.
template<class F>
struct lane_by_lane {
    constexpr explicit lane_by_lane(F) {}

    template<number S, std::same_as<S>... Rest>
    PERGRAD_INLINE S operator()(S x, Rest... rest) const {
        if constexpr (plain<S>) return static_cast<S>(F()(x, rest...));
        else return detail::call_lane_by_lane<F>(x, rest...);
    }
};

}  // namespace pergrad::lane
