// Products of shared matrices and each example's vector, which is read where it lies, in rows. One: dot products along
// it. The other, for matrices of many rows: as many rows as two registers hold, times as many examples as there are
// registers for; the matrix is packed for it once a call, element (i, j) of these rows side by side for each j.
// In: a program, the memory of its shared matrices, rows. Out: the products, in lanes.
#pragma once

#include <pergrad/batch/layout.hpp>

namespace pergrad {

/// How the matrix of a product in rows is packed.
struct packed_matrix {
    int rows, inner;
    int offset;  ///< of its first element among all that is packed
    constexpr int size(int lanes) const { return (rows + lanes - 1) / lanes * lanes * inner; }
};

/// Node n's; for the number of nodes, how much there is of all.
template<class Program, int Lanes>
constexpr packed_matrix packed_matrix_of(int n) {
    int offset = 0;
    for (int k = 0;; ++k) {
        const auto product = detail::as_shared_matrix_product<Program>(k < Program::g.size ? k : 0);
        const packed_matrix matrix{product.rows, product.inner, offset};
        if (k == n) return matrix;
        if (Program::p.needed[k] && layout_of_product<Program, Lanes>(k) == product_layout::rows)
            offset += matrix.size(Lanes);
    }
}

namespace detail {

/// A product in rows is computed panel by panel: a few registers of the matrix's rows times a few examples, as many sums
/// as there is room for: 2 x 8 in 32 registers, 3 x 4 in 16, or 2 x 4 where a product needs a register too.
template<class L>
inline constexpr int widest_panel = sizeof(L) != 64 && lane::fuses ? 3 : 2;
template<class L>
inline constexpr int examples_of_a_panel = std::min<int>(lane::lanes<L>, sizeof(L) == 64 ? 8 : 4);

/// How many panels are of the widest kind, of so many registers of rows: the others are of two, or of one where there is
/// but one.
constexpr int wide_panels(int registers, int widest) {
    const bool one_left = registers % widest == 1 && widest > 2 && registers > 1;
    return registers / widest - (one_left ? 1 : 0);
}
/// The registers of the panel that begins with register `first`.
constexpr int panel_registers(int registers, int widest, int first) {
    return first < wide_panels(registers, widest) * widest ? widest : std::min(registers - first, 2);
}

}  // namespace detail

/// Packs matrices for the products of a program.
template<class Program, class L>
struct matrix_packer {
    using T = lane::scalar_of<L>;
    static constexpr int lanes = lane::lanes<L>;
    static constexpr std::size_t bytes =
        lanes == 1 ? 0 : static_cast<std::size_t>(packed_matrix_of<Program, lanes>(Program::g.size).offset) * sizeof(T);

    static void pack(T* to, const auto* places) {
        if constexpr (bytes > 0)
            for_each_index<Program::g.size>([&](auto I) {
                if constexpr (Program::p.needed[I] && layout_of_product<Program, lanes>(I) == product_layout::rows) {
                    constexpr auto product = detail::as_shared_matrix_product<Program>(I);
                    constexpr int input = static_cast<int>(Program::g.attribute(product.matrix, 0));
                    constexpr int offset = packed_matrix_of<Program, lanes>(I).offset;
                    pack_one(to + offset, places[input].data, product);
                }
            });
    }

private:
    static void pack_one(T* to, const T* from, detail::shared_matrix_product of) {
        const int registers = (of.rows + lanes - 1) / lanes;
        for (int row = 0; row < of.rows;) {
            const int width = lanes * detail::panel_registers(registers, detail::widest_panel<L>, row / lanes);
            for (int j = 0; j < of.inner; ++j)
                for (int i = row; i < row + width; ++i)
                    *to++ = i < of.rows ? from[i * of.row_stride + j * of.inner_stride] : T(0);
            row += width;
        }
    }
};

/// sum_j x_j factor_j of each example's vector x, in lanes: example k is added up in register k, and all these registers
/// are reduced together. factor(j, load) gives what the registers of x from element j on are multiplied by, as a function
/// of them.
template<class L, int length>
PERGRAD_INLINE L row_dots(const lane::scalar_of<L>* vector, std::ptrdiff_t apart, auto factor) {
    using T = lane::scalar_of<L>;
    constexpr int lanes = lane::lanes<L>, whole = length / lanes * lanes;
    L sum[lanes];
    const auto add = [&](int j, auto first, auto load) PERGRAD_INLINE_LAMBDA {
        const auto factor_of = factor(j, load);
        unroll<lanes>([&](int k) PERGRAD_INLINE_LAMBDA {
            const L value = load(vector + k * apart + j);
            if constexpr (first) sum[k] = value * factor_of(value);
            else sum[k] = lane::fma(value, factor_of(value), sum[k]);
        });
    };
    const auto all = [](const T* from) PERGRAD_INLINE_LAMBDA { return lane::load<L>(from); };
    const auto part = [](const T* from) PERGRAD_INLINE_LAMBDA { return lane::load_partial<L>(from, length - whole); };
    if constexpr (whole > 0) {
        add(0, std::true_type{}, all);
#pragma GCC unroll 4
        for (int j = lanes; j < whole; j += lanes) add(j, std::false_type{}, all);
        if constexpr (whole < length) add(whole, std::false_type{}, part);
    } else {
        add(0, std::true_type{}, part);
    }
    return lane::reduce_add_rows(sum);
}

/// to[i] = sum_j matrix(i, j) vector[j] of each example, in lanes; the vectors lie `apart` from each other.
template<class L, int rows, int inner>
void row_product(L* to, const lane::scalar_of<L>* matrix, const lane::scalar_of<L>* vector, std::ptrdiff_t apart) {
    using T = lane::scalar_of<L>;
    constexpr int lanes = lane::lanes<L>, examples = detail::examples_of_a_panel<L>;
    const auto panel = [&](int first, auto registers) {
        L block[registers][lanes];
        for (int k = 0; k < lanes; k += examples) {
            const T* from = vector + k * apart;
            const T* packed = matrix;
            L sum[examples][registers];
            unroll<examples>([&](int e) PERGRAD_INLINE_LAMBDA {
                unroll<registers>([&](int r) PERGRAD_INLINE_LAMBDA { sum[e][r] = lane::broadcast<L>(0); });
            });
            for (int j = 0; j < inner; ++j, ++from, packed += registers * lanes) {
                L weight[registers];
                unroll<registers>([&](int r) PERGRAD_INLINE_LAMBDA { weight[r] = lane::load<L>(packed + r * lanes); });
                unroll<examples>([&](int e) PERGRAD_INLINE_LAMBDA {
                    const L element = lane::broadcast<L>(from[e * apart]);
                    unroll<registers>(
                        [&](int r) PERGRAD_INLINE_LAMBDA { sum[e][r] = lane::fma(element, weight[r], sum[e][r]); });
                });
            }
            unroll<examples>([&](int e) PERGRAD_INLINE_LAMBDA {
                unroll<registers>([&](int r) PERGRAD_INLINE_LAMBDA { block[r][k + e] = sum[e][r]; });
            });
        }
        matrix += registers * lanes * inner;
        for (int r = 0; r < registers; ++r) {
            lane::transpose(block[r]);
            for (int i = 0; i < lanes && first + r * lanes + i < rows; ++i) to[first + r * lanes + i] = block[r][i];
        }
    };
    constexpr int all = (rows + lanes - 1) / lanes, widest = detail::widest_panel<L>;
    constexpr int wide = detail::wide_panels(all, widest) * widest, single = (all - wide) % 2;
    for (int first = 0; first < wide; first += widest) panel(first * lanes, std::integral_constant<int, widest>{});
    for (int first = wide; first < all - single; first += 2) panel(first * lanes, std::integral_constant<int, 2>{});
    if constexpr (single > 0) panel((all - 1) * lanes, std::integral_constant<int, 1>{});
}

}  // namespace pergrad
