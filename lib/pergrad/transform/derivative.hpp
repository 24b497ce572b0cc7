// What every callable of a gradient knows, and what they share: the mode, the checks of a call, where its results go.
// In: a loss and what to differentiate by, as types. Out: the program of a call with certain inputs.
#pragma once

#include <pergrad/transform/execute.hpp>
#include <pergrad/transform/result.hpp>
#include <pergrad/transform/wrt.hpp>

namespace pergrad {

/// Modes. reverse: adjoints, as a graph. forward: tangents, as a graph. dual: the loss itself, run with dual numbers.
inline constexpr reverse_mode reverse{};
inline constexpr forward_mode forward{};
inline constexpr dual_mode dual{};
/// Central differences, (f(x + h) - f(x - h)) / 2h with h the cube root of the precision times max(1, |x|): no mode to
/// compute in, but to compare with. Errs by about 1e-10 of the loss in double, 1e-4 in float.
inline constexpr difference_mode differences{};

template<class M>
concept derivative_mode = std::same_as<M, reverse_mode> || std::same_as<M, forward_mode> ||
                          std::same_as<M, dual_mode> || std::same_as<M, difference_mode>;

namespace detail {

template<const graph& g>
constexpr auto refuse_size() {
    return typename error::loss_is_too_large<g.size, graph::capacity, g.input_size, graph::input_capacity>::stop{};
}

/// The scalar type of a call of a program with these inputs, when all checks pass. Wrt: what is differentiated by.
template<class Program, class Wrt, class Types>
constexpr auto scalar_of_checked_call() {
    constexpr const graph& g = lowered<typename Program::loss, typename Types::each>.g;
    if constexpr (Wrt::size >= output_list::capacity) {
        return typename error::too_many_variables_in_wrt<Wrt::size, output_list::capacity - 1>::stop{};
    } else if constexpr (g.full) {
        return refuse_size<g>();
    } else if constexpr (variables_fit<g, Wrt>()) {
        if constexpr (inputs_fit<g, Types>()) {
            if constexpr (Program::source.g.full) return refuse_size<Program::source.g>();
            else return scalar_of_call<g, Types>();
        }
    }
}

}  // namespace detail

/// What every callable knows: the loss, what to differentiate by, the mode, and whether the value comes too.
template<class Loss, class Wrt, derivative_mode Mode, bool WithValue>
struct derivative {
    using loss = Loss;
    using wrt = Wrt;
    using mode = Mode;
    static constexpr bool with_value = WithValue;
    static constexpr int columns = Wrt::elements;  ///< results of an example

    template<class T>
    using result = gradient<T, Wrt, WithValue>;
    template<class T>
    using batch_result = gradients<T, Wrt, WithValue>;

    template<class Types, extent Extent>
    using program_for = program<Loss, Wrt, typename Types::each, Mode, WithValue, Extent>;

    /// The scalar type of a call with these inputs, when all checks pass.
    template<class Types>
    static constexpr auto checked() {
        return detail::scalar_of_checked_call<program_for<Types, extent::batch>, Wrt, Types>();
    }
};

namespace detail {

/// Memory of T with room for `needed` elements, or std::invalid_argument.
template<class T, class Destination>
T* destination_of(const into_memory<Destination>* into, std::size_t needed) {
    auto& range = into->destination;
    using element = std::remove_cvref_t<decltype(*std::ranges::data(range))>;
    static_assert(std::is_same_v<element, T>, "pergrad: into(...) takes memory of the scalar type of the call");
    if (std::ranges::size(range) != needed)
        refuse("into", std::to_string(std::ranges::size(range)) + " elements", std::to_string(needed));
    return std::ranges::data(range);
}
template<class T>
T* destination_of(std::nullptr_t, std::size_t) {
    return nullptr;
}

}  // namespace detail
}  // namespace pergrad
