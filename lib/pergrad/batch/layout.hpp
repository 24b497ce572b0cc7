// How a tile holds its values: in lanes (lane k is example k, the elements one after the other) or in rows (an example's
// elements side by side, as they lie in the user's memory). Lanes suit what is computed element by element; rows suit
// long results, which are written along them, and dot products of inputs, which need no transposition that way.
// In: a program and the number of lanes. Out: for each result, node and input, whether it goes along rows.
#pragma once

#include <pergrad/batch/program.hpp>

namespace pergrad {

/// Which results are handled along their rows: outer products whose rows fill at least one register.
template<class Program, int Lanes>
constexpr bool along_rows(int s) {
    return Lanes > 1 && !Program::is_dual && Program::p.results.of[s].factored() &&
           Program::p.results.of[s].columns >= Lanes;
}

namespace detail {

/// An input with an entry for each example lies there as rows already.
template<class Program>
constexpr bool lies_in_rows(int n) {
    return is<primitive::input>(Program::g, n) && Program::g.nodes[n].per_example;
}

/// Node n as a shared matrix, of which element (i, j) is stored at i row_stride + j inner_stride, times a vector of the
/// example.
struct shared_matrix_product {
    int matrix, vector;  ///< nodes; -1: it is nothing of the kind
    int rows, inner;
    int row_stride, inner_stride;
};

template<class Program>
constexpr shared_matrix_product as_shared_matrix_product(int n) {
    const graph& g = Program::g;
    constexpr shared_matrix_product none{-1, -1, 0, 0, 0, 0};
    if (!is<primitive::product>(g, n) || g.attribute(n, 5) == 1) return none;
    const int a = g.operand(n, 0), b = g.operand(n, 1);
    const int rows = static_cast<int>(g.attribute(n, 0)), inner = static_cast<int>(g.attribute(n, 1));
    const int columns = static_cast<int>(g.attribute(n, 2));
    const bool transposed[2] = {g.attribute(n, 3) == 1, g.attribute(n, 4) == 1};
    const auto fits = [&](int matrix, int vector) {
        return lies_in_rows<Program>(vector) && is<primitive::input>(g, matrix) && !g.nodes[matrix].per_example;
    };
    if (columns == 1 && fits(a, b)) return {a, b, rows, inner, transposed[0] ? 1 : inner, transposed[0] ? rows : 1};
    if (rows == 1 && fits(b, a)) return {b, a, columns, inner, transposed[1] ? inner : 1, transposed[1] ? 1 : columns};
    return none;
}

}  // namespace detail

/// Where the product of a shared matrix and an example's vector is computed.
enum class product_layout {
    lanes,     ///< the vector turned to lanes
    row_dots,  ///< each row's dot product along the vector, those of all examples reduced together
    rows       ///< a block of the matrix's rows, packed side by side, times a block of examples, in registers
};

namespace detail {

/// The cheapest layout, by the instructions that a tile takes: two loads or multiplications, or one shuffle, at a time.
/// Turning a block takes lanes log2(lanes) shuffles, reducing one 3 (lanes - 1) instructions. (With AVX-512: 64 and 45.)
constexpr product_layout cheapest_layout(const shared_matrix_product& of, int lanes) {
    constexpr int elements_in_cache = 8192;  // of what is read again and again: a large part of a 48 KiB L1
    const auto registers = [&](int elements) { return (elements + lanes - 1) / lanes; };
    int turn = 0;
    for (int rest = lanes; rest > 1; rest /= 2) turn += lanes;
    const int from_memory = of.inner * lanes > elements_in_cache ? 2 : 1;
    const int in_lanes = registers(of.inner) * turn + of.rows * of.inner * 9 / 16 * from_memory;
    const int in_row_dots = of.rows * (registers(of.inner) * (lanes + 1) / 2 * from_memory + 3 * (lanes - 1));
    const int in_rows = registers(of.rows) * (of.inner * lanes / 2 + turn);
    const bool can_dot = of.inner_stride == 1 && of.inner >= lanes;
    if (can_dot && in_row_dots < in_lanes && in_row_dots <= in_rows) return product_layout::row_dots;
    return in_rows < in_lanes ? product_layout::rows : product_layout::lanes;
}

/// Whether node n reads its operand along the rows.
template<class Program, int Lanes>
constexpr bool prefers_rows(int n) {
    const shared_matrix_product product = as_shared_matrix_product<Program>(n);
    return product.vector >= 0 && cheapest_layout(product, Lanes) != product_layout::lanes;
}

}  // namespace detail

/// Whether input node n is read along its rows and in no other way.
template<class Program, int Lanes>
constexpr bool read_as_rows(int n) {
    const graph& g = Program::g;
    if (Lanes == 1 || Program::is_dual || !Program::p.unrolled || !detail::lies_in_rows<Program>(n)) return false;
    for (int s = 0; s < Program::p.results.count; ++s) {
        const segment& of = Program::p.results.of[s];
        if (of.left == n || (of.right == n && !along_rows<Program, Lanes>(s))) return false;
    }
    for (int user = 0; user < g.size; ++user)
        for (int k = 0; k < g.nodes[user].operand_count; ++k)
            if (Program::p.needed[user] && g.operand(user, k) == n && !detail::prefers_rows<Program, Lanes>(user))
                return false;
    return true;
}

/// Where the product at node n is computed.
template<class Program, int Lanes>
constexpr product_layout layout_of_product(int n) {
    const detail::shared_matrix_product product = detail::as_shared_matrix_product<Program>(n);
    if (product.vector < 0 || !read_as_rows<Program, Lanes>(product.vector)) return product_layout::lanes;
    return detail::cheapest_layout(product, Lanes);
}

/// Inputs that are read as rows, so that a call has to bind them as such.
template<class Program, int Lanes>
constexpr bool needs_rows(int input) {
    for (int s = 0; s < Program::p.results.count; ++s) {
        const int right = Program::p.results.of[s].right;
        if (along_rows<Program, Lanes>(s) && detail::lies_in_rows<Program>(right) &&
            Program::g.attribute(right, 0) == input)
            return true;
    }
    for (int n = 0; n < Program::g.size; ++n)
        if (detail::is<primitive::input>(Program::g, n) && Program::g.attribute(n, 0) == input &&
            Program::p.needed[n] && read_as_rows<Program, Lanes>(n))
            return true;
    return false;
}

}  // namespace pergrad
