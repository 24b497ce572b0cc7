// Sums, products and rearrangements of arrays. All of them are linear in each operand, so that an adjoint is again one
// of them: a sum's is a broadcast, a product's are products, an element's is an assembly.
#pragma once

#include <pergrad/primitive/arithmetic.hpp>

namespace pergrad::primitive {

/// The attribute that stands for every axis at once.
inline constexpr int every_axis = -1;

struct sum;
struct broadcast;
struct transpose;
struct element;
struct assemble;

/// Sum over one axis, or over all of them. Attributes: axis, its length (for all: the size).
struct sum : structural<1> {
    static constexpr auto name = "sum";
    static constexpr bool linear = true;
    static constexpr extents shape(extents x, int axis) { return axis == every_axis ? extents{} : x.without(axis); }

    template<class Node, class S>
    PERGRAD_INLINE static void value(auto store, auto x) {
        constexpr int axis = static_cast<int>(Node::attribute(0));
        constexpr int length = static_cast<int>(Node::attribute(1));
        constexpr int stride = axis == every_axis ? 1 : Node::operand(0).stride(axis);
        constexpr int size = Node::shape.size();
        for (int i = 0; i < size; ++i) {
            const int start = i / stride * stride * length + i % stride;
            store(i, total<S, length>([&](int k) PERGRAD_INLINE_LAMBDA { return x(start + k * stride); }));
        }
    }
    static constexpr auto pullback = per_operand{
        [](auto d, auto x, auto y) { return make<broadcast>(x.shape(), {y.attribute(0), y.attribute(1)}, d); }};

    /// x(0) y(0) + ... + x(length - 1) y(length - 1), likewise.
    template<class Products, class S, int length>
    PERGRAD_INLINE static S of_products(auto x, auto y);

    /// x(0) + ... + x(length - 1) in four interleaved chains, which hides the latency of an addition.
    template<class S, int length>
    PERGRAD_INLINE static S total(auto x) {
        if constexpr (length < 8) {
            S result = x(0);
            for (int k = 1; k < length; ++k) result = result + x(k);
            return result;
        } else {
            S chain[4] = {x(0), x(1), x(2), x(3)};
            int k = 4;
#pragma GCC unroll 4
            for (; k + 4 <= length; k += 4)
                for (int c = 0; c < 4; ++c) chain[c] = chain[c] + x(k + c);
            for (; k < length; ++k) chain[0] = chain[0] + x(k);
            return (chain[0] + chain[1]) + (chain[2] + chain[3]);
        }
    }
};

/// A value repeated along a new axis, or a scalar everywhere. Attributes: axis, length. Never stored.
struct broadcast : structural<1> {
    static constexpr auto name = "broadcast";
    static constexpr bool linear = true;
    static constexpr bool is_view = true;
    static constexpr extents shape(extents x, int axis, int length) { return x.with(axis, length); }

    /// Which element of the operand stands at element i.
    template<class Node>
    static constexpr int source(int i) {
        constexpr int axis = static_cast<int>(Node::attribute(0));
        if constexpr (axis == every_axis) {
            return 0;
        } else {
            constexpr int length = static_cast<int>(Node::attribute(1)), stride = Node::shape.stride(axis);
            return i / (stride * length) * stride + i % stride;
        }
    }
    static constexpr auto pullback =
        per_operand{[](auto d, auto x, auto y) { return make<sum>(x.shape(), {y.attribute(0), y.attribute(1)}, d); }};
};

/// Rows become columns. Never stored.
struct transpose : structural<1> {
    static constexpr auto name = "transpose";
    static constexpr bool linear = true;
    static constexpr bool is_view = true;
    static constexpr extents shape(extents x) { return {.rank = 2, .length = {x.length[1], x.length[0]}}; }

    template<class Node>
    static constexpr int source(int i) {
        constexpr int rows = Node::shape.length[0], columns = Node::shape.length[1];
        return i % columns * rows + i / columns;
    }
    static constexpr auto pullback =
        per_operand{[](auto d, auto x, auto) { return make<transpose>(x.shape(), {}, d); }};
};

/// Consecutive elements, in a shape of their own: one of them, a slice along the first axis, all of them reshaped.
/// Attribute: the row-major offset of the first. Never stored.
struct element : structural<1> {
    static constexpr auto name = "element";
    static constexpr bool linear = true;
    static constexpr bool is_view = true;

    template<class Node>
    static constexpr int source(int i) {
        constexpr int offset = static_cast<int>(Node::attribute(0));
        return offset + i;
    }
    static constexpr auto pullback =
        per_operand{[](auto d, auto x, auto y) { return make<assemble>(x.shape(), {y.attribute(0)}, d); }};
};

/// An array of which each operand makes consecutive elements, and all others are zero. Attributes: the offsets.
struct assemble : structural<1> {
    static constexpr auto name = "assemble";
    static constexpr bool linear = true;
    static constexpr bool variadic = true;

    template<class Node, class S>
    PERGRAD_INLINE static void value(auto store, auto... x) {
        for (int i = 0; i < Node::shape.size(); ++i) store(i, S(0));
        const auto put = [&](auto k, auto from) PERGRAD_INLINE_LAMBDA {
            constexpr int offset = static_cast<int>(Node::attribute(k)), size = Node::operand(k).size();
            for (int i = 0; i < size; ++i) store(offset + i, S(from(i)));
        };
        [&]<int... K>(std::integer_sequence<int, K...>) PERGRAD_INLINE_LAMBDA {
            [[maybe_unused]] const int done[] = {0, (put(std::integral_constant<int, K>{}, x), 0)...};
        }(std::make_integer_sequence<int, sizeof...(x)>{});
    }
    static constexpr auto pullback =
        per_operand{[](auto d, auto x, auto y) { return make<element>(x.shape(), {y.attribute(0)}, d); }};
};

/// Products and their sums. Guarded: zero annihilates, of numbers that are adjoints, or in the tangents of dual numbers.
template<bool guarded, class S>
struct products {
    template<class X, class Y>
    PERGRAD_INLINE static S of(X x, Y y) {
        if constexpr (!guarded) return S(x * y);
        else if constexpr (symbolic<S>) return S(S::algebra::template apply_guarded<multiply, true>(x, y));
        else return guarded_multiply::value(x, y);
    }
    /// x y + z: with one rounding in lanes where the machine has it.
    template<class X, class Y>
    PERGRAD_INLINE static S added(X x, Y y, S z) {
        if constexpr (!guarded && lane::number<S>) return lane::fma(x, y, z);
        else return z + of(x, y);
    }
};

template<class Products, class S, int length>
PERGRAD_INLINE S sum::of_products(auto x, auto y) {
    if constexpr (length < 8) {
        S result = Products::of(x(0), y(0));
        for (int k = 1; k < length; ++k) result = Products::added(x(k), y(k), result);
        return result;
    } else {
        S chain[4];
        for (int c = 0; c < 4; ++c) chain[c] = Products::of(x(c), y(c));
        int k = 4;
#pragma GCC unroll 4
        for (; k + 4 <= length; k += 4)
            for (int c = 0; c < 4; ++c) chain[c] = Products::added(x(k + c), y(k + c), chain[c]);
        for (; k < length; ++k) chain[0] = Products::added(x(k), y(k), chain[0]);
        return (chain[0] + chain[1]) + (chain[2] + chain[3]);
    }
}

/// The matrix product, (m, k) by (k, n), of which all five dot products and the outer product are cases: a vector is a
/// matrix with one row or one column. Attributes: m, k, n, whether the left one is stored transposed, and the right
/// one, and whether zero annihilates.
struct product : structural<2> {
    static constexpr auto name = "dot";

    template<class Node>
    static constexpr int rows = static_cast<int>(Node::attribute(0));
    template<class Node>
    static constexpr int inner = static_cast<int>(Node::attribute(1));
    template<class Node>
    static constexpr int columns = static_cast<int>(Node::attribute(2));

    /// Where element (i, j) of the left and of the right matrix is stored.
    template<class Node>
    static constexpr int left(int i, int j) {
        constexpr bool transposed = Node::attribute(3) == 1;
        return transposed ? j * rows<Node> + i : i * inner<Node> + j;
    }
    template<class Node>
    static constexpr int right(int i, int j) {
        constexpr bool transposed = Node::attribute(4) == 1;
        return transposed ? j * inner<Node> + i : i * columns<Node> + j;
    }

    template<class Node, class S>
    PERGRAD_INLINE static void value(auto store, auto a, auto b) {
        constexpr int m = rows<Node>, k = inner<Node>, n = columns<Node>;
        using number_products = products<Node::attribute(5) == 1 || Node::guards_tangents, S>;
        if constexpr (m * n == 1) {
            store(0, sum::of_products<number_products, S, k>(a, b));
        } else {
            constexpr int block = largest_block(m * n);
            for (int start = 0; start < m * n; start += block) {
                S total[block];
                const auto add_products = [&](int j, auto first) PERGRAD_INLINE_LAMBDA {
#pragma GCC unroll 8
                    for (int r = 0; r < block; ++r) {
                        const auto left_element = a(left<Node>((start + r) / n, j));
                        const auto right_element = b(right<Node>(j, (start + r) % n));
                        if constexpr (first) total[r] = number_products::of(left_element, right_element);
                        else total[r] = number_products::added(left_element, right_element, total[r]);
                    }
                };
                add_products(0, std::true_type{});
                if constexpr (k <= 8)
                    unroll<k - 1>([&](int j) PERGRAD_INLINE_LAMBDA { add_products(j + 1, std::false_type{}); });
                else
                    for (int j = 1; j < k; ++j) add_products(j, std::false_type{});
#pragma GCC unroll 8
                for (int r = 0; r < block; ++r) store(start + r, total[r]);
            }
        }
    }

    /// How many results are accumulated side by side: the largest divisor up to 8.
    static constexpr int largest_block(int size) {
        for (int block = 8; block > 1; --block)
            if (size % block == 0) return block;
        return 1;
    }

    /// C = A B: the adjoint of A is D transpose(B), that of B is transpose(A) D; of a stored transpose, the transpose.
    static constexpr auto pullback =
        per_operand{[](auto d, auto a, auto b, auto y) {
                        const auto m = y.attribute(0), k = y.attribute(1), n = y.attribute(2);
                        const auto ta = y.attribute(3), tb = y.attribute(4);
                        return ta ? make<product>(a.shape(), {k, n, m, tb, 1}, b, d)
                                  : make<product>(a.shape(), {m, n, k, 0, 1 - tb}, d, b);
                    },
                    [](auto d, auto a, auto b, auto y) {
                        const auto m = y.attribute(0), k = y.attribute(1), n = y.attribute(2);
                        const auto ta = y.attribute(3), tb = y.attribute(4);
                        return tb ? make<product>(b.shape(), {n, m, k, 1, ta}, d, a)
                                  : make<product>(b.shape(), {k, m, n, 1 - ta, 0}, a, d);
                    }};
    static constexpr auto pushforward = per_operand{
        [](auto t, auto, auto b, auto y) {
            return make<product>(
                y.shape(), {y.attribute(0), y.attribute(1), y.attribute(2), y.attribute(3), y.attribute(4)}, t, b);
        },
        [](auto t, auto a, auto, auto y) {
            return make<product>(
                y.shape(), {y.attribute(0), y.attribute(1), y.attribute(2), y.attribute(3), y.attribute(4)}, a, t);
        }};
};

/// The inner product of two arrays of one size.
constexpr auto inner_product(auto a, auto b) { return make<product>({}, {1, a.shape().size(), 1, 0, 0}, a, b); }

}  // namespace pergrad::primitive
