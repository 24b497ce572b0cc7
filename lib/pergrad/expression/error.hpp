// What the compiler prints when a loss or a call makes no sense. Each error is a statement with the names and shapes it
// is about as template arguments, declared and never defined: asking for its `stop` makes both g++ and clang print one
// line with all of it. (A static_assert hides them in a note, a concept says nothing of use.)
#pragma once

#include <pergrad/expression/fixed_string.hpp>

namespace pergrad::error {

// ---- while a loss is written: the operation, then each operand and what it is

/// Elementwise operands have equal shapes, or one of them is a scalar; every other broadcast is spelled out.
template<fixed_string Operation, fixed_string Left, class LeftShape, fixed_string Right, class RightShape>
struct shapes_differ;
/// dot(left, right): the last axis of the left one has the length of the first axis of the right one; ranks 0 to 2.
template<fixed_string Left, class LeftShape, fixed_string Right, class RightShape>
struct dot_lengths_differ;
template<fixed_string Operation, fixed_string Operand, class Shape>
struct rank_does_not_fit;
template<fixed_string Operand, class Shape, auto... Index>
struct index_out_of_range;
template<fixed_string Operand, class... Index>
struct index_must_be_a_constant_write_it_with_underscore_c;
template<fixed_string Operand, class Shape, int Axis>
struct axis_out_of_range;
template<fixed_string Function, fixed_string Operand, class Shape>
struct matrix_must_be_square_of_at_most_16;
template<fixed_string Function, fixed_string Operand, class Shape>
struct vector_must_have_at_most_256_elements;
template<fixed_string Operand, class Shape, class OtherShape>
struct reshape_to_another_number_of_elements;
template<fixed_string Operand, class Shape, int First, int Length>
struct slice_out_of_range;
/// Arithmetic on a condition, a chain like a < b < c, or a number where a condition is needed.
template<fixed_string Operation, fixed_string Operand>
struct operand_must_be_a_number_not_a_condition;
template<fixed_string Operation, fixed_string Operand>
struct operand_must_be_a_condition;
template<fixed_string Operation, fixed_string Operand>
struct operand_must_be_an_integer_variable;
/// pow(x, 2): write 2_c, which multiplies; pow(x, 2) would be taken for an exponent that varies.
template<fixed_string Base>
struct exponent_is_a_number_without_underscore_c;
/// A number that is written as 2.0 * x is stored in the expression; `let` can't hold it: write 2_c, or bind a scalar.
template<int Numbers>
struct let_takes_no_stored_numbers_write_them_with_underscore_c;
/// A loss with more than 64 stored numbers: write them with _c, or bind a scalar.
template<int Numbers>
struct too_many_stored_numbers_write_them_with_underscore_c;
template<char... Characters>
struct literal_is_not_a_number;

// ---- when a derivative is asked for

/// grad needs one number to differentiate: sum it, or take one element.
template<fixed_string Loss, class Shape>
struct loss_must_be_a_scalar;
template<fixed_string Loss>
struct loss_must_be_a_number_not_a_condition;
/// Of derivatives beyond the gradient: write 2_c for 2.0, or bind a scalar.
template<int Numbers>
struct transform_takes_no_stored_numbers_write_them_with_underscore_c;
template<fixed_string Variable>
struct integer_variable_in_wrt;
/// The sum over the examples has one gradient, in which an input with an entry for each example has no place.
/// vmap(grad(loss, wrt(a))) has each example's.
template<fixed_string Variable>
struct batch_loss_by_a_variable_with_an_entry_for_each_example;
template<fixed_string Name>
struct variable_twice_in_wrt;
/// wrt takes variables, not expressions.
template<class Argument>
struct wrt_takes_variables;
template<int Count, int Most>
struct too_many_variables_in_wrt;
/// The loss with its derivatives has as many nodes, operands or variables as there is room for, and needs more.
template<int Nodes, int MostNodes, int Variables, int MostVariables>
struct loss_is_too_large;
/// wrt<Struct>(): the loss has no variable with the name of this member.
template<fixed_string Name>
struct missing_variable_for_the_member;
template<fixed_string Name, class OneShape, class OtherShape>
struct one_name_with_two_shapes;
template<fixed_string Name>
struct one_name_for_a_real_and_an_integer_variable;
/// A sum or mean over the examples can be added to, and scaled by what is shared; anything else needs a second pass.
template<fixed_string Loss>
struct gradient_needs_a_second_pass_over_the_examples;

// ---- when a function is called

template<fixed_string Name>
struct missing_binding_of;
template<fixed_string Name>
struct bound_twice;
template<class First>
struct results_go_into_two_places;
/// An argument that is no binding such as w = W: does a local variable hide the pergrad variable?
template<class Argument>
struct argument_is_no_binding_does_a_local_variable_hide_the_pergrad_variable;
template<fixed_string Name, class Scalar, fixed_string OtherName, class OtherScalar>
struct float_and_double_mixed;
template<fixed_string Name, class Scalar>
struct real_variable_bound_to_other_than_float_or_double;
template<fixed_string Name, class Scalar>
struct integer_variable_bound_to_other_than_integers;
template<fixed_string Name, class Shape, class Memory>
struct memory_has_another_rank_than;
/// Column-major, padded and other strided memory is read by its strides, or refused: never as if it were row-major.
template<fixed_string Name, class Memory>
struct memory_is_not_readable;
/// each(...) needs vmap, or a sum over the examples: vmap(grad(loss)), or grad(sum(vmap(loss))).
template<fixed_string Name>
struct each_without_vmap;
/// vmap needs at least one input with an entry an example: x = each(X).
template<fixed_string Loss>
struct vmap_without_each;
/// grad(sum(vmap(loss))) is of the whole batch: write vmap(grad(loss)) for each example's.
template<fixed_string Loss>
struct vmap_of_a_loss_that_sums_over_the_examples;
template<fixed_string Name>
struct result_has_no_derivative_by;
/// as<Struct>(): a member holds another number of elements than the derivative.
template<fixed_string Name, class Shape, class Member>
struct member_has_another_size;
/// Over dual numbers a gradient comes a few directions at a time, and its norm is known only after the last.
template<fixed_string Loss>
struct norms_of_gradients_need_reverse_mode;

}  // namespace pergrad::error
