// What a call says of one variable: which memory it reads, and whether that is shared or has an entry for each example.
// A binding refers to the caller's memory and lives as long as the statement.
#pragma once

#include <initializer_list>
#include <ranges>
#include <span>

namespace pergrad {

/// The examples run along this axis: 0, the first one, or 1, the last one.
template<int Axis, class Source>
struct each_of {
    static_assert(Axis == 0 || Axis == 1,
                  "pergrad: each<0> has the examples along the first axis, each<1> along the last");
    Source source;  ///< a reference, or what was a temporary
};

/// The examples with these row numbers.
template<class Source, class Indices>
struct each_chosen {
    Source source;
    Indices indices;
};

/// An entry for each example, along the first axis of X.
template<class Source>
constexpr auto each(Source&& X) {
    return each_of<0, Source>{static_cast<Source&&>(X)};
}
template<class T>
constexpr auto each(std::initializer_list<T> X) {
    return each_of<0, std::span<const T>>{std::span<const T>(X.begin(), X.size())};
}
/// each<1>(X): the examples run along the last axis of X.
template<int Axis, class Source>
constexpr auto each(Source&& X) {
    return each_of<Axis, Source>{static_cast<Source&&>(X)};
}
/// The rows of X with these numbers, in their order: a batch that is drawn without a copy.
template<class Source, std::ranges::contiguous_range Indices>
constexpr auto each(Source&& X, Indices&& indices) {
    return each_chosen<Source, Indices>{static_cast<Source&&>(X), static_cast<Indices&&>(indices)};
}

template<class Variable, class Source>
struct binding {
    using variable = Variable;
    using source_type = Source;
    Source source;
};

/// Memory for the derivatives, instead of the result's own: a range of exactly N D numbers for each example's, of D for
/// one gradient, a sum or a mean, of N for norms; of another size, or overlapping an input: std::invalid_argument.
template<class Destination>
struct into_memory {
    Destination destination;
};
template<class Destination>
constexpr auto into(Destination&& destination) {
    return into_memory<Destination>{static_cast<Destination&&>(destination)};
}

}  // namespace pergrad
