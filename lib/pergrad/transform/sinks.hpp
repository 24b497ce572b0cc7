// What becomes of each example's gradient: kept, summed or averaged, clipped before that, or only its norm. In: the
// derivative of a loss, and sinks. Out: callables over a batch, fused with the run: what a sink makes of the gradients is
// all that is stored.
#pragma once

#include <cmath>

#include <pergrad/transform/derivative.hpp>

namespace pergrad {

/// How vmap goes over the examples: in lanes, or one after the other in plain scalars with std:: functions.
struct in_lanes {};
struct looped_scalars {};
inline constexpr looped_scalars looped{};

namespace detail {

/// A call over a batch: binds and checks its arguments, and has `finish(run, destination)` make the result of it.
template<class Derivative, class Policy, class... X>
auto call_batch(const double* numbers, auto finish, const X&... x) {
    const auto inputs = collect_inputs(x...);
    using types = input_types<std::remove_const_t<decltype(inputs)>>;
    using T = typename decltype(Derivative::template checked<types>())::type;
    if constexpr (!types::any_each) {
        return typename error::vmap_without_each<label<typename Derivative::loss>>::stop{};
    } else {
        using program = typename Derivative::template program_for<types, extent::batch>;
        using L = std::conditional_t<std::is_same_v<Policy, looped_scalars>, T, lane::batch<T>>;
        execution<program, L, std::remove_const_t<decltype(inputs)>> run(inputs, numbers);
        return finish(std::type_identity<T>{}, run, find_destination(x...));
    }
}

}  // namespace detail

/// Each example's gradient: call it with a binding for each variable, those that differ from example to example in
/// each(). Result: (N, D), see `gradients`.
template<class Derivative, std::size_t Numbers, class Policy>
struct gradients_function {
    std::array<double, Numbers> numbers;

    template<class... X>
    auto operator()(const X&... x) const {
        return detail::call_batch<Derivative, Policy>(
            numbers.data(),
            []<class T>(std::type_identity<T>, auto& run, auto destination) {
                const std::size_t needed = run.size() * static_cast<std::size_t>(Derivative::columns);
                typename Derivative::template batch_result<T> to(run.size(),
                                                                 detail::destination_of<T>(destination, needed));
                if (destination != nullptr) run.refuse_overlap(to.data(), needed);
                run.run_each(to.values(), to.data());
                return to;
            },
            x...);
    }
};

/// The sum or mean of the examples' gradients, as they are or clipped. Result: D numbers, see `gradient`; of
/// value_and_grad also the sum or mean of the losses, which no clipping changes.
template<class Derivative, std::size_t Numbers, class Policy, class Weight, class Reduction>
struct reduced_function {
    std::array<double, Numbers> numbers;
    [[no_unique_address]] Weight weight;

    template<class... X>
    auto operator()(const X&... x) const {
        return detail::call_batch<Derivative, Policy>(
            numbers.data(),
            [this]<class T>(std::type_identity<T>, auto& run, auto destination) {
                if (Reduction::divides && run.size() == 0)
                    throw std::invalid_argument("pergrad: the mean of no examples");
                constexpr int columns = Derivative::columns;
                typename Derivative::template result<T> to(detail::destination_of<T>(destination, columns));
                if (destination != nullptr) run.refuse_overlap(to.data(), columns);
                run.run_sum(Derivative::with_value ? &to.loss : nullptr, to.data(), weight);
                if constexpr (Reduction::divides) {
                    for (int i = 0; i < columns; ++i) to.data()[i] /= static_cast<T>(run.size());
                    to.loss /= static_cast<T>(run.size());
                }
                return to;
            },
            x...);
    }
};

/// The norm of each example's gradient, over all that it is taken by. Result: N numbers.
template<class Derivative, std::size_t Numbers, class Policy>
struct norms_function {
    std::array<double, Numbers> numbers;

    template<class... X>
    auto operator()(const X&... x) const {
        return detail::call_batch<Derivative, Policy>(
            numbers.data(),
            []<class T>(std::type_identity<T>, auto& run, auto destination) {
                gradient_norms<T> to(run.size(), detail::destination_of<T>(destination, run.size()));
                if (destination != nullptr) run.refuse_overlap(to.data(), run.size());
                run.run_norms(to.data());
                return to;
            },
            x...);
    }
};

// ---- sinks, as a user writes them behind `|`

struct sum_of_examples {
    static constexpr bool divides = false;
};
struct mean_of_examples {
    static constexpr bool divides = true;
};
struct norms_of_examples {};

/// vmap(grad(...)) | sum(): the sum of the examples' gradients.
constexpr sum_of_examples sum() { return {}; }
/// vmap(grad(...)) | mean(): their mean; std::invalid_argument if there are no examples.
constexpr mean_of_examples mean() { return {}; }
/// vmap(grad(...)) | norms(): the Euclidean norm of each. Costs less than the gradients: a matrix's is never formed.
constexpr norms_of_examples norms() { return {}; }
/// vmap(grad(...)) | clip_norm(C) | sum(): each is first multiplied by min(1, C / its norm): exactly, with no epsilon; a
/// gradient within the limit stays as it is. std::invalid_argument unless C >= 0. (Abadi et al. 2016, algorithm 1.)
inline clipped clip_norm(double limit) {
    if (!(limit >= 0))
        throw std::invalid_argument("pergrad: clip_norm has the limit " + std::to_string(limit) +
                                    ", needed: 0 or more");
    return {limit};
}

/// Gradients on their way to a sum.
template<class Derivative, std::size_t Numbers, class Policy>
struct clipped_gradients {
    std::array<double, Numbers> numbers;
    clipped weight;
};

namespace detail {

template<class Reduction>
concept reduction = std::same_as<Reduction, sum_of_examples> || std::same_as<Reduction, mean_of_examples>;

template<class Derivative>
constexpr bool has_norms() {
    if constexpr (std::is_same_v<typename Derivative::mode, reverse_mode>) return true;
    else
        return sizeof(typename error::norms_of_gradients_need_reverse_mode<label<typename Derivative::loss>>::stop) > 0;
}

}  // namespace detail

template<class Derivative, std::size_t Numbers, class Policy, detail::reduction Reduction>
constexpr auto operator|(gradients_function<Derivative, Numbers, Policy> f, Reduction) {
    return reduced_function<Derivative, Numbers, Policy, unweighted, Reduction>{f.numbers, {}};
}
template<class Derivative, std::size_t Numbers, class Policy, detail::reduction Reduction>
constexpr auto operator|(clipped_gradients<Derivative, Numbers, Policy> f, Reduction) {
    return reduced_function<Derivative, Numbers, Policy, clipped, Reduction>{f.numbers, f.weight};
}
template<class Derivative, std::size_t Numbers, class Policy>
constexpr auto operator|(gradients_function<Derivative, Numbers, Policy> f, clipped weight) {
    if constexpr (detail::has_norms<Derivative>())
        return clipped_gradients<Derivative, Numbers, Policy>{f.numbers, weight};
}
template<class Derivative, std::size_t Numbers, class Policy>
constexpr auto operator|(gradients_function<Derivative, Numbers, Policy> f, norms_of_examples) {
    if constexpr (detail::has_norms<Derivative>()) return norms_function<Derivative, Numbers, Policy>{f.numbers};
}

}  // namespace pergrad
