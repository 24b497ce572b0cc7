// Keeps each example's value and gradient: one row-major row of D numbers an example, written from front to back, since
// memory is fastest that way. In: evaluated tiles. Out: memory.
#pragma once

#include <pergrad/batch/factors.hpp>
#include <pergrad/reduce/row_stream.hpp>

namespace pergrad {

template<class Program, class S>
class keep {
    using L = primal_t<S>;
    using T = lane::scalar_of<L>;
    static constexpr int lanes = lane::lanes<L>;
    static constexpr int columns = Program::wrt::elements;
    /// Those that one run over the examples writes.
    static constexpr int columns_of_run =
        Program::runs_once ? columns : Program::p.results.size - (Program::with_value ? 1 : 0);

    static constexpr int column(int s) { return Program::p.results.of[s].offset - (Program::with_value ? 1 : 0); }

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

    static constexpr int padded(int size) { return (size + lanes - 1) / lanes * lanes; }
    /// Where the turned rows of the run that begins with s lie.
    static constexpr int turned_offset(int s) {
        int offset = 0;
        for (int before = 0; before < s; ++before)
            if (starts_run(before)) offset += lanes * padded(run_size(before));
        return offset;
    }

    /// Whether some of the results are written along their rows; the others are then turned first, into rows beside the
    /// factors.
    static constexpr bool has_rows = [] {
        for (int s = 0; s < Program::p.results.count; ++s)
            if (along_rows<Program, lanes>(s)) return true;
        return false;
    }();
    /// Numbers that are written from front to back: an example's row, or all rows of a tile that is turned as it is.
    static constexpr int stretch = has_rows ? columns : lanes * columns;
    static constexpr bool can_stream =
        lanes > 1 && !Program::is_dual && Program::runs_once && stretch * sizeof(T) <= 32 * 1024;
    /// Where a tile's rows are short, all tiles are written whole, so that the loop over them asks nothing; the last one,
    /// which may not be whole, goes to a place beside.
    static constexpr bool whole_tiles = can_stream && lanes * columns * sizeof(T) <= 8 * 1024;

    using rows_of_tile = factor_rows<Program, L, lanes, true>;
    using stream_type = row_stream<L, can_stream ? stretch : 0>;
    static constexpr std::size_t factor_bytes = (rows_of_tile::workspace + 63) / 64 * 64;
    static constexpr std::size_t turned_bytes =
        has_rows ? (static_cast<std::size_t>(turned_offset(Program::p.results.count)) * sizeof(T) + 63) / 64 * 64 : 0;

    static constexpr std::size_t beside_bytes = whole_tiles ? (lanes * (columns + 1) * sizeof(T) + 63) / 64 * 64 : 0;

public:
    static constexpr std::size_t workspace =
        Program::is_dual ? 0 : factor_bytes + turned_bytes + beside_bytes + (can_stream ? stream_type::workspace : 0);

    /// `value_of_examples`: an entry an example, if the program computes the value. `gradient_of_examples`: D entries an
    /// example.
    keep(T* value_of_examples, T* gradient_of_examples, std::size_t examples, std::byte* memory)
        : values(value_of_examples), gradients(gradient_of_examples), rows(gradient_of_examples),
          factors{reinterpret_cast<T*>(memory)}, turned(reinterpret_cast<T*>(memory + factor_bytes)),
          beside(reinterpret_cast<T*>(memory + factor_bytes + turned_bytes)),
          stream(reinterpret_cast<T*>(memory + factor_bytes + turned_bytes + beside_bytes)),
          past_caches(can_stream && examples * columns * sizeof(T) > largest_result_in_cache()) {}

    /// Before a run over the examples for these directions.
    void begin_directions(int direction) {
        if constexpr (!Program::is_dual) rows = gradients + direction * Program::wrt::row;
    }

    /// Before the tiles of `examples` examples, `first` being the number of the first one.
    PERGRAD_INLINE void begin_run(std::size_t first, std::size_t examples) {
        first_of_run = first;
        beside_count = whole_tiles && examples < static_cast<std::size_t>(lanes) ? examples : 0;
        next_row = beside_count > 0 ? beside : rows + first * columns;
        if constexpr (Program::with_value) next_value = beside_count > 0 ? beside + lanes * columns : values + first;
        streams = past_caches && beside_count == 0;
        if (streams) stream.open(next_row);
    }

    template<class Tile>
    PERGRAD_INLINE void take(Tile& tile, const T* const* data, std::size_t first, std::size_t in_use) {
        const std::size_t valid = whole_tiles ? static_cast<std::size_t>(lanes) : in_use;
        if constexpr (Program::is_dual) {
            take_tangents(tile, gradients + first * columns, first, valid);
        } else {
            if constexpr (Program::with_value) {
                put_lanes_of_examples(next_value, L(result_element<Program, 0>(tile, 0)), valid);
                next_value += lanes;
            }
            if constexpr (lanes == 1)
                for_each_gradient([&](auto s) PERGRAD_INLINE_LAMBDA { put_scalars<s>(tile, next_row); });
            else if constexpr (has_rows) take_rows(tile, data, next_row, valid);
            else take_turned(tile, next_row, valid);
            next_row += lanes * columns;
        }
    }

    /// After them.
    PERGRAD_INLINE void end_run(const call<Program, T>&) {
        if (streams) stream.close();
        if (beside_count == 0) return;
        std::copy_n(beside, beside_count * columns, gradients + first_of_run * columns);
        if constexpr (Program::with_value) std::copy_n(beside + lanes * columns, beside_count, values + first_of_run);
    }

private:
    template<class F>
    PERGRAD_INLINE static void for_each_gradient(F&& f) {
        constexpr int from = Program::with_value ? 1 : 0;
        for_each_index<Program::p.results.count - from>(
            [&](auto k) PERGRAD_INLINE_LAMBDA { f(std::integral_constant<int, k + from>{}); });
    }

    /// All results are turned: the rows of a tile.
    template<class Tile>
    PERGRAD_INLINE void take_turned(Tile& tile, T* row, std::size_t valid) {
        if (streams) [[unlikely]]
            row = stream.next();
        for_each_gradient([&](auto s) PERGRAD_INLINE_LAMBDA {
            if constexpr (starts_run(s))
                put_lanes<s>(tile, row + column(s), std::integral_constant<int, columns>{}, valid);
        });
        if (streams) [[unlikely]]
            stream.write(static_cast<int>(valid) * columns);
    }

    /// One example's row after the other.
    template<class Tile>
    PERGRAD_INLINE void take_rows(Tile& tile, const T* const* data, T* row, std::size_t valid) {
        factors.fill(tile, 0);
        for_each_gradient([&](auto s) PERGRAD_INLINE_LAMBDA {
            if constexpr (starts_run(s)) {
                constexpr int size = padded(run_size(s));
                put_lanes<s>(tile, turned + turned_offset(s), std::integral_constant<int, size>{}, lanes);
            }
        });
        for (std::size_t k = 0; k < valid; ++k, row += columns) {
            T* to = streams ? stream.next() : row;
            for_each_gradient([&](auto s) PERGRAD_INLINE_LAMBDA {
                if constexpr (along_rows<Program, lanes>(s)) put_row<s>(tile, data, to, static_cast<int>(k));
                else if constexpr (starts_run(s)) copy_run<s>(to, static_cast<int>(k));
            });
            if (streams) [[unlikely]]
                stream.write(columns);
        }
    }

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

    /// left_i times the right row of example k, for each i. The last register of a row overlaps the one before.
    template<int s, class Tile>
    PERGRAD_INLINE void put_row(Tile& tile, const T* const* data, T* row, int k) {
        constexpr segment of = Program::p.results.of[s];
        constexpr int start = column(s);
        const T* left = factors.template row<of.left>(tile.bound, data, k);
        const T* right = factors.template row<of.right>(tile.bound, data, k);
        T* to = row + start;
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

    /// The turned results of example k. What is written behind them is written over by the next ones.
    template<int s>
    PERGRAD_INLINE void copy_run(T* row, int k) {
        constexpr int size = run_size(s), start = column(s), width = padded(size), offset = turned_offset(s);
        const T* from = turned + offset + k * width;
        for (int i = 0; i < size; i += lanes) {
            const L part = lane::load<L>(from + i);
            if constexpr (start + width <= columns_of_run) lane::store(row + start + i, part);
            else lane::store_partial(row + start + i, part, static_cast<std::size_t>(size - i));
        }
    }

    /// The run that begins with s, to rows that lie `apart`.
    template<int s, class Tile, int apart>
    PERGRAD_INLINE static void put_lanes(Tile& tile, T* to, std::integral_constant<int, apart>, std::size_t valid) {
        constexpr int size = run_size(s);
        const auto element = [&](int i) PERGRAD_INLINE_LAMBDA { return element_of_run<s>(tile, i); };
        if constexpr (apart == 1) {
            put_lanes_of_examples(to, element(0), valid);
        } else if constexpr (!Program::p.unrolled) {
            for (int i = 0; i < size; ++i) put_column<apart>(to + i, element(i), valid);
        } else {
            const auto block = [&](int from, auto used) PERGRAD_INLINE_LAMBDA {
                L block_row[lanes];
                unroll<lanes>([&](int j) PERGRAD_INLINE_LAMBDA {
                    block_row[j] = j < used ? element(from + j) : lane::broadcast<L>(0);
                });
                lane::store_columns<used>(to + from, apart, block_row, valid);
            };
            constexpr int whole = size / lanes, rest = size % lanes;
            if constexpr (size <= 128)
                unroll<whole>([&](int nth)
                                  PERGRAD_INLINE_LAMBDA { block(nth * lanes, std::integral_constant<int, lanes>{}); });
            else
                for (int nth = 0; nth < whole; ++nth) block(nth * lanes, std::integral_constant<int, lanes>{});
            if constexpr (rest > 0) block(whole * lanes, std::integral_constant<int, rest>{});
        }
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
        const int start = tile.bound.direction, used = S::directions;
        if constexpr (is_dual_number<std::remove_const_t<decltype(result)>>) {
            if (start == 0 && values != nullptr) put_lanes_of_examples(values + first, result.value, valid);
            for (int d = 0; d < used; ++d) put_column<columns>(row + start + d, result.tangent[d], valid);
        } else {
            if (start == 0 && values != nullptr) put_lanes_of_examples(values + first, result, valid);
            for (int d = 0; d < used; ++d) put_column<columns>(row + start + d, lane::broadcast<L>(0), valid);
        }
    }
    template<int apart>
    PERGRAD_INLINE static void put_column(T* to, L column, std::size_t valid) {
        if constexpr (apart == 1) {
            put_lanes_of_examples(to, column, valid);
        } else {
            T of_example[lanes];
            lane::store(of_example, column);
            for (std::size_t k = 0; k < valid; ++k) to[k * apart] = of_example[k];
        }
    }

    T* values;
    T* gradients;
    T* rows;  // what this run writes of them, in the first example
    rows_of_tile factors;
    T* turned;
    T* beside;  // a tile that is not whole: its rows, and the values behind them
    stream_type stream;
    bool past_caches;      // whether what is kept is more than they hold
    bool streams = false;  // in this run
    std::size_t first_of_run = 0, beside_count = 0;
    T* next_row = nullptr;
    T* next_value = nullptr;
};

}  // namespace pergrad
