// What transforms of second order and of residuals return: matrices of derivatives, by variable, as views into one
// array. In: the numbers that a run wrote, a row or a column for each direction. Out: H(w, b), J[w], flat().
#pragma once

#include <pergrad/transform/result.hpp>

namespace pergrad {
namespace detail {

/// A matrix in the memory of an example: the distance from row to row, and from column to column.
struct matrix_layout {
    std::ptrdiff_t rows, columns, row_stride, column_stride;

    constexpr std::ptrdiff_t size() const { return rows * columns; }
};

/// The part of each example's matrix that begins at `data`: the rows in their shape, then the columns in theirs.
template<bool batch, extents Rows, extents Columns, class T>
auto block_of(T* data, std::size_t examples, const matrix_layout& layout) {
    constexpr int first = batch ? 1 : 0, rank = first + Rows.rank + Columns.rank;
    std::array<std::ptrdiff_t, rank> length{}, stride{};
    if constexpr (batch) {
        length[0] = static_cast<std::ptrdiff_t>(examples);
        stride[0] = layout.size();
    }
    const auto put = [&](int from, const extents& shape, std::ptrdiff_t unit) {
        for (int axis = 0; axis < shape.rank; ++axis) {
            length[static_cast<std::size_t>(from + axis)] = shape.length[axis];
            stride[static_cast<std::size_t>(from + axis)] = shape.stride(axis) * unit;
        }
    };
    put(first, Rows, layout.row_stride);
    put(first + Rows.rank, Columns, layout.column_stride);
    return array_view<T, rank>(data, length, stride);
}

template<class Wrt, class Variable>
constexpr int known_place_of() {
    constexpr int place = place_of<Wrt, Variable>();
    if constexpr (place < 0) return sizeof(typename error::result_has_no_derivative_by<Variable::name>::stop);
    else return place;
}

/// Memory of one matrix, or of one for each example.
template<class T, std::size_t Size, bool batch>
class matrix_memory {
public:
    explicit matrix_memory(T* destination)
        requires(!batch)
        : matrix_memory(destination, 1) {}
    matrix_memory(std::size_t count, T* destination)
        requires batch
        : matrix_memory(destination, count) {}

    /// The number of examples.
    std::size_t size() const
        requires batch
    {
        return examples;
    }
    T* data() { return numbers; }
    T* values() { return nullptr; }
    T loss{};  // of a mean's division: there is none

protected:
    std::size_t examples;
    aligned_array<T> own;
    T* numbers;

private:
    matrix_memory(T* destination, std::size_t count)
        : examples(count), own(destination == nullptr ? count * Size : 0),
          numbers(destination == nullptr ? own.data() : destination) {}
};

}  // namespace detail

/// Second derivatives: D by D numbers, in wrt order both ways; `batch`: for each example.
template<class T, class Wrt, bool batch>
class hessians : public detail::matrix_memory<T, static_cast<std::size_t>(Wrt::elements) * Wrt::elements, batch> {
    using memory = detail::matrix_memory<T, static_cast<std::size_t>(Wrt::elements) * Wrt::elements, batch>;
    static constexpr detail::matrix_layout layout{Wrt::elements, Wrt::elements, Wrt::elements, 1};

public:
    using memory::memory;

    /// The derivatives by both variables: the shape of the first, then that of the second, behind the examples.
    template<class First, class Second>
        requires(is_variable<First> && is_variable<Second>)
    auto operator()(First, Second) const {
        constexpr int first = detail::known_place_of<Wrt, First>(), second = detail::known_place_of<Wrt, Second>();
        return detail::block_of<batch, First::shape::value, Second::shape::value, const T>(
            this->numbers + Wrt::offset(first) * layout.row_stride + Wrt::offset(second), this->examples, layout);
    }
    /// All of them: (D, D), or (N, D, D).
    auto flat() const {
        constexpr extents all{.rank = 1, .length = {Wrt::elements}};
        return detail::block_of<batch, all, all, const T>(this->numbers, this->examples, layout);
    }
};

/// Derivatives of an array of shape Out: R by D numbers; `batch`: for each example. `by_columns`: how they lie.
template<class T, class Wrt, extents Out, bool by_columns, bool batch>
class jacobians : public detail::matrix_memory<T, static_cast<std::size_t>(Wrt::elements) * Out.size(), batch> {
    using memory = detail::matrix_memory<T, static_cast<std::size_t>(Wrt::elements) * Out.size(), batch>;
    static constexpr detail::matrix_layout layout{Out.size(), Wrt::elements, by_columns ? 1 : Wrt::elements,
                                                  by_columns ? Out.size() : 1};

public:
    using memory::memory;

    /// The derivatives by a variable: the shape of what is differentiated, then the variable's, behind the examples.
    template<class Variable>
        requires is_variable<Variable>
    auto operator[](Variable) const {
        constexpr int place = detail::known_place_of<Wrt, Variable>();
        return detail::block_of<batch, Out, Variable::shape::value, const T>(
            this->numbers + Wrt::offset(place) * layout.column_stride, this->examples, layout);
    }
    /// All of them: (R, D), or (N, R, D).
    auto flat() const {
        constexpr extents rows{.rank = 1, .length = {Out.size()}}, columns{.rank = 1, .length = {Wrt::elements}};
        return detail::block_of<batch, rows, columns, const T>(this->numbers, this->examples, layout);
    }
};

/// The value of an array of shape Out, and its derivative along a direction; `batch`: for each example.
template<class T, extents Out, bool batch>
class tangents : public detail::matrix_memory<T, static_cast<std::size_t>(2) * Out.size(), batch> {
    using memory = detail::matrix_memory<T, static_cast<std::size_t>(2) * Out.size(), batch>;
    static constexpr detail::matrix_layout layout{2, Out.size(), Out.size(), 1};

public:
    using memory::memory;

    auto value() const { return part(0); }
    auto tangent() const { return part(1); }

private:
    auto part(int k) const {
        return detail::block_of<batch, extents{}, Out, const T>(this->numbers + k * layout.row_stride, this->examples,
                                                                layout);
    }
};

}  // namespace pergrad
