// A shared part of a loss with a name of its own: the type is the lambda's, not the tree's, so that a part that is used
// many times neither multiplies the length of symbols nor the debug information.
#pragma once

#include <pergrad/expression/algebra.hpp>

namespace pergrad {

template<class F>
struct named_part : indexable<named_part<F>> {
    using algebra = expression_algebra;
    using body = std::invoke_result_t<const F&>;
    using shape = typename body::shape;
    static constexpr kind result = body::result;
};

/// let([]{ return tanh(dot(W, x) + b); }). The lambda is never called, only asked for its type; inside functions [=]
/// captures the variables. Use it for whatever stands in a loss more than once.
template<class F>
constexpr auto let(const F&) {
    using body = std::invoke_result_t<const F&>;
    if constexpr (number_count<body>::value > 0)
        return
            typename error::let_takes_no_stored_numbers_write_them_with_underscore_c<number_count<body>::value>::stop{};
    else return named_part<F>{};
}

namespace detail {

template<class F>
struct writer<named_part<F>> : writer<typename named_part<F>::body> {};

}  // namespace detail
}  // namespace pergrad
