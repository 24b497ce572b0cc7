// Keeps each example's value and gradient: one row-major row of D numbers an example. In: evaluated tiles. Out: memory.
#pragma once

#include <pergrad/batch/factors.hpp>

namespace pergrad {

template<class Program, class S>
class keep {
    using L = primal_t<S>;
    using T = lane::scalar_of<L>;
    static constexpr int lanes = lane::lanes<L>;
    static constexpr int columns = Program::wrt::elements;

public:
    using rows_of_tile = factor_rows<Program, L, lanes, true>;
    static constexpr std::size_t workspace = Program::is_dual ? 0 : rows_of_tile::workspace;

    T* values;     ///< an entry an example, if the program computes the value
    T* gradients;  ///< D entries an example
    rows_of_tile factors;

    template<class Tile>
    PERGRAD_INLINE void take(Tile& tile, const T* const* data, std::size_t first, std::size_t valid) {
        T* row = gradients + first * columns;
        if constexpr (Program::is_dual) {
            take_tangents(tile, row, first, valid);
        } else {
            if constexpr (Program::with_value)
                put_lanes_of_examples(values + first, L(result_element<Program, 0>(tile, 0)), valid);
            factors.fill(tile, 0);
            constexpr int from = Program::with_value ? 1 : 0;
            for_each_index<Program::p.results.count - from>([&](auto k) PERGRAD_INLINE_LAMBDA {
                constexpr int s = k + from;
                if constexpr (lanes == 1) put_scalars<s>(tile, row);
                else if constexpr (along_rows<Program, lanes>(s)) put_rows<s>(tile, data, row, valid);
                else if constexpr (starts_run(s)) put_lanes<s>(tile, row, valid);
            });
        }
    }

private:
    static constexpr int column(int s) { return Program::p.results.of[s].offset - (Program::with_value ? 1 : 0); }

    /// One number of each example, side by side.
    PERGRAD_INLINE static void put_lanes_of_examples(T* to, L number, std::size_t valid) {
        if (valid == static_cast<std::size_t>(lanes)) lane::store(to, number);
        else lane::store_partial(to, number, valid);
    }

    /// One example: as a loop written by hand.
    template<int s, class Tile>
    PERGRAD_INLINE static void put_scalars(Tile& tile, T* __restrict row) {
        constexpr segment of = Program::p.results.of[s];
        constexpr int start = column(s);
        for (int i = 0; i < of.rows; ++i)
#pragma GCC unroll 1
            for (int j = 0; j < of.columns; ++j)
                row[start + i * of.columns + j] = T(result_element<Program, s>(tile, i, j));
    }

    /// left_i times the right row, for each example and i. The last register of a row overlaps the one before.
    template<int s, class Tile>
    PERGRAD_INLINE void put_rows(Tile& tile, const T* const* data, T* row, std::size_t valid) {
        constexpr segment of = Program::p.results.of[s];
        for (std::size_t k = 0; k < valid; ++k) {
            const T* left = factors.template row<of.left>(tile.bound, data, static_cast<int>(k));
            const T* right = factors.template row<of.right>(tile.bound, data, static_cast<int>(k));
            constexpr int start = column(s);
            T* to = row + k * columns + start;
            for (int i = 0; i < of.rows; ++i, to += of.columns) {
                const L scale = lane::broadcast<L>(left[i]);
                const auto piece = [&](int j) PERGRAD_INLINE_LAMBDA {
                    const L value = lane::load<L>(right + j);
                    if constexpr (of.guarded) lane::store(to + j, L(apply<primitive::guarded_multiply>(scale, value)));
                    else lane::store(to + j, L(scale * value));
                };
#pragma GCC unroll 4
                for (int j = 0; j + lanes <= of.columns; j += lanes) piece(j);
                if constexpr (of.columns % lanes != 0) piece(of.columns - lanes);
            }
        }
    }

    /// Results that are no long rows are computed in lanes and turned, neighbours together.
    static constexpr bool in_lanes(int s) {
        return s < Program::p.results.count && !along_rows<Program, lanes>(s) && !(Program::with_value && s == 0);
    }
    static constexpr bool starts_run(int s) { return in_lanes(s) && (s == 0 || !in_lanes(s - 1)); }
    static constexpr int run_size(int s) {
        int size = 0;
        for (; in_lanes(s); ++s) size += Program::p.results.of[s].size();
        return size;
    }

    template<int s, class Tile>
    PERGRAD_INLINE static void put_lanes(Tile& tile, T* row, std::size_t valid) {
        constexpr int size = run_size(s), start = column(s);
        const auto element = [&](int i) PERGRAD_INLINE_LAMBDA { return element_of_run<s>(tile, i); };
        if constexpr (size == 1 && columns == 1) {
            put_lanes_of_examples(row, element(0), valid);
        } else if constexpr (!Program::p.unrolled) {
            for (int i = 0; i < size; ++i) put_column(row + start + i, element(i), valid);
        } else {
            const auto block = [&](auto from, auto used) PERGRAD_INLINE_LAMBDA {
                L turned[lanes];
                for_each_index<lanes>([&](auto j) PERGRAD_INLINE_LAMBDA {
                    turned[j] = j < used ? element(from + j) : lane::broadcast<L>(0);
                });
                lane::transpose(turned);
                if (static_cast<int>(valid) == lanes)
                    for_each_index<lanes>([&](auto k) PERGRAD_INLINE_LAMBDA {
                        put_part(row + k * columns + start + from, turned[k], used);
                    });
                else
                    for (std::size_t k = 0; k < valid; ++k) put_part(row + k * columns + start + from, turned[k], used);
            };
            constexpr int whole = size / lanes, rest = size % lanes;
            if constexpr (size <= 128)
                for_each_index<whole>([&](auto nth) PERGRAD_INLINE_LAMBDA {
                    block(std::integral_constant<int, nth * lanes>{}, std::integral_constant<int, lanes>{});
                });
            else
                for (int nth = 0; nth < whole; ++nth) block(nth * lanes, std::integral_constant<int, lanes>{});
            if constexpr (rest > 0)
                block(std::integral_constant<int, whole * lanes>{}, std::integral_constant<int, rest>{});
        }
    }

    template<int used>
    PERGRAD_INLINE static void put_part(T* to, L part, std::integral_constant<int, used>) {
        if constexpr (used == lanes) lane::store(to, part);
        else lane::store_partial(to, part, used);
    }

    /// Element i of the run of results that begins with s.
    template<int s, class Tile>
    PERGRAD_INLINE static L element_of_run(Tile& tile, int i) {
        constexpr int size = Program::p.results.of[s].size();
        if constexpr (!in_lanes(s + 1)) {
            return result_element<Program, s>(tile, i);
        } else {
            if (i < size) return result_element<Program, s>(tile, i);
            return element_of_run<s + 1>(tile, i - size);
        }
    }

    /// Dual mode: the tangents of the loss are a few columns of the gradient.
    template<class Tile>
    PERGRAD_INLINE void take_tangents(Tile& tile, T* row, std::size_t first, std::size_t valid) {
        const auto result = tile.template element<Program::p.results.of[0].left>(0);
        const int start = tile.bound.direction;
        const int used = columns - start < S::directions ? columns - start : S::directions;
        if constexpr (is_dual_number<std::remove_const_t<decltype(result)>>) {
            if (start == 0 && values != nullptr) put_lanes_of_examples(values + first, result.value, valid);
            for (int d = 0; d < used; ++d) put_column(row + start + d, result.tangent[d], valid);
        } else {
            if (start == 0 && values != nullptr) put_lanes_of_examples(values + first, result, valid);
            for (int d = 0; d < used; ++d) put_column(row + start + d, lane::broadcast<L>(0), valid);
        }
    }
    PERGRAD_INLINE static void put_column(T* to, L column, std::size_t valid) {
        if constexpr (columns == 1) {
            put_lanes_of_examples(to, column, valid);
        } else {
            T of_example[lanes];
            lane::store(of_example, column);
            for (std::size_t k = 0; k < valid; ++k) to[k * columns] = of_example[k];
        }
    }
};

}  // namespace pergrad
