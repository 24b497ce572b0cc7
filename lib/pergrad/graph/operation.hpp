// A primitive as the passes see it: a record without a type. In: a primitive's struct. Out: `operation_of<P>`, whose
// address stands in the nodes.
#pragma once

#include <pergrad/graph/graph.hpp>
#include <pergrad/primitive/leaf.hpp>

namespace pergrad {

struct operation {
    std::string_view name;
    std::uint64_t
        hash;  ///< of the type: what identifies it, since addresses don't compare in constants under g++'s sanitizer
    kind result;
    bool elementwise, variadic, is_view, linear;
    bool indexes;  ///< its integer operands are indices below its first attribute
    primitive::flow derivative;
};

namespace detail {

constexpr std::uint64_t hash_of_text(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (char c : text) hash = (hash ^ static_cast<std::uint64_t>(static_cast<unsigned char>(c))) * 0x100000001b3u;
    return hash;
}

template<class P>
constexpr std::uint64_t hash_of_type() {
    return hash_of_text(__PRETTY_FUNCTION__);
}

}  // namespace detail

template<class P>
inline constexpr operation operation_of = {
    .name = P::name,
    .hash = detail::hash_of_type<P>(),
    .result = P::result,
    .elementwise = P::is_elementwise,
    .variadic = P::variadic,
    .is_view = P::is_view,
    .linear = P::linear,
    .indexes = P::indexes,
    .derivative = P::derivative,
};

}  // namespace pergrad
