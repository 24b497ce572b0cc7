// The verbs beyond grad: derivatives along a direction (jvp, hvp), weighted by one (vjp), and whole matrices of them
// (jacfwd, jacrev, hessian, gauss_newton). Each is of one example, or of each under vmap. In: a loss, or residuals of any
// shape. Out: callables, as grad's.
#pragma once

#include <pergrad/transform/evaluation.hpp>
#include <pergrad/transform/grad.hpp>

namespace pergrad {

/// How second derivatives are made: the tangent of a gradient, the gradient of a tangent, the gradient of a gradient.
struct forward_over_reverse_mode {
    using outer = primitive::tangent;
};
struct reverse_over_forward_mode {};
struct reverse_over_reverse_mode {};
inline constexpr forward_over_reverse_mode forward_over_reverse{};
inline constexpr reverse_over_forward_mode reverse_over_forward{};
inline constexpr reverse_over_reverse_mode reverse_over_reverse{};
/// Central differences of gradients: to compare with.
struct differences_over_reverse_mode {
    using outer = primitive::central_difference;
};
inline constexpr differences_over_reverse_mode differences_over_reverse{};

template<class M>
concept second_order_mode =
    std::same_as<M, forward_over_reverse_mode> || std::same_as<M, reverse_over_forward_mode> ||
    std::same_as<M, reverse_over_reverse_mode> || std::same_as<M, differences_over_reverse_mode>;

namespace detail {

template<class E>
constexpr bool stores_no_numbers() {
    if constexpr (number_count<E>::value == 0) return true;
    else
        return sizeof(typename error::transform_takes_no_stored_numbers_write_them_with_underscore_c<
                      number_count<E>::value>::stop) > 0;
}

template<class E>
constexpr bool is_real() {
    if constexpr (E::result != kind::condition) return true;
    else return sizeof(typename error::loss_must_be_a_number_not_a_condition<label<E>>::stop) > 0;
}

/// The directional derivatives of a loss's gradient, one expression for each variable. Direction: its part for each.
template<class Loss, class Wrt, class Mode, class... Direction>
struct gradient_along;
template<class Loss, class... Variable, class Mode, class... Direction>
    requires requires { typename Mode::outer; }
struct gradient_along<Loss, variables<Variable...>, Mode, Direction...> {
    template<class By>
    using of = derivative_along<typename Mode::outer, gradient_by<Loss, By>, moves<Variable, Direction>...>;
    using type = bundle<of<Variable>...>;
};
template<class Loss, class... Variable, class... Direction>
struct gradient_along<Loss, variables<Variable...>, reverse_over_forward_mode, Direction...> {
    using type = bundle<gradient_by<tangent_of<Loss, moves<Variable, Direction>...>, Variable>...>;
};
template<class Loss, class... Variable, class... Direction>
struct gradient_along<Loss, variables<Variable...>, reverse_over_reverse_mode, Direction...> {
    using slope = decltype((contracted<gradient_by<Loss, Variable>, Direction>{} + ...));
    using type = bundle<gradient_by<slope, Variable>...>;
};

/// The same along the k-th direction of a run.
template<class Loss, class Wrt, class Mode, int K, class Indices = std::make_integer_sequence<int, Wrt::size>>
struct gradient_along_unit;
template<class Loss, class... Variable, class Mode, int K, int... J>
struct gradient_along_unit<Loss, variables<Variable...>, Mode, K, std::integer_sequence<int, J...>>
    : gradient_along<
          Loss, variables<Variable...>, Mode,
          unit<typename Variable::shape, variables<Variable...>::offset(J), K, variables<Variable...>::elements>...> {};

template<class Loss, class Wrt, class Mode>
struct hessian_rows {
    template<int K>
    using row = gradient_along_unit<Loss, Wrt, Mode, K>;
};

/// J^T (J u): the residuals' gradient weighted by their own derivative along the k-th direction, held fixed.
template<class E, class Wrt>
struct gauss_newton_rows;
template<class E, class... Variable>
struct gauss_newton_rows<E, variables<Variable...>> {
    template<int K>
    struct row {
        using moving = typename along_unit<primitive::tangent, E, variables<Variable...>, K>::expression;
        using weighted = contracted<E, decltype(stop_gradient(moving{}))>;
        using type = bundle<gradient_by<weighted, Variable>...>;
    };
};

template<class E, class Wrt>
struct jacobian_rows;
template<class E, class... Variable>
struct jacobian_rows<E, variables<Variable...>> {
    template<int K>
    struct row {
        using weighted = contracted<E, unit<typename E::shape, 0, K, E::shape::value.size()>>;
        using type = bundle<gradient_by<weighted, Variable>...>;
    };
};

template<class Wrt, extents Out, bool by_columns = false>
struct results_of_shape {
    template<class T>
    using jacobian_of_one = jacobians<T, Wrt, Out, by_columns, false>;
    template<class T>
    using jacobian_of_each = jacobians<T, Wrt, Out, by_columns, true>;
    template<class T>
    using tangent_of_one = tangents<T, Out, false>;
    template<class T>
    using tangent_of_each = tangents<T, Out, true>;
};

template<class Loss, class Wrt, class Bundle>
using gradient_shaped =
    gradient_function<evaluation<Loss, Bundle, Wrt, Wrt, false, results_of<Wrt>::template gradient_of_one,
                                 results_of<Wrt>::template gradient_of_each>,
                      0>;
/// D by D numbers, of which Row<k>::type makes the row of the k-th direction of a run.
template<class Loss, class Wrt, template<int> class Row>
struct hessian_shaped {
    using layout =
        rows_by_direction<Wrt::elements, Wrt::elements, directions_at_once<Loss, typename Row<0>::type, 4>()>;
    using type = gradient_function<
        evaluation<Loss, repeat<layout::directions, Row>, Wrt, layout, false, results_of<Wrt>::template hessian_of_one,
                   results_of<Wrt>::template hessian_of_each>,
        0>;
};
/// R by D numbers, of which Part<k>::type makes the row, or the column, of the k-th direction of a run.
template<class E, class Wrt, template<int> class Part, bool by_columns>
struct jacobian_shaped {
    static constexpr int residuals = E::shape::value.size();
    using layout = rows_by_direction<by_columns ? Wrt::elements : residuals, by_columns ? residuals : Wrt::elements,
                                     directions_at_once<E, typename Part<0>::type, 8>()>;
    using results = results_of_shape<Wrt, E::shape::value, by_columns>;
    using type = gradient_function<evaluation<E, repeat<layout::directions, Part>, Wrt, layout, false,
                                              results::template jacobian_of_one, results::template jacobian_of_each>,
                                   0>;
};

}  // namespace detail

/// The derivative of E, of any shape, along a direction: jvp(E, wrt(w))(w = W, x = x0, tangent(w) = V) has the .value()
/// and the .tangent(), both of E's shape. Forward mode: about twice the cost of E.
template<is_expression E, class Wrt>
constexpr auto jvp(E, Wrt) {
    using by = typename detail::resolve_wrt<E, Wrt>::type;
    if constexpr (detail::stores_no_numbers<E>() && detail::is_real<E>()) {
        using results = detail::results_of_shape<by, E::shape::value>;
        using layout = rows_by_direction<1, 2 * E::shape::value.size(), 1>;
        return []<class... Variable>(std::type_identity<variables<Variable...>>) {
            using moved = tangent_of<E, moves<Variable, detail::tangent_variable<Variable>>...>;
            return gradient_function<evaluation<E, bundle<E, moved>, by, layout, false,
                                                results::template tangent_of_one, results::template tangent_of_each>,
                                     0>{};
        }(std::type_identity<by>{});
    }
}

/// The gradient of E's elements, of any shape, weighted and summed: vjp(E, wrt(w))(w = W, x = x0, cotangent(E) = C) has
/// the [w] of grad. Reverse mode: a few times the cost of E.
template<is_expression E, class Wrt>
constexpr auto vjp(E e, Wrt by) {
    if constexpr (detail::stores_no_numbers<E>() && detail::is_real<E>()) return grad(sum(e * cotangent(e)), by);
}

/// The Hessian of a scalar loss times a vector: hvp(loss, wrt(w))(w = W, x = x0, tangent(w) = V) has the [w] of grad.
/// Costs a few gradients, whatever the number of parameters.
template<is_expression E, class Wrt, second_order_mode Mode = forward_over_reverse_mode>
constexpr auto hvp(E, Wrt, Mode = {}) {
    using by = typename detail::resolve_wrt<E, Wrt>::type;
    if constexpr (detail::stores_no_numbers<E>() && detail::loss_is_valid<E>())
        return []<class... Variable>(std::type_identity<variables<Variable...>>) {
            using along = detail::gradient_along<E, by, Mode, detail::tangent_variable<Variable>...>;
            return detail::gradient_shaped<E, by, typename along::type>{};
        }(std::type_identity<by>{});
}

/// All second derivatives of a scalar loss: H = hessian(loss, wrt(w, b))(w = W, ...) has H(w, b), of w's shape and then
/// b's, and H.flat(), (D, D). Costs D Hessian-vector products, a few of which share each run.
template<is_expression E, class Wrt, second_order_mode Mode = forward_over_reverse_mode>
constexpr auto hessian(E, Wrt, Mode = {}) {
    using by = typename detail::resolve_wrt<E, Wrt>::type;
    if constexpr (detail::stores_no_numbers<E>() && detail::loss_is_valid<E>()) {
        using rows = detail::hessian_rows<E, by, Mode>;
        return typename detail::hessian_shaped<E, by, rows::template row>::type{};
    }
}

/// J^T J of residuals, of any shape: of least squares' Hessian the part without second derivatives. Results as
/// hessian's; J^T r is the gradient of squared_norm(r) / 2. J is not stored.
template<is_expression E, class Wrt>
constexpr auto gauss_newton(E, Wrt) {
    using by = typename detail::resolve_wrt<E, Wrt>::type;
    if constexpr (detail::stores_no_numbers<E>() && detail::is_real<E>()) {
        using rows = detail::gauss_newton_rows<E, by>;
        return typename detail::hessian_shaped<E, by, rows::template row>::type{};
    }
}

/// The Jacobian of residuals, of any shape, by forward mode: J[w] has their shape, then w's. Costs D derivatives along a
/// direction: right for few parameters. Memory given by `into` gets an example's columns one after the other.
template<is_expression E, class Wrt>
constexpr auto jacfwd(E, Wrt) {
    using by = typename detail::resolve_wrt<E, Wrt>::type;
    if constexpr (detail::stores_no_numbers<E>() && detail::is_real<E>()) {
        using columns = detail::along_units<primitive::tangent, E, by>;
        return typename detail::jacobian_shaped<E, by, columns::template unit_of, true>::type{};
    }
}

/// The same by reverse mode: costs a gradient for each residual.
template<is_expression E, class Wrt>
constexpr auto jacrev(E, Wrt) {
    using by = typename detail::resolve_wrt<E, Wrt>::type;
    if constexpr (detail::stores_no_numbers<E>() && detail::is_real<E>()) {
        using rows = detail::jacobian_rows<E, by>;
        return typename detail::jacobian_shaped<E, by, rows::template row, false>::type{};
    }
}

/// The derivative of a scalar loss by one variable as an expression, of which a loss can be made: a penalty on a
/// gradient, a derivative of a derivative.
template<is_expression E, class Variable>
    requires is_variable<Variable>
constexpr auto derivative_by(E, Variable) {
    if constexpr (detail::stores_no_numbers<E>() && detail::loss_is_valid<E>() && detail::can_be_wrt<Variable>())
        return gradient_by<E, Variable>{};
}

}  // namespace pergrad
