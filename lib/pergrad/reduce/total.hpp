// Sums what each example contributes, without storing it: blocks of 4,096 examples, each from zero, merged like a
// binary counter (two blocks to one of twice the size, and so on), so that the error grows with the logarithm of the
// number of examples. Each example counts as it is, or clipped to a norm. In: evaluated tiles. Out: the sums; in dual
// mode, those of the tangents behind those of the values.
#pragma once

#include <algorithm>
#include <bit>

#include <pergrad/reduce/contraction.hpp>
#include <pergrad/reduce/norm.hpp>

namespace pergrad {

inline constexpr std::size_t examples_of_a_block = 4096;

/// How much each example counts in a sum: as it is, or clipped to a norm.
struct unweighted {
    template<class L>
    struct of_tile {
        template<class... Any>
        PERGRAD_INLINE explicit of_tile(const Any&...) {}
        PERGRAD_INLINE L operator()(L x) const { return x; }
    };
    template<class Program, class S>
    PERGRAD_INLINE auto weigh(auto&, auto) const {
        return of_tile<primal_t<S>>();
    }
};

struct clipped {
    double limit;

    template<class Program, class S>
    PERGRAD_INLINE auto weigh(auto& tile, auto data) const {
        using L = primal_t<S>;
        const auto norm = norm_of_examples<Program, S>::of(tile, data);
        return clip_factor<L>(norm, static_cast<lane::scalar_of<L>>(limit));
    }
};

template<class Program, class S, class Weight = unweighted>
class total {
    using L = primal_t<S>;
    using T = lane::scalar_of<L>;
    static constexpr int lanes = lane::lanes<L>;
    static constexpr int results = Program::p.results.size;

    static constexpr bool in_rows(int s) { return along_rows<Program, lanes>(s); }

    /// Outer products of long rows are added up for so many examples at once: for a tile while all sums stay in the cache
    /// next to the core, else for several, since each sum is read and written again for each such block.
    static constexpr int held_examples = [] {
        std::size_t bytes = 0;
        for (int s = 0; s < Program::p.results.count; ++s)
            if (in_rows(s)) bytes += static_cast<std::size_t>(Program::p.results.of[s].size()) * sizeof(T);
        return bytes > 24 * 1024 ? std::max(lanes, 64) : lanes;
    }();
    /// Where the left factors of result s begin that are held, in elements.
    static constexpr int left_offset(int s) {
        int elements = 0;
        for (int k = 0; k < s; ++k)
            if (in_rows(k)) elements += Program::p.results.of[k].rows * held_examples;
        return elements;
    }
    static constexpr std::size_t left_bytes =
        (static_cast<std::size_t>(left_offset(Program::p.results.count)) * sizeof(T) + 63) / 64 * 64;
    using right_rows = factor_rows<Program, L, held_examples, false>;

    /// Where the accumulators of result s begin, in bytes: an outer product of long rows is summed in one array, along
    /// its rows, and all others in lanes.
    static constexpr std::size_t accumulator_offset(int s) {
        std::size_t bytes = 0;
        for (int k = 0; k < s; ++k) {
            const auto elements = static_cast<std::size_t>(Program::p.results.of[k].size());
            bytes += (elements * (in_rows(k) ? sizeof(T) : sizeof(L)) + 63) / 64 * 64;
        }
        return bytes;
    }

public:
    /// The sums: results, and in dual mode as many for each direction.
    static constexpr int size = [] {
        if constexpr (is_dual_number<S>) return results * (1 + S::directions);
        else return results;
    }();

    /// Workspace: the factors that are held, one accumulator for each sum, and the sum of the block.
    static constexpr std::size_t accumulator_bytes = [] {
        std::size_t bytes = accumulator_offset(Program::p.results.count);
        if constexpr (is_dual_number<S>) bytes += static_cast<std::size_t>(size - results) * sizeof(L);
        return bytes;
    }();
    static constexpr std::size_t block_bytes = (static_cast<std::size_t>(size) * sizeof(T) + 63) / 64 * 64;
    static constexpr std::size_t right_bytes = (right_rows::workspace + 63) / 64 * 64;
    static constexpr std::size_t workspace = left_bytes + right_bytes + accumulator_bytes + block_bytes;
    /// And for a batch of many blocks, one partial sum for each digit of their number.
    static std::size_t workspace_of_levels(std::size_t examples) {
        const std::size_t count = (examples + examples_of_a_block - 1) / examples_of_a_block;
        return static_cast<std::size_t>(std::bit_width(count)) * block_bytes;
    }

    total(std::byte* memory, std::byte* level_memory, Weight how)
        : weight(how), lefts(reinterpret_cast<T*>(memory)), rights{reinterpret_cast<T*>(memory + left_bytes)},
          accumulators(memory + left_bytes + right_bytes),
          block(reinterpret_cast<T*>(memory + left_bytes + right_bytes + accumulator_bytes)),
          levels(reinterpret_cast<T*>(level_memory)) {}

    void begin_block() {
        std::fill_n(accumulators, accumulator_bytes, std::byte{});  // all bits zero is 0.0
    }

    /// Closes a block: its sum is carried up as in a binary counter.
    void end_block() {
        for_each_segment([&](auto s) {
            constexpr segment of = Program::p.results.of[s];
            if constexpr (in_rows(s)) std::copy_n(accumulator<T, s>(), of.size(), block + of.offset);
            else
                for (int i = 0; i < of.size(); ++i) block[of.offset + i] = lane::reduce_add(accumulator<L, s>()[i]);
        });
        for (int i = results; i < size; ++i) block[i] = lane::reduce_add(tangent_accumulators()[i - results]);
        std::size_t level = 0;
        for (; (blocks >> level) % 2 == 1; ++level)
            for (int i = 0; i < size; ++i) block[i] = at_level(level)[i] + block[i];
        if (levels != nullptr) std::copy_n(block, size, at_level(level));
        ++blocks;
    }

    /// The sum of all blocks, where the last of them was.
    T* finish() {
        if (blocks == 0) std::fill_n(block, size, T(0));
        bool first = true;
        for (std::size_t level = 0; levels != nullptr && (blocks >> level) != 0; ++level) {
            if ((blocks >> level) % 2 == 0) continue;
            for (int i = 0; i < size; ++i) block[i] = first ? at_level(level)[i] : at_level(level)[i] + block[i];
            first = false;
        }
        return block;
    }

    template<class Tile>
    PERGRAD_INLINE void take(Tile& tile, const T* const* data, std::size_t, std::size_t valid) {
        const auto inside = lane::less(lane_numbers(), lane::broadcast<L>(static_cast<T>(valid)));
        const auto weighted = weight.template weigh<Program, S>(tile, data);
        for_each_segment([&](auto s) PERGRAD_INLINE_LAMBDA {
            constexpr segment of = Program::p.results.of[s];
            constexpr bool is_loss = Program::with_value && s == 0;
            if constexpr (in_rows(s)) {
                constexpr int offset = left_offset(s);
                for (int i = 0; i < of.rows; ++i)
                    lane::store(lefts + offset + i * held_examples + held,
                                weighted(L(tile.template element<of.left>(i))));
            } else if constexpr (lanes > 1 && !is_dual_number<S> && !is_loss && of.factored() && !of.guarded) {
                add_outer_product<s>(tile, weighted, inside);
            } else {
                for (int i = 0; i < of.rows; ++i)
#pragma GCC unroll 1
                    for (int j = 0; j < of.columns; ++j) {
                        const int at = i * of.columns + j;
                        const auto element = result_element<Program, s>(tile, i, j);
                        if constexpr (is_loss || std::is_same_v<Weight, unweighted>)
                            add(accumulator<L, s>() + at, of.offset + at, element, inside);
                        else add(accumulator<L, s>() + at, of.offset + at, weighted(L(element)), inside);
                    }
            }
        });
        if constexpr (left_bytes > 0) {
            if (held == 0) std::copy_n(data, call<Program, T>::inputs, held_data);
            rights.fill(tile, held);
            held += static_cast<int>(valid);
            if (held + lanes > held_examples) end_run(tile.bound);
        }
    }

    /// Adds up the outer products that are held.
    PERGRAD_INLINE void end_run([[maybe_unused]] const call<Program, T>& bound) {
        for_each_segment([&](auto s) PERGRAD_INLINE_LAMBDA {
            constexpr segment of = Program::p.results.of[s];
            if constexpr (in_rows(s)) {
                constexpr int offset = left_offset(s);
                const T* right = rights.template row<of.right>(bound, held_data, 0);
                const T* next = rights.template row<of.right>(bound, held_data, 1);
                contraction<L, of.rows, of.columns, of.guarded>::add(accumulator<T, s>(), lefts + offset, held_examples,
                                                                     right, next - right, held);
            }
        });
        held = 0;
    }

private:
    template<class F>
    PERGRAD_INLINE static void for_each_segment(F&& f) {
        for_each_index<Program::p.results.count>(f);
    }

    PERGRAD_INLINE static L lane_numbers() {
        T number[lanes];
        for (int k = 0; k < lanes; ++k) number[k] = static_cast<T>(k);
        return lane::load<L>(number);
    }

    /// Of rows too short to be summed along them. Both factors are zero behind the end of the batch: one of them could be
    /// infinite.
    template<int s, class Tile>
    PERGRAD_INLINE void add_outer_product(Tile& tile, auto weighted, auto inside) {
        constexpr segment of = Program::p.results.of[s];
        const auto counted = [&](L factor)
                                 PERGRAD_INLINE_LAMBDA { return lane::select(inside, factor, lane::broadcast<L>(0)); };
        L right[of.columns];
        for (int j = 0; j < of.columns; ++j) right[j] = counted(tile.template element<of.right>(j));
        L* sum = accumulator<L, s>();
        for (int i = 0; i < of.rows; ++i) {
            const L left = counted(weighted(L(tile.template element<of.left>(i))));
            for (int j = 0; j < of.columns; ++j, ++sum) *sum = lane::fma(left, right[j], *sum);
        }
    }

    /// Lanes behind the end of the batch repeat its last example: they do not count.
    template<class V>
    PERGRAD_INLINE void add(L* sum, int i, V value, auto inside) {
        const auto add_lanes = [&](L& to, L term) PERGRAD_INLINE_LAMBDA {
            if constexpr (lanes == 1) to = to + term;
            else to = to + lane::select(inside, term, lane::broadcast<L>(0));
        };
        if constexpr (is_dual_number<V>) {
            add_lanes(*sum, value.value);
            for (int d = 0; d < V::directions; ++d)
                add_lanes(tangent_accumulators()[d * results + i], value.tangent[d]);
        } else {
            add_lanes(*sum, value);
        }
    }

    template<class V, int s>
    V* accumulator() {
        constexpr std::size_t offset = accumulator_offset(s);
        return reinterpret_cast<V*>(accumulators + offset);
    }
    L* tangent_accumulators() {
        constexpr std::size_t offset = accumulator_offset(Program::p.results.count);
        return reinterpret_cast<L*>(accumulators + offset);
    }

    T* at_level(std::size_t level) { return levels + level * (block_bytes / sizeof(T)); }

    [[no_unique_address]] Weight weight;
    T* lefts;           // of the examples that are held: lanes, one left factor after the other
    right_rows rights;  // and rows
    const T* held_data[call<Program, T>::inputs] = {};
    int held = 0;
    std::byte* accumulators;
    T* block;
    T* levels;
    std::size_t blocks = 0;
};

}  // namespace pergrad
