// An expression's type as data: one record for each distinct type, with the addresses of its operands' records. In: a
// type. Out: `describe<E>()`, from which lowering is an ordinary loop. A `let` is what it names.
#pragma once

#include <pergrad/expression/examples.hpp>
#include <pergrad/expression/let.hpp>
#include <pergrad/expression/variable.hpp>
#include <pergrad/graph/operation.hpp>

namespace pergrad {

struct description {
    const operation* op;
    extents shape;
    kind result;
    std::uint64_t hash;
    int numbers;  ///< how many stored numbers it contains
    const description* const* operands;
    int operand_count;
    const long long* attributes;
    int attribute_count;
    std::string_view name;  ///< of a variable
};

template<class E>
constexpr const description& describe();

namespace detail {

template<class... Operand>
inline constexpr const description* operand_descriptions[sizeof...(Operand) + 1] = {&describe<Operand>()..., nullptr};
template<long long... Attribute>
inline constexpr long long attribute_list[sizeof...(Attribute) + 1] = {Attribute..., 0};

constexpr description finish(description d) {
    d.hash = d.op->hash;
    const auto mix = [&](std::uint64_t value) { d.hash = (std::rotl(d.hash, 29) ^ value) * 0x9e3779b97f4a7c15u; };
    for (int k = 0; k < d.operand_count; ++k) {
        mix(d.operands[k]->hash);
        d.numbers += d.operands[k]->numbers;
    }
    for (int k = 0; k < d.attribute_count; ++k) mix(static_cast<std::uint64_t>(d.attributes[k]));
    if (!d.name.empty()) mix(hash_of_text(d.name));
    mix(static_cast<std::uint64_t>(d.shape.rank) * 4 + static_cast<std::uint64_t>(d.result));
    for (int axis = 0; axis < d.shape.rank; ++axis) mix(static_cast<std::uint64_t>(d.shape.length[axis]));
    return d;
}

template<class E>
struct describer;

template<class P, class Shape, class... Operand>
struct describer<expression<P, Shape, Operand...>> {
    static constexpr description make() {
        return finish({&operation_of<P>,
                       Shape::value,
                       P::result,
                       0,
                       0,
                       operand_descriptions<Operand...>,
                       sizeof...(Operand),
                       nullptr,
                       0,
                       {}});
    }
};
template<class P, long long... Attribute, class Shape, class... Operand>
struct describer<expression<use<P, Attribute...>, Shape, Operand...>> {
    static constexpr description make() {
        return finish({&operation_of<P>,
                       Shape::value,
                       P::result,
                       0,
                       0,
                       operand_descriptions<Operand...>,
                       sizeof...(Operand),
                       attribute_list<Attribute...>,
                       sizeof...(Attribute),
                       {}});
    }
};
template<fixed_string Name, class Shape, kind Kind>
struct describer<variable<Name, Shape, Kind>> {
    static constexpr description make() {
        return finish({&operation_of<primitive::input>, Shape::value, Kind, 0, 0, nullptr, 0, nullptr, 0,
                       variable<Name, Shape, Kind>::name.view()});
    }
};
template<std::uint64_t Bits>
struct describer<constant<Bits>> {
    static constexpr description make() {
        return finish({&operation_of<primitive::constant_value>,
                       {},
                       kind::real,
                       0,
                       0,
                       nullptr,
                       0,
                       attribute_list<static_cast<long long>(Bits)>,
                       1,
                       {}});
    }
};
template<>
struct describer<number> {
    static constexpr description make() {
        return finish({&operation_of<primitive::stored_number>, {}, kind::real, 0, 1, nullptr, 0, nullptr, 0, {}});
    }
};

template<class E>
inline constexpr description description_of = describer<E>::make();

template<class E>
struct described : std::type_identity<E> {};
template<class F>
struct described<named_part<F>> : described<typename named_part<F>::body> {};

}  // namespace detail

template<class E>
constexpr const description& describe() {
    return detail::description_of<typename detail::described<E>::type>;
}

}  // namespace pergrad
