// The inputs of a loss by name: parameters and data look alike, a call says what is shared and what each example has.
// In: a name and a shape. Out: `variable`, whose `=` makes a binding.
#pragma once

#include <pergrad/expression/algebra.hpp>
#include <pergrad/expression/binding.hpp>

namespace pergrad {

template<fixed_string Name, class Shape, kind Kind = kind::real>
struct variable : indexable<variable<Name, Shape, Kind>> {
    using algebra = expression_algebra;
    using shape = Shape;
    static constexpr kind result = Kind;
    static constexpr auto name = Name;

    /// Binds memory for the length of one statement: w = W is shared by all examples, x = each(X) has an entry for
    /// each.
    template<class Source>
    constexpr auto operator=(Source&& source) const {
        return binding<variable, Source>{static_cast<Source&&>(source)};
    }
};

template<class X>
inline constexpr bool is_variable = false;
template<fixed_string Name, class Shape, kind Kind>
inline constexpr bool is_variable<variable<Name, Shape, Kind>> = true;

/// What a loss is made of: a name, by which a call binds it, and a shape, of rank 0, 1, 2 or more.
template<fixed_string Name>
inline constexpr variable<Name, shape<>> scalar{};
template<fixed_string Name, int Length>
inline constexpr variable<Name, shape<Length>> vector{};
template<fixed_string Name, int Rows, int Columns>
inline constexpr variable<Name, shape<Rows, Columns>> matrix{};
template<fixed_string Name, int... Length>
inline constexpr variable<Name, shape<Length...>> tensor{};
/// A label or an index: data, never differentiated.
template<fixed_string Name>
inline constexpr variable<Name, shape<>, kind::integer> integer{};

namespace detail {

template<fixed_string Name, class Shape, kind Kind>
struct writer<variable<Name, Shape, Kind>> {
    static constexpr void write(short_text& text) { text.append(Name.view()); }
};

}  // namespace detail
}  // namespace pergrad
