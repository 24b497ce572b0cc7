// An expression's type as data: one record for each distinct type, with the addresses of its operands' records. In: a
// type. Out: `describe<E>()`, from which lowering is an ordinary loop. A `let` is what it names.
#pragma once

#include <pergrad/expression/examples.hpp>
#include <pergrad/expression/let.hpp>
#include <pergrad/expression/variable.hpp>
#include <pergrad/graph/operation.hpp>
#include <pergrad/graph/reference.hpp>

namespace pergrad {

/// A function made of others: its `expand` puts it together, of references to its operands, from `made_of`.
template<class P>
concept is_composite = requires { typename P::made_of; };

struct description {
    const operation* op;
    extents shape{};
    kind result;
    std::uint64_t hash = 0;
    int numbers = 0;  ///< how many stored numbers it contains
    const description* const* operands = nullptr;
    int operand_count = 0;
    const long long* attributes = nullptr;
    int attribute_count = 0;
    std::string_view name{};  ///< of a variable
    /// Of a derivative or a composite: adds its nodes to the graph, the operands' being there, and returns its own.
    int (*expand)(graph& g, const int* operands) = nullptr;
};

namespace detail {

/// The record of E: of an expression, a variable, a constant or a number. (As variables, since a function for each would
/// be one more symbol with the whole expression in its name.)
template<class E>
extern const description description_of;

template<class... Operand>
inline constexpr const description* operand_descriptions[sizeof...(Operand) + 1] = {&description_of<Operand>...,
                                                                                    nullptr};
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

template<class P, int... K>
constexpr int expand_composite(graph& g, const int* operands) {
    return P::expand(reference{&g, operands[K]}...).id;
}
template<class P, int Operands>
constexpr auto expansion_of() -> int (*)(graph&, const int*) {
    if constexpr (is_composite<P>)
        return []<int... K>(std::integer_sequence<int, K...>) {
            return expand_composite<P, K...>;
        }(std::make_integer_sequence<int, Operands>{});
    else return nullptr;
}

template<class P, class Shape, class... Operand>
inline constexpr description description_of<expression<P, Shape, Operand...>> =
    finish({.op = &operation_of<P>,
            .shape = Shape::value,
            .result = P::result,
            .operands = operand_descriptions<Operand...>,
            .operand_count = sizeof...(Operand),
            .expand = expansion_of<P, sizeof...(Operand)>()});
template<class P, long long... Attribute, class Shape, class... Operand>
inline constexpr description description_of<expression<use<P, Attribute...>, Shape, Operand...>> =
    finish({.op = &operation_of<P>,
            .shape = Shape::value,
            .result = P::result,
            .operands = operand_descriptions<Operand...>,
            .operand_count = sizeof...(Operand),
            .attributes = attribute_list<Attribute...>,
            .attribute_count = sizeof...(Attribute)});
template<fixed_string Name, class Shape, kind Kind>
inline constexpr description description_of<variable<Name, Shape, Kind>> =
    finish({.op = &operation_of<primitive::input>,
            .shape = Shape::value,
            .result = Kind,
            .name = variable<Name, Shape, Kind>::name.view()});
template<std::uint64_t Bits>
inline constexpr description description_of<constant<Bits>> =
    finish({.op = &operation_of<primitive::constant_value>,
            .result = kind::real,
            .attributes = attribute_list<static_cast<long long>(Bits)>,
            .attribute_count = 1});
template<>
inline constexpr description description_of<number> =
    finish({.op = &operation_of<primitive::stored_number>, .result = kind::real, .numbers = 1});
template<class F>
inline constexpr const description& description_of<named_part<F>> = description_of<typename named_part<F>::body>;

}  // namespace detail

/// The record of E.
template<class E>
constexpr const description& describe() {
    return detail::description_of<E>;
}

}  // namespace pergrad
