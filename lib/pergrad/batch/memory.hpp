// The user's memory as it lies there: where it begins, how long its axes are and how far apart. In: a number, a
// contiguous range, nested arrays, an Eigen matrix or an mdspan. Out: `memory<T>`, read by its strides.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <type_traits>

namespace pergrad {

/// rank and length tell the axes; `flat` memory is one contiguous run of length[0] elements that fits any shape.
template<class T>
struct memory {
    const T* data = nullptr;
    bool flat = false;
    int rank = 0;
    std::ptrdiff_t length[5] = {};
    std::ptrdiff_t stride[5] = {};
};

namespace detail {

template<class X>
concept number_like = std::is_arithmetic_v<X>;

/// Eigen's dense matrices and vectors, recognised by what they offer.
template<class X>
concept eigen_like = requires(const X& x) {
    typename X::Scalar;
    { x.data() } -> std::convertible_to<const typename X::Scalar*>;
    x.rows();
    x.cols();
    x.rowStride();
    x.colStride();
    { X::IsVectorAtCompileTime } -> std::convertible_to<int>;
};

/// std::mdspan and its kin.
template<class X>
concept mdspan_like = requires(const X& x) {
    typename X::element_type;
    requires std::same_as<typename X::reference, typename X::element_type&>;  // no accessor that computes
    { x.data_handle() } -> std::convertible_to<const typename X::element_type*>;
    { X::rank() } -> std::convertible_to<std::size_t>;
    x.extent(0);
    x.stride(0);
};

template<class X>
concept contiguous = std::ranges::contiguous_range<const X&> && std::ranges::sized_range<const X&>;

/// What a contiguous range consists of in the end, and how deep it is nested; the inner lengths are those of the types.
template<class X>
struct nested {
    using element = std::remove_cv_t<X>;
    static constexpr int depth = 0;
    static constexpr std::ptrdiff_t inner_size = 1;
};
template<class X, std::size_t N>
struct nested<X[N]> : nested<X> {
    static constexpr int depth = nested<X>::depth + 1;
    static constexpr std::ptrdiff_t own_length = N, inner_size = N * nested<X>::inner_size;
};
template<class X, std::size_t N>
struct nested<std::array<X, N>> : nested<X> {
    static constexpr int depth = nested<X>::depth + 1;
    static constexpr std::ptrdiff_t own_length = N, inner_size = N * nested<X>::inner_size;
};

template<class X>
constexpr void inner_lengths(std::ptrdiff_t* length) {
    if constexpr (nested<X>::depth > 0) {
        *length = nested<X>::own_length;
        if constexpr (std::is_array_v<X>) inner_lengths<std::remove_extent_t<X>>(length + 1);
        else inner_lengths<typename X::value_type>(length + 1);
    }
}

template<class T>
void row_major(memory<T>& m) {
    std::ptrdiff_t step = 1;
    for (int axis = m.rank - 1; axis >= 0; --axis) {
        m.stride[axis] = step;
        step *= m.length[axis];
    }
}

template<class X>
using range_element = std::remove_cvref_t<std::ranges::range_reference_t<const X&>>;

template<class T>
const T* innermost(const T* p) {
    return p;
}
template<class X, std::size_t N>
auto* innermost(const X (*p)[N]) {
    return innermost(&(*p)[0]);
}
template<class X, std::size_t N>
auto* innermost(const std::array<X, N>* p) {
    return innermost(p->data());
}

}  // namespace detail

/// Describes a type of memory: its element, its rank (or that it is flat), and how to look at it.
template<class X>
struct memory_of {
    static constexpr bool readable = false;
};

template<detail::number_like X>
struct memory_of<X> {
    using element = X;
    static constexpr bool readable = true, flat = false;
    static constexpr int rank = 0;
    static memory<X> look(const X& x) { return {.data = &x}; }
};

template<class X>
    requires(detail::contiguous<X> && !detail::eigen_like<X> &&
             std::is_arithmetic_v<typename detail::nested<detail::range_element<X>>::element>)
struct memory_of<X> {
    using row = detail::range_element<X>;
    using element = typename detail::nested<row>::element;
    static constexpr bool readable = true, flat = detail::nested<row>::depth == 0;
    static constexpr int rank = 1 + detail::nested<row>::depth;
    static_assert(rank <= 5, "pergrad: memory has at most five axes");
    static memory<element> look(const X& x) {
        memory<element> m{.data = detail::innermost(std::ranges::data(x)), .flat = flat, .rank = rank};
        m.length[0] = static_cast<std::ptrdiff_t>(std::ranges::size(x));
        detail::inner_lengths<row>(m.length + 1);
        detail::row_major(m);
        return m;
    }
};

template<detail::eigen_like X>
struct memory_of<X> {
    using element = typename X::Scalar;
    static constexpr bool readable = true, flat = false;
    static constexpr int rank = X::IsVectorAtCompileTime ? 1 : 2;
    static memory<element> look(const X& x) {
        if constexpr (rank == 1)
            return {x.data(), false, 1, {x.size()}, {x.rows() == 1 ? x.colStride() : x.rowStride()}};
        else return {x.data(), false, 2, {x.rows(), x.cols()}, {x.rowStride(), x.colStride()}};
    }
};

template<detail::mdspan_like X>
struct memory_of<X> {
    using element = std::remove_cv_t<typename X::element_type>;
    static constexpr bool readable = true, flat = false;
    static constexpr int rank = static_cast<int>(X::rank());
    static_assert(rank <= 5, "pergrad: memory has at most five axes");
    static memory<element> look(const X& x) {
        memory<element> m{.data = x.data_handle(), .rank = rank};
        for (int axis = 0; axis < rank; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            m.length[axis] = static_cast<std::ptrdiff_t>(x.extent(a));
            m.stride[axis] = static_cast<std::ptrdiff_t>(x.stride(a));
        }
        return m;
    }
};

}  // namespace pergrad
