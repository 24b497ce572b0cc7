// The factors of the results as rows, an example contiguous: an outer product of long rows is written or summed along the
// row, so its factors are turned once and not each of its elements. In: an evaluated tile. Out: factors of example k as
// plain arrays, for a tile or for as many examples as a sum takes at a time.
#pragma once

#include <pergrad/batch/sequence.hpp>

namespace pergrad {

namespace detail {

/// Where the rows of each factor begin in the workspace, in elements.
template<class Program, int Lanes, int Examples>
struct factor_table {
    int node[2 * segment_list::capacity];
    int offset[2 * segment_list::capacity];
    int width[2 * segment_list::capacity];
    int count, size;

    constexpr int position(int n) const {
        int k = 0;
        while (k < count && node[k] != n) ++k;
        return k;
    }
    constexpr void add(int n) {
        if (position(n) < count) return;
        node[count] = n;
        offset[count] = size;
        const int elements = Program::g.nodes[n].shape.size();
        width[count] = elements == 1 ? 1 : (elements + Lanes - 1) / Lanes * Lanes;
        size += Examples * width[count++];
    }
};

template<class Program, int Lanes, int Examples, bool lefts>
inline constexpr factor_table<Program, Lanes, Examples> factors = [] {
    factor_table<Program, Lanes, Examples> table{};
    for (int s = 0; s < Program::p.results.count; ++s) {
        if (!along_rows<Program, Lanes>(s)) continue;
        const segment& of = Program::p.results.of[s];
        if (lefts) table.add(of.left);
        if (!lies_in_rows<Program>(of.right)) table.add(of.right);
    }
    return table;
}();

}  // namespace detail

/// Turns factors of `Examples` examples into rows: the right ones, and the left ones too if they are asked for.
template<class Program, class S, int Examples, bool lefts>
struct factor_rows {
    using T = lane::scalar_of<S>;
    static constexpr int lanes = lane::lanes<S>;
    static constexpr const auto& table = detail::factors<Program, lanes, Examples, lefts>;
    static constexpr std::size_t workspace = static_cast<std::size_t>(table.size) * sizeof(T);

    T* rows;

    /// Those of a tile, whose first example is number `first` here.
    template<class Tile>
    PERGRAD_INLINE void fill(Tile& tile, int first) {
        if constexpr (table.count > 0) turn_all(tile, first);
    }

    template<class Tile>
    PERGRAD_INLINE void turn_all(Tile& tile, int first) {
        for_each_index<table.count>([&](auto k) PERGRAD_INLINE_LAMBDA {
            constexpr int n = table.node[k], size = Program::g.nodes[n].shape.size();
            constexpr int offset = table.offset[k], width = table.width[k];
            T* to = rows + offset + first * width;
            if constexpr (size == 1) return lane::store(to, S(tile.template element<n>(0)));
            for (int start = 0; start < size; start += lanes) {
                S block[lanes];
                for (int j = 0; j < lanes; ++j)
                    block[j] = start + j < size ? S(tile.template element<n>(start + j)) : lane::broadcast<S>(0);
                lane::store_columns<lanes>(to + start, width, block, lanes);
            }
        });
    }

    /// Factor n of example k; `data` is where the inputs of the first one lie.
    template<int n>
    PERGRAD_INLINE const T* row(const call<Program, T>& bound, const T* const* data, int k) const {
        if constexpr (detail::lies_in_rows<Program>(n) && table.position(n) == table.count) {
            constexpr int input = static_cast<int>(Program::g.attribute(n, 0));
            return data[input] + k * bound.input[input].example_stride;
        } else {
            constexpr int place = table.position(n), offset = table.offset[place], width = table.width[place];
            return rows + offset + k * width;
        }
    }
};

/// Element (i, j) of a result.
template<class Program, int Segment, class Tile>
PERGRAD_INLINE auto result_element(Tile& tile, int i, int j) {
    constexpr segment s = Program::p.results.of[Segment];
    if constexpr (!s.factored()) {
        return tile.template element<s.left>(i);
    } else {
        const auto left = tile.template element<s.left>(i);
        const auto right = tile.template element<s.right>(j);
        if constexpr (s.guarded) return apply<primitive::guarded_multiply>(left, right);
        else return left * right;
    }
}

/// Element i of a result, row by row.
template<class Program, int Segment, class Tile>
PERGRAD_INLINE auto result_element(Tile& tile, int i) {
    constexpr int columns = Program::p.results.of[Segment].columns;
    return result_element<Program, Segment>(tile, i / columns, i % columns);
}

}  // namespace pergrad
