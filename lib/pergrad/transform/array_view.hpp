// A view of strided memory with several axes: how results are read. In: memory, lengths, strides. Out: elements by
// (i, j, ...), and a range of them in row-major order.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <ranges>
#include <type_traits>

namespace pergrad {

/// Strided memory with `Rank` axes. Elements by (i, j, ...); begin() to end() in row-major order; one of rank 0 is its
/// element.
template<class T, int Rank>
class array_view {
public:
    using value_type = std::remove_const_t<T>;

    class iterator;
    using const_iterator = iterator;

    array_view() = default;
    array_view(T* data, const std::array<std::ptrdiff_t, Rank>& length, const std::array<std::ptrdiff_t, Rank>& stride)
        : first(data), lengths(length), strides(stride) {}

    template<class... Index>
        requires(sizeof...(Index) == Rank)
    T& operator()(Index... index) const {
        const std::ptrdiff_t at[] = {static_cast<std::ptrdiff_t>(index)..., 0};
        T* p = first;
        for (int axis = 0; axis < Rank; ++axis) p += at[axis] * strides[static_cast<std::size_t>(axis)];
        return *p;
    }
    operator value_type() const
        requires(Rank == 0)
    {
        return *first;
    }

    /// Element i in row-major order.
    T& element(std::ptrdiff_t i) const {
        T* p = first;
        for (std::size_t axis = Rank; axis-- > 0;) {
            p += i % lengths[axis] * strides[axis];
            i /= lengths[axis];
        }
        return *p;
    }
    std::size_t size() const {
        std::size_t product = 1;
        for (auto length : lengths) product *= static_cast<std::size_t>(length);
        return product;
    }
    std::ptrdiff_t extent(int axis) const { return lengths[static_cast<std::size_t>(axis)]; }
    std::ptrdiff_t stride(int axis) const { return strides[static_cast<std::size_t>(axis)]; }
    static constexpr int rank() { return Rank; }
    T* data() const { return first; }
    iterator begin() const { return {*this, 0}; }
    iterator end() const { return {*this, static_cast<std::ptrdiff_t>(size())}; }

private:
    T* first = nullptr;
    std::array<std::ptrdiff_t, Rank> lengths{}, strides{};
};

template<class T, int Rank>
class array_view<T, Rank>::iterator {
public:
    using value_type = std::remove_const_t<T>;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using reference = T&;
    using pointer = T*;

    iterator() = default;
    iterator(const array_view& view, std::ptrdiff_t start) : of(view), at(start) {}
    T& operator*() const { return of.element(at); }
    iterator& operator++() {
        ++at;
        return *this;
    }
    iterator operator++(int) {
        iterator old = *this;
        ++at;
        return old;
    }
    bool operator==(const iterator& other) const { return at == other.at; }

private:
    array_view of;  // a copy: iterators outlive the view, as those of std::span do
    std::ptrdiff_t at = 0;
};

}  // namespace pergrad

template<class T, int Rank>
inline constexpr bool std::ranges::enable_borrowed_range<pergrad::array_view<T, Rank>> = true;
