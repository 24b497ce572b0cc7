// What a call returns: gradients by variable, as views into one array. In: the numbers that a run wrote. Out:
// g[w](i, j), g.flat(), vg.value(), for one example or for each of a batch.
#pragma once

#include <memory>
#include <span>

#include <pergrad/transform/arguments.hpp>
#include <pergrad/transform/array_view.hpp>

namespace pergrad {

namespace detail {

/// Aligned memory that results own; the elements are not initialised, the run writes them all.
template<class T>
class aligned_array {
public:
    aligned_array() = default;
    explicit aligned_array(std::size_t size)
        : elements(size == 0 ? nullptr
                             : static_cast<T*>(::operator new(size * sizeof(T), std::align_val_t{cache_line}))) {}
    T* data() const { return elements.get(); }

private:
    struct release {
        void operator()(T* p) const { ::operator delete(p, std::align_val_t{cache_line}); }
    };
    std::unique_ptr<T, release> elements;
};

template<class Wrt, class Variable>
constexpr int place_of() {
    for (int k = 0; k < Wrt::size; ++k)
        if (Wrt::name[k] == Variable::name.view()) return k;
    return -1;
}

/// A view of the part of rows that belongs to a variable; `batch` examples, or one without an axis for it (-1).
template<class Wrt, class Variable, class T, bool batch>
auto part_of(T* data, std::size_t examples) {
    constexpr int place = place_of<Wrt, Variable>();
    if constexpr (place < 0) {
        return typename error::result_has_no_derivative_by<Variable::name>::stop{};
    } else {
        constexpr extents e = Variable::shape::value;
        constexpr int rank = e.rank + (batch ? 1 : 0);
        std::array<std::ptrdiff_t, rank> length{}, stride{};
        if constexpr (batch) {
            length[0] = static_cast<std::ptrdiff_t>(examples);
            stride[0] = Wrt::elements;
        }
        for (int axis = 0; axis < e.rank; ++axis) {
            length[static_cast<std::size_t>(axis + (batch ? 1 : 0))] = e.length[axis];
            stride[static_cast<std::size_t>(axis + (batch ? 1 : 0))] = e.stride(axis);
        }
        return array_view<T, rank>(data + Wrt::offset(place), length, stride);
    }
}

template<class T, bool batch, class... Variable>
auto parts_of(variables<Variable...>, T* data, std::size_t examples) {
    return hana::make_tuple(part_of<variables<Variable...>, Variable, T, batch>(data, examples)...);
}

/// Gives a member of a struct the size of a derivative, or stops with an error if its type has another one.
template<fixed_string Name, extents Shape, class Member>
constexpr bool fits_into() {
    constexpr std::ptrdiff_t needed = Shape.size();
    using stop = error::member_has_another_size<Name, shape_of<Shape>, Member>;
    if constexpr (requires(Member& m) { m.resize(std::size_t{}); }) {
        if constexpr (needed % nested<typename Member::value_type>::inner_size == 0) return true;
        else return sizeof(typename stop::stop) > 0;
    } else if constexpr (nested<Member>::inner_size == needed) {
        return true;
    } else {
        return sizeof(typename stop::stop) > 0;
    }
}
template<extents Shape, class Member>
void make_room(Member& member) {
    if constexpr (requires { member.resize(std::size_t{}); })
        member.resize(static_cast<std::size_t>(Shape.size() / nested<typename Member::value_type>::inner_size));
}

/// Writes consecutive elements into a number, nested arrays or a sized range.
template<class T, class X>
const T* write_into(const T* from, X& x) {
    if constexpr (std::is_arithmetic_v<X>) {
        x = static_cast<X>(*from);
        return from + 1;
    } else {
        for (auto& element : x) from = write_into(from, element);
        return from;
    }
}

}  // namespace detail

/// The gradient of one loss: of a single example, or of a batch in sum.
template<class T, class Wrt, bool WithValue>
class gradient {
public:
    explicit gradient(T* destination)
        : own(destination == nullptr ? Wrt::elements : 0), numbers(destination == nullptr ? own.data() : destination) {}

    /// The derivative by a variable, in its shape.
    template<class Variable>
        requires is_variable<Variable>
    auto operator[](Variable) const {
        return detail::part_of<Wrt, Variable, const T, false>(numbers, 1);
    }
    /// The derivatives by each variable, as a Hana tuple in wrt order.
    auto parts() const { return detail::parts_of<const T, false>(Wrt{}, numbers, 1); }
    /// All derivatives, in wrt order.
    std::span<const T> flat() const { return {numbers, static_cast<std::size_t>(Wrt::elements)}; }
    T value() const
        requires WithValue
    {
        return loss;
    }

    /// The same numbers as a struct known to Hana: each member is the derivative by the variable of its name.
    template<class Struct>
    Struct as() const {
        Struct result{};
        hana::for_each(hana::accessors<Struct>(), [&](auto accessor) {
            using name = detail::name_of_member<std::remove_cvref_t<decltype(hana::first(accessor))>>;
            constexpr int place = position(name::value.view());
            if constexpr (place < 0) {
                using stop = typename error::result_has_no_derivative_by<name::value>::stop;
                static_cast<void>(sizeof(stop));
            } else {
                auto& member = hana::second(accessor)(result);
                if constexpr (detail::fits_into<name::value, Wrt::shape[place],
                                                std::remove_cvref_t<decltype(member)>>()) {
                    detail::make_room<Wrt::shape[place]>(member);
                    detail::write_into(numbers + Wrt::offset(place), member);
                }
            }
        });
        return result;
    }
    template<class Struct>
        requires(hana::Struct<Struct>::value)
    operator Struct() const {
        return as<Struct>();
    }

    T* data() { return numbers; }
    T loss{};

private:
    static constexpr int position(std::string_view name) {
        for (int k = 0; k < Wrt::size; ++k)
            if (Wrt::name[k] == name) return k;
        return -1;
    }

    detail::aligned_array<T> own;
    T* numbers;
};

/// The gradients of the examples of a batch.
template<class T, class Wrt, bool WithValue>
class gradients {
public:
    gradients(std::size_t count, T* destination)
        : examples(count), own(destination == nullptr ? count * static_cast<std::size_t>(Wrt::elements) : 0),
          own_values(WithValue ? count : 0), numbers(destination == nullptr ? own.data() : destination) {}

    /// The number of examples.
    std::size_t size() const { return examples; }
    /// The derivatives by a variable: its shape, behind an axis for the examples.
    template<class Variable>
        requires is_variable<Variable>
    auto operator[](Variable) const {
        return detail::part_of<Wrt, Variable, const T, true>(numbers, examples);
    }
    /// The derivatives by each variable, as a Hana tuple in wrt order.
    auto parts() const { return detail::parts_of<const T, true>(Wrt{}, numbers, examples); }
    /// All derivatives: (N, D) row-major, the parameters in wrt order.
    array_view<const T, 2> flat() const {
        return {numbers, {static_cast<std::ptrdiff_t>(examples), Wrt::elements}, {Wrt::elements, 1}};
    }
    /// The examples' losses.
    std::span<const T> value() const
        requires WithValue
    {
        return {own_values.data(), examples};
    }

    T* data() { return numbers; }
    T* values() { return own_values.data(); }

private:
    std::size_t examples;
    detail::aligned_array<T> own, own_values;
    T* numbers;
};

/// The norms of the examples' gradients.
template<class T>
class gradient_norms {
public:
    gradient_norms(std::size_t count, T* destination)
        : examples(count), own(destination == nullptr ? count : 0),
          numbers(destination == nullptr ? own.data() : destination) {}

    /// The number of examples.
    std::size_t size() const { return examples; }
    T operator[](std::size_t n) const { return numbers[n]; }
    std::span<const T> flat() const { return {numbers, examples}; }

    T* data() { return numbers; }

private:
    std::size_t examples;
    detail::aligned_array<T> own;
    T* numbers;
};

}  // namespace pergrad
