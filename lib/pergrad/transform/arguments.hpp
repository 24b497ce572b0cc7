// The arguments of a call, each brought to one form: a name, how it is bound, and the memory. In: bindings (w = W,
// x = each(X)), a parameter struct known to Hana, `into`. Out: a Hana tuple of `bound`, checked: every name once, all
// of one scalar type, each of a rank that fits.
#pragma once

#include <boost/hana/accessors.hpp>
#include <boost/hana/core/to.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/flatten.hpp>
#include <boost/hana/for_each.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/transform.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>

#include <pergrad/batch/inputs.hpp>

namespace pergrad {

namespace hana = boost::hana;

/// One input of a call. Variable is void where only the name is known: a member of a struct.
template<fixed_string Name, class Variable, role How, class Source, class Indices = void>
struct bound {
    static constexpr auto name = Name;
    static constexpr role how = How;
    using variable = Variable;
    using source_type = std::remove_cvref_t<Source>;
    using memory_type = memory_of<source_type>;
    const source_type* source;
    const std::remove_cvref_t<std::conditional_t<std::is_void_v<Indices>, int, Indices>>* indices = nullptr;
};

namespace detail {

template<class Variable, class Source>
constexpr auto bind_source(const Source& source) {
    return bound<Variable::name, Variable, role::shared, Source>{&source};
}
template<class Variable, int Axis, class Source>
constexpr auto bind_source(const each_of<Axis, Source>& e) {
    return bound<Variable::name, Variable, Axis == 0 ? role::each_first : role::each_last, Source>{&e.source};
}
template<class Variable, class Source, class Indices>
constexpr auto bind_source(const each_chosen<Source, Indices>& e) {
    return bound<Variable::name, Variable, role::each_chosen, Source, Indices>{&e.source, &e.indices};
}

template<class Name>
struct name_of_member;
template<char... C>
struct name_of_member<hana::string<C...>> {
    static constexpr char text[] = {C..., '\0'};
    static constexpr auto value = as_fixed_string<sizeof...(C)>(text);
};

template<class X>
inline constexpr bool is_binding = false;
template<class Variable, class Source>
inline constexpr bool is_binding<binding<Variable, Source>> = true;
template<class X>
inline constexpr bool is_into = false;
template<class Destination>
inline constexpr bool is_into<into_memory<Destination>> = true;

/// The inputs in one argument.
template<class X>
constexpr auto inputs_in(const X& x) {
    if constexpr (is_binding<X>) {
        return hana::make_tuple(bind_source<typename X::variable>(x.source));
    } else if constexpr (is_into<X>) {
        return hana::make_tuple();
    } else if constexpr (hana::Struct<X>::value) {
        return hana::transform(hana::accessors<X>(), [&x](auto accessor) {
            using name = name_of_member<std::remove_cvref_t<decltype(hana::first(accessor))>>;
            const auto& member = hana::second(accessor)(x);
            return bound<name::value, void, role::shared, decltype(member)>{&member};
        });
    } else {
        return typename error::argument_is_no_binding_does_a_local_variable_hide_the_pergrad_variable<X>::stop{};
    }
}

}  // namespace detail

/// The inputs in all arguments, as a Hana tuple.
template<class... X>
constexpr auto collect_inputs(const X&... x) {
    if constexpr ((detail::is_binding<X> && ...))  // which compiles faster than to flatten a tuple of tuples
        return hana::make_tuple(detail::bind_source<typename X::variable>(x.source)...);
    else return hana::flatten(hana::make_tuple(detail::inputs_in(x)...));
}

/// What is asked of a tuple of inputs by type alone.
template<class Inputs>
struct input_types;
template<class... Bound>
struct input_types<hana::tuple<Bound...>> {
    static constexpr int size = sizeof...(Bound);
    template<int K>
    using at = std::tuple_element_t<K, std::tuple<Bound...>>;

    static constexpr std::string_view name[size + 1] = {Bound::name.view()..., {}};
    static constexpr int position(std::string_view wanted) {
        for (int k = 0; k < size; ++k)
            if (name[k] == wanted) return k;
        return -1;
    }

    /// The names that are bound to an entry for each example.
    template<class First, class... Rest>
    static constexpr auto each_names() {
        if constexpr (sizeof...(Rest) == 0) return select_name<First>(names<>{});
        else return select_name<First>(each_names<Rest...>());
    }
    template<class B, fixed_string... Name>
    static constexpr auto select_name(names<Name...>) {
        if constexpr (B::how == role::shared) return names<Name...>{};
        else return names<B::name, Name...>{};
    }
    static constexpr auto choose_each() {
        if constexpr (size == 0) return names<>{};
        else return each_names<Bound...>();
    }
    using each = decltype(choose_each());

    static constexpr bool any_each = ((Bound::how != role::shared) || ...);
    /// The name of one of them.
    static constexpr auto choose_first_each() {
        if constexpr (any_each)
            return []<fixed_string First, fixed_string... Rest>(names<First, Rest...>) { return First; }(each{});
        else return fixed_string<1>("");
    }
    static constexpr auto first_each = choose_first_each();

    static constexpr bool names_differ() {
        return []<int... K>(std::integer_sequence<int, K...>) {
            return (is_first<K>() && ...);
        }(std::make_integer_sequence<int, size>{});
    }
    template<int K>
    static constexpr bool is_first() {
        if constexpr (position(name[K]) == K) return true;
        else return sizeof(typename error::bound_twice<at<K>::name>::stop) > 0;
    }
};

/// The place in memory that results go to, if the call names one; else nullptr.
constexpr auto find_destination() { return nullptr; }
template<class First, class... Rest>
constexpr auto find_destination(const First& first, const Rest&... rest) {
    if constexpr (!detail::is_into<First>) return find_destination(rest...);
    else if constexpr ((detail::is_into<Rest> || ...)) return typename error::results_go_into_two_places<First>::stop{};
    else return &first;
}

}  // namespace pergrad
