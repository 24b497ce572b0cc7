// Sums, products and rearrangements of arrays as a user writes them. Each function checks ranks and lengths, and says
// the shape of what comes out.
#pragma once

#include <pergrad/expression/constant.hpp>
#include <pergrad/expression/functions.hpp>
#include <pergrad/primitive/extreme.hpp>
#include <pergrad/primitive/softmax.hpp>

namespace pergrad {
namespace detail {

template<fixed_string Function, is_expression X, int Rank>
constexpr bool rank_fits() {
    if constexpr (X::shape::value.rank == Rank) return true;
    else return sizeof(typename error::rank_does_not_fit<Function, label<X>, typename X::shape>::stop) > 0;
}

template<is_expression X, int Axis, int Axes>
constexpr bool axis_fits() {
    if constexpr (Axis >= 0 && Axis < Axes) return true;
    else return sizeof(typename error::axis_out_of_range<label<X>, typename X::shape, Axis>::stop) > 0;
}

/// The row-major offset of constant indices.
template<is_expression X, class... Index>
constexpr long long offset_of() {
    constexpr extents e = X::shape::value;
    constexpr double index[] = {Index::value...};
    constexpr bool fits = [&] {
        if (e.rank != static_cast<int>(sizeof...(Index))) return false;
        for (int axis = 0; axis < e.rank; ++axis)
            if (!(index[axis] >= 0 && index[axis] < e.length[axis] && index[axis] == static_cast<int>(index[axis])))
                return false;
        return true;
    }();
    if constexpr (fits) {
        long long offset = 0;
        for (int axis = 0; axis < e.rank; ++axis) offset = offset * e.length[axis] + static_cast<int>(index[axis]);
        return offset;
    } else {
        return sizeof(typename error::index_out_of_range<label<X>, typename X::shape, Index::value...>::stop);
    }
}

}  // namespace detail

/// The sum of all elements.
template<is_expression X>
constexpr auto sum(X x) {
    if constexpr (X::shape::value.rank == 0) return x;
    else return build<use<primitive::sum, primitive::every_axis, X::shape::value.size()>, shape<>>(x);
}

/// sum<axis>(x): the sums along one axis, which disappears.
template<int Axis, is_expression X>
constexpr auto sum(X x) {
    constexpr extents e = X::shape::value;
    if constexpr (detail::axis_fits<X, Axis, e.rank>())
        return build<use<primitive::sum, Axis, e.length[Axis]>, shape_of<e.without(Axis)>>(x);
}

/// The mean of all elements.
template<is_expression X>
constexpr auto mean(X x) {
    return sum(x) / PERGRAD_CONSTANT(X::shape::value.size()){};
}

/// The sum of the squares of all elements.
template<is_expression X>
constexpr auto squared_norm(X x) {
    return sum(square(x));
}

/// broadcast<axis, length>(x): x repeated `length` times along a new axis; broadcast<0, 3>(b) has b as each of 3 rows.
template<int Axis, int Length, is_expression X>
constexpr auto broadcast(X x) {
    constexpr extents e = X::shape::value;
    if constexpr (detail::axis_fits<X, Axis, e.rank + 1>())
        return build<use<primitive::broadcast, Axis, Length>, shape_of<e.with(Axis, Length)>>(x);
}

/// The largest of all elements; those that are equal to it share the slope.
template<is_expression X>
constexpr auto max(X x) {
    return build<primitive::largest, shape<>>(x);
}
/// The smallest of all elements, likewise.
template<is_expression X>
constexpr auto min(X x) {
    return build<primitive::smallest, shape<>>(x);
}

/// The Euclidean norm of all elements; its gradient at 0 is 0.
template<is_expression X>
constexpr auto norm(X x) {
    return sqrt(squared_norm(x));
}

/// reshape<3, 4>(x): the same elements, in row-major order, in another shape.
template<int... Length, is_expression X>
constexpr auto reshape(X x) {
    if constexpr (shape<Length...>::value.size() == X::shape::value.size())
        return build<use<primitive::element, 0>, shape<Length...>>(x);
    else
        return typename error::reshape_to_another_number_of_elements<label<X>, typename X::shape,
                                                                     shape<Length...>>::stop{};
}

/// slice<first, length>(x): so many entries along the first axis.
template<int First, int Length, is_expression X>
constexpr auto slice(X x) {
    constexpr extents e = X::shape::value;
    if constexpr (e.rank > 0 && First >= 0 && Length > 0 && First + Length <= (e.rank > 0 ? e.length[0] : 0))
        return build<use<primitive::element, First * e.stride(0)>, shape_of<e.without(0).with(0, Length)>>(x);
    else return typename error::slice_out_of_range<label<X>, typename X::shape, First, Length>::stop{};
}

/// x, y and so on behind each other along the first axis; the other axes agree.
template<is_expression X, is_expression Y>
constexpr auto concatenate(X x, Y y) {
    constexpr extents a = X::shape::value, b = Y::shape::value;
    if constexpr (a.rank > 0 && b.rank > 0 && a.without(0) == b.without(0))
        return build<use<primitive::assemble, 0, a.size()>, shape_of<a.without(0).with(0, a.length[0] + b.length[0])>>(
            x, y);
    else
        return typename error::shapes_differ<"concatenate", label<X>, typename X::shape, label<Y>,
                                             typename Y::shape>::stop{};
}
template<is_expression X, is_expression Y, is_expression Z, is_expression... Rest>
constexpr auto concatenate(X x, Y y, Z z, Rest... rest) {
    return concatenate(concatenate(x, y), z, rest...);
}

/// The transpose of a matrix.
template<is_expression X>
constexpr auto transpose(X x) {
    if constexpr (detail::rank_fits<"transpose", X, 2>())
        return build<primitive::transpose, shape_of<primitive::transpose::shape(X::shape::value)>>(x);
}

/// As jnp.dot for ranks 0 to 2: a scalar scales, two vectors have an inner product, a matrix and a vector (or a vector
/// and a matrix, or two matrices) a product over the last axis of a and the first axis of b.
template<is_expression A, is_expression B>
constexpr auto dot(A a, B b) {
    constexpr extents left = A::shape::value, right = B::shape::value;
    if constexpr (left.rank == 0 || right.rank == 0) {
        return a * b;
    } else if constexpr (left.rank > 2 || right.rank > 2 || left.length[left.rank - 1] != right.length[0]) {
        return typename error::dot_lengths_differ<label<A>, typename A::shape, label<B>, typename B::shape>::stop{};
    } else {
        constexpr int inner = right.length[0], rows = left.size() / inner, columns = right.size() / inner;
        constexpr extents result = left.without(left.rank - 1).then(right.without(0));
        return build<use<primitive::product, rows, inner, columns, 0, 0, 0>, shape_of<result>>(a, b);
    }
}

/// The outer product of two vectors: element (i, j) is a_i b_j.
template<is_expression A, is_expression B>
constexpr auto outer(A a, B b) {
    constexpr extents left = A::shape::value, right = B::shape::value;
    if constexpr (detail::rank_fits<"outer", A, 1>() && detail::rank_fits<"outer", B, 1>())
        return build<use<primitive::product, left.size(), 1, right.size(), 0, 0, 0>, shape_of<left.then(right)>>(a, b);
}

/// log sum_i exp(x_i) over a vector.
template<is_expression X>
constexpr auto logsumexp(X x) {
    if constexpr (detail::rank_fits<"logsumexp", X, 1>()) return build<primitive::logsumexp, shape<>>(x);
}

/// exp(x_i) / sum_j exp(x_j) over a vector.
template<is_expression X>
constexpr auto softmax(X x) {
    if constexpr (detail::rank_fits<"softmax", X, 1>()) return build<primitive::softmax, typename X::shape>(x);
}

/// x - logsumexp(x) of a vector: the logarithms of softmax.
template<is_expression X>
constexpr auto log_softmax(X x) {
    if constexpr (detail::rank_fits<"log_softmax", X, 1>()) return build<primitive::log_softmax, typename X::shape>(x);
}

/// -log softmax(logits)_label. The label is an integer variable; out of range when it is bound, it is an error.
template<is_expression Logits, is_expression Label>
constexpr auto softmax_cross_entropy(Logits logits, Label label) {
    using P = primitive::softmax_cross_entropy;
    if constexpr (detail::rank_fits<"softmax_cross_entropy", Logits, 1>() &&
                  detail::rank_fits<"softmax_cross_entropy", Label, 0>())
        return build<use<P, Logits::shape::value.size()>, shape<>>(logits, label);
}

template<class Self>
template<class Index>
constexpr auto indexable<Self>::operator[](Index) const {
    if constexpr (!is_constant<Index>)
        return typename error::index_must_be_a_constant_write_it_with_underscore_c<label<Self>, Index>::stop{};
    else
        return build<use<primitive::element, detail::offset_of<Self, Index>()>, shape<>>(
            static_cast<const Self&>(*this));
}
template<class Self>
template<class Row, class Column>
constexpr auto indexable<Self>::operator()(Row, Column) const {
    if constexpr (!is_constant<Row> || !is_constant<Column>)
        return typename error::index_must_be_a_constant_write_it_with_underscore_c<label<Self>, Row, Column>::stop{};
    else
        return build<use<primitive::element, detail::offset_of<Self, Row, Column>()>, shape<>>(
            static_cast<const Self&>(*this));
}

}  // namespace pergrad
