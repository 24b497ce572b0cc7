// The Euclidean norm of each example's gradient, from what the gradient is made of: |l r^T| = |l| |r|, so that an outer
// product is never formed. In: an evaluated tile. Out: lane k is the norm of example k, or the factor that clips it.
//
// Squares overflow and underflow long before the numbers do (in float beyond 1.8e19 and below 1e-19). Where a sum of
// squares leaves the range in which it is exact, the norm is taken again from numbers divided by their largest, in these
// lanes only: a lane's result doesn't depend on its neighbours.
#pragma once

#include <cmath>
#include <limits>

#include <pergrad/batch/factors.hpp>

namespace pergrad {

/// A norm as a product that neither overflows nor underflows where the gradient itself doesn't: largest times ratio, with
/// ratio between 1 and the root of the number of derivatives. A gradient of zeros: 0 times 1.
template<class L>
struct scaled_norm {
    L largest, ratio;
};

template<class Program, class S>
class norm_of_examples {
    using L = primal_t<S>;
    using T = lane::scalar_of<L>;
    static constexpr int lanes = lane::lanes<L>;

public:
    /// sqrt(sum of squares), by the short way where that is exact.
    template<class Tile>
    PERGRAD_INLINE static scaled_norm<L> of(Tile& tile, const T* const* data) {
        const L one = lane::broadcast<L>(1);
        L squares = lane::broadcast<L>(0);
        auto exact = lane::equal(one, one);
        const auto in_range = [](L sum) PERGRAD_INLINE_LAMBDA {
            return lane::both(lane::greater(sum, lane::broadcast<L>(smallest)),
                              lane::less(sum, lane::broadcast<L>(1 / smallest)));
        };
        for_each_gradient([&](auto s) PERGRAD_INLINE_LAMBDA {
            constexpr segment of = Program::p.results.of[s];
            L square = sum_of_squares<of.left>(tile, data);
            exact = lane::both(exact, in_range(square));
            if constexpr (of.factored()) {
                const L right = sum_of_squares<of.right>(tile, data);
                square = square * right;
                exact = lane::both(exact, lane::both(in_range(right), in_range(square)));
            }
            squares = squares + square;
        });
        scaled_norm<L> norm = {one, lane::sqrt(squares)};
        if (!lane::all(exact)) {
            const scaled_norm<L> again = of_scaled(tile, data);
            norm.largest = lane::select(exact, norm.largest, again.largest);
            norm.ratio = lane::select(exact, norm.ratio, again.ratio);
        }
        return norm;
    }

private:
    /// Sums of squares are exact from here to its inverse: the squares that matter in them are normal numbers.
    static constexpr T smallest = std::is_same_v<T, float> ? T(0x1p-80) : T(0x1p-900);

    template<class F>
    PERGRAD_INLINE static void for_each_gradient(F&& f) {
        constexpr int from = Program::with_value ? 1 : 0;
        for_each_index<Program::p.results.count - from>(
            [&](auto k) PERGRAD_INLINE_LAMBDA { f(std::integral_constant<int, k + from>{}); });
    }

    /// The largest of the products of factors, and the root of the sum of squares in units of it.
    template<class Tile>
    [[gnu::noinline]] static scaled_norm<L> of_scaled(Tile& tile, const T* const* data) {
        const L zero = lane::broadcast<L>(0), one = lane::broadcast<L>(1);
        constexpr int count = Program::p.results.count;
        L largest[count], ratio[count], overall = zero;
        for_each_gradient([&](auto s) {
            constexpr segment of = Program::p.results.of[s];
            largest[s] = largest_of<of.left>(tile, data);
            ratio[s] = sum_of_squares<of.left>(tile, data, unless_zero(largest[s]));
            if constexpr (of.factored()) {
                const L right = largest_of<of.right>(tile, data);
                ratio[s] = ratio[s] * sum_of_squares<of.right>(tile, data, unless_zero(right));
                largest[s] = guarded(largest[s], right);
            }
            overall = larger(overall, largest[s]);
        });
        L squares = zero;
        for_each_gradient([&](auto s) {
            const L part = largest[s] / unless_zero(overall);
            squares = squares + guarded(part * part, ratio[s]);
        });
        const L infinity = lane::broadcast<L>(std::numeric_limits<T>::infinity());
        const auto no_ratio = lane::either(lane::equal(squares, zero), lane::equal(overall, infinity));
        return {overall, lane::select(no_ratio, one, lane::sqrt(squares))};
    }

    PERGRAD_INLINE static L guarded(L x, L y) { return primitive::guarded_multiply::value(x, y); }
    PERGRAD_INLINE static L unless_zero(L x) {
        const L zero = lane::broadcast<L>(0);
        return lane::select(lane::equal(x, zero), lane::broadcast<L>(1), x);
    }
    /// NaN if one of them is.
    PERGRAD_INLINE static L larger(L x, L y) {
        return lane::select(lane::either(lane::greater(x, y), lane::not_equal(x, x)), x, y);
    }

    /// The sum of the squares of node n's elements, example by example; of the elements divided by `unit`.
    template<int n, class Tile>
    PERGRAD_INLINE static L sum_of_squares(Tile& tile, const T* const* data) {
        if constexpr (read_as_rows<Program, lanes>(n)) {
            constexpr int input = static_cast<int>(Program::g.attribute(n, 0));
            return row_dots<L, Program::g.nodes[n].shape.size()>(
                data[input], tile.bound.input[input].example_stride,
                [](int, auto) PERGRAD_INLINE_LAMBDA { return [](L x) PERGRAD_INLINE_LAMBDA { return x; }; });
        }
        return over_elements<n>(
            tile, data, [](L sum, L element) PERGRAD_INLINE_LAMBDA { return lane::fma(element, element, sum); });
    }
    template<int n, class Tile>
    PERGRAD_INLINE static L sum_of_squares(Tile& tile, const T* const* data, L unit) {
        return over_elements<n>(tile, data, [&](L sum, L element) PERGRAD_INLINE_LAMBDA {
            return lane::fma(element / unit, element / unit, sum);
        });
    }
    template<int n, class Tile>
    PERGRAD_INLINE static L largest_of(Tile& tile, const T* const* data) {
        return over_elements<n>(
            tile, data, [](L most, L element) PERGRAD_INLINE_LAMBDA { return larger(lane::abs(element), most); });
    }

    /// From 0 on, f(what is so far, the next element), in lanes; what is read as rows is turned a block at a time.
    template<int n, class Tile, class F>
    PERGRAD_INLINE static L over_elements(Tile& tile, const T* const* data, F f) {
        constexpr int size = Program::g.nodes[n].shape.size();
        L so_far = lane::broadcast<L>(0);
        if constexpr (read_as_rows<Program, lanes>(n)) {
            constexpr int input = static_cast<int>(Program::g.attribute(n, 0));
            const auto& place = tile.bound.input[input];
            load_lanes<L, size>(data[input], place.example_stride, place.element_stride,
                                [&](int, L element) PERGRAD_INLINE_LAMBDA { so_far = f(so_far, element); });
        } else {
            for (int i = 0; i < size; ++i) so_far = f(so_far, L(tile.template element<n>(i)));
        }
        return so_far;
    }
};

/// What an example's gradient is multiplied by to have at most the norm `limit`: min(1, limit / norm), exactly 1 where the
/// norm is within the limit. In two factors: of a large gradient, 1 / norm alone would be a subnormal number.
template<class L>
struct clip_factor {
    L scale, factor;

    PERGRAD_INLINE L operator()(L x) const { return x * scale * factor; }

    PERGRAD_INLINE clip_factor(const scaled_norm<L>& norm, lane::scalar_of<L> limit) {
        using T = lane::scalar_of<L>;
        constexpr T large = T(1) / (std::numeric_limits<T>::min() * T(0x1p40)),
                    down = std::is_same_v<T, float> ? T(0x1p-64) : T(0x1p-512);
        const L one = lane::broadcast<L>(1), bound = lane::broadcast<L>(limit);
        const auto within = lane::less_equal(norm.largest * norm.ratio, bound);
        const auto is_large = lane::greater(norm.largest, lane::broadcast<L>(large));
        scale = lane::select(is_large, lane::broadcast<L>(down), one);
        factor = bound / (norm.largest * scale) / norm.ratio;
        scale = lane::select(within, one, scale);
        factor = lane::select(within, one, factor);
    }
};

/// Keeps the norm of each example's gradient.
template<class Program, class S>
class keep_norms {
    using L = primal_t<S>;
    using T = lane::scalar_of<L>;

public:
    static constexpr std::size_t workspace = 0;
    T* norms;

    template<class Tile>
    PERGRAD_INLINE void take(Tile& tile, const T* const* data, std::size_t first, std::size_t valid) {
        const scaled_norm<L> norm = norm_of_examples<Program, S>::of(tile, data);
        lane::store_partial(norms + first, norm.largest * norm.ratio, valid);
    }
};

}  // namespace pergrad
