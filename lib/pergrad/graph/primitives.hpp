// Which primitives a program needs, as a list of types: those of the loss, and those that their rules use. A rule is
// asked by calling it with arguments that only take notes. In: an expression. Out: `primitives<...>`, from which the
// run finds the type behind a node.
#pragma once

#include <tuple>

#include <pergrad/graph/describe.hpp>
#include <pergrad/graph/slope.hpp>

namespace pergrad {
namespace detail {

template<class P>
struct member {};

}  // namespace detail

/// A list without repetition.
template<class... P>
struct primitives : detail::member<P>... {
    using tuple = std::tuple<P...>;
    static constexpr int size = sizeof...(P);

    /// The place of the primitive behind an operation.
    static constexpr int position(const operation* op) {
        constexpr std::uint64_t hashes[] = {operation_of<P>.hash...};
        int place = 0;
        while (hashes[place] != op->hash) ++place;
        return place;
    }
};

namespace detail {

template<class List, class P>
struct insert;
template<class... Q, class P>
struct insert<primitives<Q...>, P>
    : std::conditional_t<std::is_base_of_v<member<P>, primitives<Q...>>, std::type_identity<primitives<Q...>>,
                         std::type_identity<primitives<Q..., P>>> {};

template<class List, class Other>
struct merge;
template<class List>
struct merge<List, primitives<>> : std::type_identity<List> {};
template<class List, class P, class... Rest>
struct merge<List, primitives<P, Rest...>> : merge<typename insert<List, P>::type, primitives<Rest...>> {};
template<class List, class Other>
using merged = typename merge<List, Other>::type;

template<class... List>
struct merge_lists : std::type_identity<primitives<>> {};
template<class First, class... Rest>
struct merge_lists<First, Rest...> {
    using type = merged<First, typename merge_lists<Rest...>::type>;
};

/// Merges the lists of many expressions, four at a time to keep the recursion flat.
template<class List, class... E>
struct merge_all;

template<class E>
struct used_by : std::type_identity<primitives<>> {};

template<class List>
struct merge_all<List> : std::type_identity<List> {};
template<class List, class E, class... Rest>
struct merge_all<List, E, Rest...> : merge_all<merged<List, typename used_by<E>::type>, Rest...> {};
template<class List, class A, class B, class C, class D, class... Rest>
struct merge_all<List, A, B, C, D, Rest...>
    : merge_all<typename merge_lists<List, typename used_by<A>::type, typename used_by<B>::type,
                                     typename used_by<C>::type, typename used_by<D>::type>::type,
                Rest...> {};

template<class P>
struct made_of : std::type_identity<primitives<P>> {};
template<is_composite P>
struct made_of<P> : std::type_identity<typename P::made_of> {};

template<class P, class Shape, class... Operand>
struct used_by<expression<P, Shape, Operand...>> : merge_all<typename made_of<P>::type, Operand...> {};
template<class P, long long... Attribute, class Shape, class... Operand>
struct used_by<expression<use<P, Attribute...>, Shape, Operand...>> : merge_all<primitives<P>, Operand...> {};
template<class F>
struct used_by<named_part<F>> : used_by<typename named_part<F>::body> {};

}  // namespace detail

/// An argument that only notes which primitives are applied to it.
template<class List = primitives<>>
struct recorder {
    struct algebra {
        template<class X>
        struct noted : std::type_identity<primitives<>> {};
        template<class L>
        struct noted<recorder<L>> : std::type_identity<L> {};

        template<class P, class... X>
        static constexpr auto apply(X...) {
            using all = typename detail::merge_lists<typename noted<X>::type...>::type;
            return recorder<typename detail::insert<all, P>::type>{};
        }
        template<class P, class... X>
        static constexpr auto make(extents, std::initializer_list<long long>, X... x) {
            return apply<P>(x...);
        }
    };
    constexpr extents shape() const { return {}; }
    constexpr long long attribute(int) const { return 0; }
};

namespace detail {

template<class L>
L noted_by(recorder<L>);
primitives<> noted_by(primitive::no_slope);

primitives<> noted_by(int);

template<class P, int K, int... I>
constexpr auto record_rule(std::integer_sequence<int, I...>) {
    using x = recorder<>;
    if constexpr (!has_rule<P, K> || (P::is_elementwise && P::variadic)) return primitive::no_slope{};
    else if constexpr (P::is_elementwise) return rule_by<P, K>()((static_cast<void>(I), x{})..., x{});
    else return rule_by<P, K>()(x{}, (static_cast<void>(I), x{})..., x{});
}

template<class P, int K, int... I>
constexpr auto record_pushforward(std::integer_sequence<int, I...>) {
    using x = recorder<>;
    if constexpr (P::is_elementwise || P::linear || !has_rule<P, K>) return primitive::no_slope{};
    else return push_by<P, K>()(x{}, (static_cast<void>(I), x{})..., x{});
}

/// The primitives in the rules of P.
template<class P, class Operands = std::make_integer_sequence<int, P::arity>>
struct used_by_rules;
template<class P, int... K>
struct used_by_rules<P, std::integer_sequence<int, K...>>
    : merge_lists<decltype(noted_by(record_rule<P, K>(std::make_integer_sequence<int, P::arity>{})))...,
                  decltype(noted_by(record_pushforward<P, K>(std::make_integer_sequence<int, P::arity>{})))...> {};

template<class List>
struct with_rules;
template<class... P>
struct with_rules<primitives<P...>> : merge_lists<primitives<P...>, typename used_by_rules<P>::type...> {};

/// What derivative passes add by themselves: products and sums of adjoints, and elements that are put together.
using used_by_passes =
    primitives<primitive::input, primitive::constant_value, primitive::stored_number, primitive::add,
               primitive::multiply, primitive::guarded_multiply, primitive::negate, primitive::select, primitive::sum,
               primitive::broadcast, primitive::element, primitive::assemble, primitive::total>;

}  // namespace detail

/// The primitives of E and of its first derivative.
template<class E>
using primitives_of =
    detail::merged<typename detail::with_rules<typename detail::used_by<E>::type>::type, detail::used_by_passes>;

}  // namespace pergrad
