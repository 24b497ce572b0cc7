// The verbs: grad and value_and_grad of one example or of a batch loss, vmap for every example. In: a loss and what to
// differentiate by. Out: callables, which hold nothing but the numbers that the loss stores.
#pragma once

#include <pergrad/transform/evaluation.hpp>
#include <pergrad/transform/sinks.hpp>

namespace pergrad {

namespace detail {

template<class Derivative>
constexpr bool is_of_one_example() {
    using loss = typename Derivative::loss;
    if constexpr (!sums_over_examples<loss>) return true;
    else return sizeof(typename error::vmap_of_a_loss_that_sums_over_the_examples<label<loss>>::stop) > 0;
}

template<class E>
constexpr bool loss_is_valid() {
    if constexpr (number_count<E>::value > 64)
        return sizeof(
                   typename error::too_many_stored_numbers_write_them_with_underscore_c<number_count<E>::value>::stop) >
               0;
    else if constexpr (E::result == kind::condition)
        return sizeof(typename error::loss_must_be_a_number_not_a_condition<label<E>>::stop) > 0;
    else if constexpr (!std::is_same_v<typename E::shape, shape<>>)
        return sizeof(typename error::loss_must_be_a_scalar<label<E>, typename E::shape>::stop) > 0;
    else return true;
}

}  // namespace detail

/// The derivative of a loss: call it with a binding for each variable. Costs one run of the loss and of its adjoints
/// (or, dual, one run for every 8 parameters). Errors: see error.hpp; wrong lengths throw std::invalid_argument.
template<class Derivative, std::size_t Numbers>
struct gradient_function {
    using derivative = Derivative;
    std::array<double, Numbers> numbers;

    template<class... X>
    auto operator()(const X&... x) const {
        const auto inputs = collect_inputs(x...);
        using types = input_types<std::remove_const_t<decltype(inputs)>>;
        using T = typename decltype(Derivative::template checked<types>())::type;
        if constexpr (sums_over_examples<typename Derivative::loss>)
            return of_batch<T, types>(inputs, find_destination(x...));
        else return of_one<T, types>(inputs, find_destination(x...));
    }

private:
    template<class T>
    using result = typename Derivative::template result<T>;

    template<class T, class Types>
    auto of_one(const auto& inputs, auto destination) const {
        if constexpr (Types::any_each) {
            return typename error::each_without_vmap<Types::first_each>::stop{};
        } else {
            using program = typename Derivative::template program_for<Types, extent::single>;
            execution<program, T, std::remove_cvref_t<decltype(inputs)>> run(inputs, numbers.data());
            result<T> to(detail::destination_of<T>(destination, Derivative::columns));
            if (destination != nullptr) run.refuse_overlap(to.data(), Derivative::columns);
            run.run_each(Derivative::with_value ? &to.loss : nullptr, to.data());
            return to;
        }
    }

    template<class Each, class... Variable>
    static constexpr bool wrt_is_shared(std::type_identity<variables<Variable...>>) {
        return (is_shared<Each, Variable>() && ...);
    }
    template<class Each, class Variable>
    static constexpr bool is_shared() {
        if constexpr (!Each::view().contains(Variable::name.view())) return true;
        else
            return sizeof(
                       typename error::batch_loss_by_a_variable_with_an_entry_for_each_example<Variable::name>::stop) >
                   0;
    }

    template<class T, class Types>
    auto of_batch(const auto& inputs, auto destination) const {
        if constexpr (!Types::any_each) {
            return typename error::vmap_without_each<label<typename Derivative::loss>>::stop{};
        } else if constexpr (wrt_is_shared<typename Types::each>(std::type_identity<typename Derivative::wrt>{})) {
            using program = typename Derivative::template program_for<Types, extent::batch>;
            if constexpr (program::p.second_pass) {
                return typename error::gradient_needs_a_second_pass_over_the_examples<
                    label<typename Derivative::loss>>::stop{};
            } else {
                execution<program, lane::batch<T>, std::remove_cvref_t<decltype(inputs)>> run(inputs, numbers.data());
                result<T> to(detail::destination_of<T>(destination, Derivative::columns));
                if (destination != nullptr) run.refuse_overlap(to.data(), Derivative::columns);
                run.run_batch_loss(Derivative::with_value ? &to.loss : nullptr, to.data());
                return to;
            }
        }
    }
};

/// The gradient of a scalar loss by wrt(...): g = grad(loss, wrt(w))(w = W, x = x0), then g[w](i, j). The loss is that
/// of one example, or a batch's: sum(vmap(loss)).
template<is_expression E, class Wrt, derivative_mode Mode = reverse_mode>
constexpr auto grad(E loss, Wrt, Mode = {}) {
    using pure_loss = typename pure<E>::type;
    using variables_of_wrt = typename detail::resolve_wrt<E, Wrt>::type;
    if constexpr (detail::loss_is_valid<E>())
        return gradient_function<derivative<pure_loss, variables_of_wrt, Mode, false>, number_count<E>::value>{
            numbers_of(loss)};
}

/// The same together with the loss: vg.value(), vg[w].
template<is_expression E, class Wrt, derivative_mode Mode = reverse_mode>
constexpr auto value_and_grad(E loss, Wrt, Mode = {}) {
    using pure_loss = typename pure<E>::type;
    using variables_of_wrt = typename detail::resolve_wrt<E, Wrt>::type;
    if constexpr (detail::loss_is_valid<E>())
        return gradient_function<derivative<pure_loss, variables_of_wrt, Mode, true>, number_count<E>::value>{
            numbers_of(loss)};
}

/// Each example's gradient: vmap(grad(loss, wrt(w)))(w = W, x = each(X)). With `looped`, in plain scalars. All inputs in
/// each() have the same number of examples, which may be 0. One run of the loss and its adjoints for each example.
template<class Derivative, std::size_t Numbers>
    requires(detail::is_of_one_example<Derivative>())
constexpr auto vmap(gradient_function<Derivative, Numbers> f) {
    return gradients_function<Derivative, Numbers, in_lanes>{f.numbers};
}
template<class Derivative, std::size_t Numbers>
    requires(detail::is_of_one_example<Derivative>())
constexpr auto vmap(gradient_function<Derivative, Numbers> f, looped_scalars) {
    return gradients_function<Derivative, Numbers, looped_scalars>{f.numbers};
}

}  // namespace pergrad
