// The loss of a whole batch, made of that of one example: sum(vmap(loss)), mean(vmap(loss)), to which what is shared
// can be added: sum(vmap(loss)) + 0.5_c * squared_norm(w).
#pragma once

#include <pergrad/expression/tensor.hpp>
#include <pergrad/primitive/examples.hpp>

namespace pergrad {

/// The losses of all examples, not yet added.
template<is_expression Loss>
struct losses_of_examples {
    Loss loss;
};

template<is_expression Loss>
constexpr auto vmap(Loss loss) {
    return losses_of_examples<Loss>{loss};
}

/// The sum of the examples' losses.
template<is_expression Loss>
constexpr auto sum(losses_of_examples<Loss> losses) {
    return build<primitive::total, typename Loss::shape>(losses.loss);
}

/// The mean of the examples' losses; of no examples, the call throws std::invalid_argument.
template<is_expression Loss>
constexpr auto mean(losses_of_examples<Loss> losses) {
    return sum(losses) / build<primitive::example_count, shape<>>();
}

}  // namespace pergrad
