// The memory that is bound to a variable, checked against its shape before anything runs. In: a name, a shape, memory.
// Out: `input_view`, the strides by which it is read; std::invalid_argument with name, found and needed.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <pergrad/batch/memory.hpp>
#include <pergrad/primitive/extents.hpp>

namespace pergrad {

/// How an input is bound.
enum class role { shared, each_first, each_last, each_chosen };

/// One input as it lies in memory. Element (i, j, ...) of example n stands at data + n example_stride + i stride[0] +
/// ...
template<class T>
struct input_view {
    const T* data = nullptr;
    std::ptrdiff_t example_stride = 0;
    std::ptrdiff_t stride[4] = {};
    std::ptrdiff_t examples = 0;

    /// Element i in row-major order.
    const T& element(extents e, std::ptrdiff_t n, int i) const {
        const T* p = data + n * example_stride;
        for (int axis = e.rank - 1; axis >= 0; --axis) {
            p += i % e.length[axis] * stride[axis];
            i /= e.length[axis];
        }
        return *p;
    }
    /// The distance of neighbouring elements if it is the same everywhere, else 0.
    std::ptrdiff_t element_stride(extents e) const {
        if (e.rank == 0) return 1;
        for (int axis = 0; axis + 1 < e.rank; ++axis)
            if (stride[axis] != stride[axis + 1] * e.length[axis + 1]) return 0;
        return stride[e.rank - 1];
    }
    /// The first and the last byte that a call reads.
    std::pair<const void*, const void*> range(extents e) const {
        if (data == nullptr) return {nullptr, nullptr};  // of no examples
        const T *low = data, *high = data;
        const auto widen = [&](std::ptrdiff_t distance) { (distance < 0 ? low : high) += distance; };
        if (examples > 0) widen((examples - 1) * example_stride);
        for (int axis = 0; axis < e.rank; ++axis) widen((e.length[axis] - 1) * stride[axis]);
        return {low, high + 1};
    }
};

[[noreturn]] inline void refuse(std::string_view name, const std::string& found, const std::string& needed) {
    throw std::invalid_argument("pergrad: \"" + std::string(name) + "\" has " + found + ", needed: " + needed);
}

inline std::string text_of_shape(extents e) {
    std::string text = "(";
    for (int axis = 0; axis < e.rank; ++axis) text += (axis > 0 ? ", " : "") + std::to_string(e.length[axis]);
    return text + ")";
}

namespace detail {

template<class T>
std::string text_of_lengths(const memory<T>& m) {
    std::string text = "(";
    for (int axis = 0; axis < m.rank; ++axis) text += (axis > 0 ? ", " : "") + std::to_string(m.length[axis]);
    return text + ")";
}

/// Flat memory takes the variable's shape, with the examples first or last.
template<class T>
input_view<T> view_of_flat(std::string_view name, const memory<T>& m, extents e, role how) {
    input_view<T> view{.data = m.data};
    const std::ptrdiff_t size = e.size(), length = m.length[0];
    if (how == role::shared && length != size)
        refuse(name, std::to_string(length) + " elements",
               std::to_string(size) + ", for the shape " + text_of_shape(e));
    if (how != role::shared && length % size != 0)
        refuse(name, std::to_string(length) + " elements",
               "a multiple of " + std::to_string(size) + ", one entry of the shape " + text_of_shape(e) +
                   " for each example");
    view.examples = how == role::shared ? 0 : length / size;
    const std::ptrdiff_t apart = how == role::each_last ? view.examples : 1;
    view.example_stride = how == role::shared ? 0 : how == role::each_last ? 1 : size;
    for (int axis = 0; axis < e.rank; ++axis) view.stride[axis] = e.stride(axis) * apart;
    return view;
}

/// Memory with axes of its own has the axes of the variable, and one for the examples.
template<class T>
input_view<T> view_of_axes(std::string_view name, const memory<T>& m, extents e, role how) {
    input_view<T> view{.data = m.data};
    const int example_axis = how == role::shared ? -1 : how == role::each_last ? m.rank - 1 : 0;
    int axis = 0;
    for (int k = 0; k < m.rank; ++k) {
        if (k == example_axis) {
            view.examples = m.length[k];
            view.example_stride = m.stride[k];
        } else {
            if (m.length[k] != e.length[axis])
                refuse(name, "the shape " + text_of_lengths(m),
                       text_of_shape(e) + (how == role::shared      ? ""
                                           : how == role::each_last ? ", and the examples along the last axis"
                                                                    : ", and the examples along the first axis"));
            view.stride[axis++] = m.stride[k];
        }
    }
    return view;
}

}  // namespace detail

/// What an input reads, or std::invalid_argument.
template<class T>
input_view<T> view_input(std::string_view name, const memory<T>& m, extents e, role how) {
    return m.flat ? detail::view_of_flat(name, m, e, how) : detail::view_of_axes(name, m, e, how);
}

}  // namespace pergrad
