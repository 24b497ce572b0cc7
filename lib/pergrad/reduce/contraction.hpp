// Sums outer products over a block of examples: sums(i, j) += sum_k left(i, k) right(k, j). As many sums as there are
// registers for are loaded once, and stay there for the whole block; each is added up example by example, however the
// blocks are cut. In: left factors in lanes, an example's neighbours side by side; right factors as rows. Out: the sums.
//
// Guarded, zero times infinity is zero: the adjoint of a branch that was not taken. Where all factors of a block are
// finite, which is found out faster than the products are guarded, that makes no difference.
#pragma once

#include <pergrad/primitive/arithmetic.hpp>

namespace pergrad {

template<class L, int rows, int columns, bool guarded>
class contraction {
    using T = lane::scalar_of<L>;
    static constexpr int lanes = lane::lanes<L>, whole = columns / lanes;
    /// 8 x 3 sums of 32 registers, 4 x 3 of 16, or 4 x 2 where a product needs one too; of few rows, more to the right.
    static constexpr int height = std::min(rows, sizeof(L) == 64 ? 8 : 4);
    static constexpr int most = sizeof(L) == 64 ? 24 : lane::fuses ? 12 : 8;
    static constexpr int width = std::min(std::max(whole, 1), std::min(4, most / height));

public:
    /// `left_apart`: from (i, k) to (i + 1, k); `right_apart`: from (k, j) to (k + 1, j).
    static void add(T* sums, const T* left, std::ptrdiff_t left_apart, const T* right, std::ptrdiff_t right_apart,
                    int examples) {
        if constexpr (guarded)
            if (!all_finite(left, rows, left_apart, examples) || !all_finite(right, examples, right_apart, columns))
                return add_guarded(sums, left, left_apart, right, right_apart, examples);
        add_finite(sums, left, left_apart, right, right_apart, examples);
    }

private:
    /// A number times zero is zero, and infinity or NaN times zero is NaN.
    static bool all_finite(const T* from, int count, std::ptrdiff_t apart, int length) {
        const L zero = lane::broadcast<L>(0);
        L zeros = zero;
        for (int i = 0; i < count; ++i, from += apart) {
            int j = 0;
            for (; j + lanes <= length; j += lanes) zeros = lane::fma(lane::load<L>(from + j), zero, zeros);
            if (j < length)
                zeros = lane::fma(lane::load_partial<L>(from + j, static_cast<std::size_t>(length - j)), zero, zeros);
        }
        return lane::all(lane::equal(zeros, zero));
    }

    /// One product after the other.
    [[gnu::noinline]] static void add_guarded(T* sums, const T* left, std::ptrdiff_t left_apart, const T* right,
                                              std::ptrdiff_t right_apart, int examples) {
        for (int k = 0; k < examples; ++k, ++left, right += right_apart)
            for (int i = 0; i < rows; ++i)
                for (int j = 0; j < columns; ++j)
                    sums[i * columns + j] += primitive::guarded_multiply::value(left[i * left_apart], right[j]);
    }

    static void add_finite(T* sums, const T* left, std::ptrdiff_t left_apart, const T* right,
                           std::ptrdiff_t right_apart, int examples) {
        const auto add_columns = [&](int j, auto registers, auto used) PERGRAD_INLINE_LAMBDA {
            int i = 0;
            for (; i + height <= rows; i += height)
                add_block<height, registers, used>(sums + i * columns + j, left + i * left_apart, left_apart, right + j,
                                                   right_apart, examples);
            if constexpr (rows % height > 0)
                add_block<rows % height, registers, used>(sums + i * columns + j, left + i * left_apart, left_apart,
                                                          right + j, right_apart, examples);
        };
        int j = 0;
        for (; j + width * lanes <= columns; j += width * lanes)
            add_columns(j, std::integral_constant<int, width>{}, std::integral_constant<int, lanes>{});
        if constexpr (whole % width > 0) {
            add_columns(j, std::integral_constant<int, whole % width>{}, std::integral_constant<int, lanes>{});
            j += whole % width * lanes;
        }
        if constexpr (columns % lanes > 0)
            add_columns(j, std::integral_constant<int, 1>{}, std::integral_constant<int, columns % lanes>{});
    }

    /// `used`: lanes of the last register, the others are none of ours.
    template<int block_rows, int registers, int used>
    PERGRAD_INLINE static void add_block(T* sums, const T* left, std::ptrdiff_t left_apart, const T* right,
                                         std::ptrdiff_t right_apart, int examples) {
        const auto load = [](const T* from) PERGRAD_INLINE_LAMBDA {
            if constexpr (used == lanes) return lane::load<L>(from);
            else return lane::load_partial<L>(from, used);
        };
        L sum[block_rows][registers];
        const auto each_sum = [&](auto f) PERGRAD_INLINE_LAMBDA {
            unroll<block_rows>([&](int i) PERGRAD_INLINE_LAMBDA {
                unroll<registers>([&](int r) PERGRAD_INLINE_LAMBDA { f(i, r, sums + i * columns + r * lanes); });
            });
        };
        each_sum([&](auto i, auto r, const T* at) PERGRAD_INLINE_LAMBDA { sum[i][r] = load(at); });
        for (int k = 0; k < examples; ++k) {
            L factor[registers];
            unroll<registers>([&](int r) PERGRAD_INLINE_LAMBDA { factor[r] = load(right + r * lanes); });
            unroll<block_rows>([&](int i) PERGRAD_INLINE_LAMBDA {
                const L scale = lane::broadcast<L>(left[i * left_apart]);
                unroll<registers>([&](int r)
                                      PERGRAD_INLINE_LAMBDA { sum[i][r] = lane::fma(scale, factor[r], sum[i][r]); });
            });
            ++left;
            right += right_apart;
        }
        each_sum([&](auto i, auto r, T* at) PERGRAD_INLINE_LAMBDA {
            if constexpr (used == lanes) lane::store(at, sum[i][r]);
            else lane::store_partial(at, sum[i][r], used);
        });
    }
};

}  // namespace pergrad
