// What to differentiate by. In: variables, or a parameter struct known to Hana. Out: `variables<...>`, in order.
#pragma once

#include <pergrad/transform/check.hpp>

namespace pergrad {
namespace detail {

template<class X>
constexpr bool can_be_wrt() {
    if constexpr (!is_variable<X>) return sizeof(typename error::wrt_takes_variables<X>::stop) > 0;
    else if constexpr (X::result == kind::integer)
        return sizeof(typename error::integer_variable_in_wrt<X::name>::stop) > 0;
    else return true;
}

template<class First, class... Rest>
constexpr bool names_once() {
    if constexpr (((First::name.view() == Rest::name.view()) || ...))
        return sizeof(typename error::variable_twice_in_wrt<First::name>::stop) > 0;
    else if constexpr (sizeof...(Rest) > 0) return names_once<Rest...>();
    else return true;
}

}  // namespace detail

/// wrt(w, b): derivatives by w and by b; in flat results, b's follow w's.
template<class... X>
    requires(sizeof...(X) > 0)
constexpr auto wrt(X...) {
    if constexpr ((detail::can_be_wrt<X>() && ...))
        if constexpr (detail::names_once<X...>()) return variables<X...>{};
}

/// wrt<Parameters>(): by every member of a struct, as the variable of its name in the loss.
template<class Struct>
struct members_of {};
template<class Struct>
    requires(hana::Struct<Struct>::value)
constexpr auto wrt() {
    return members_of<Struct>{};
}

namespace detail {

template<class Loss, class Name>
constexpr auto variable_of_member() {
    constexpr auto name = name_of_member<Name>::value;
    constexpr const graph& g = lowered<typename pure<Loss>::type, names<>>.g;
    constexpr int node = input_node(g, name.view());
    if constexpr (node < 0) return typename error::missing_variable_for_the_member<name>::stop{};
    else return variable<name, shape_of<g.nodes[node].shape>>{};
}

/// The variables that Wrt means for a loss.
template<class Loss, class Wrt>
struct resolve_wrt : std::type_identity<Wrt> {};
template<class Loss, class Struct>
struct resolve_wrt<Loss, members_of<Struct>> {
    static constexpr auto choose() {
        return hana::unpack(hana::accessors<Struct>(), [](auto... accessor) {
            return variables<
                decltype(variable_of_member<Loss, std::remove_cvref_t<decltype(hana::first(accessor))>>())...>{};
        });
    }
    using type = decltype(choose());
};

}  // namespace detail
}  // namespace pergrad
