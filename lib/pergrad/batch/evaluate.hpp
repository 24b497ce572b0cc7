// Computes the nodes of one phase, one after the other, each by its primitive's own value: straight-line code over a
// number type, made from the graph. In: the memory of the inputs. Out: element<I>(i), any element of any node.
#pragma once

#include <pergrad/batch/leaves.hpp>
#include <pergrad/batch/row_product.hpp>

namespace pergrad {

/// A node's extents and attributes as constants.
template<class Program, int I>
struct node_of {
    static constexpr bool guards_tangents = Program::guarded(I);  ///< zero annihilates where tangents are multiplied
    static constexpr extents shape = Program::g.nodes[I].shape;
    static constexpr extents operand(int k) { return Program::g.nodes[Program::g.operand(I, k)].shape; }
    static constexpr long long attribute(int k) { return Program::g.attribute(I, k); }
};

namespace detail {

/// A shared value for all lanes.
template<class S, class X>
PERGRAD_INLINE auto spread(const X& x) {
    if constexpr (is_dual_number<X>) {
        S result;
        result.value = spread<primal_t<S>>(x.value);
        for (int k = 0; k < X::directions; ++k) result.tangent[k] = spread<primal_t<S>>(x.tangent[k]);
        return result;
    } else if constexpr (std::is_same_v<X, bool>) {
        if constexpr (lane::lanes<primal_t<S>> == 1) return x;
        else return lane::condition_of<primal_t<S>>(x);
    } else {
        return lane::broadcast<primal_t<S>>(x);
    }
}

}  // namespace detail

/// Calls put(i, lanes) for each element of an input, lane k holding that of example k.
template<class L, int size, class Put>
PERGRAD_INLINE void load_lanes(const lane::scalar_of<L>* data, std::ptrdiff_t example_stride,
                               std::ptrdiff_t element_stride, Put put) {
    constexpr int lanes = lane::lanes<L>;
    if constexpr (size == 1) {
        put(0, lane::load<L>(data));
    } else if (example_stride == 1) {
        for (int i = 0; i < size; ++i) put(i, lane::load<L>(data + i * element_stride));
    } else {
        const auto block_from = [&](int start, auto used) PERGRAD_INLINE_LAMBDA {
            L block[lanes];
            lane::load_columns<used>(block, data + start, example_stride);
            unroll<used>([&](int k) PERGRAD_INLINE_LAMBDA { put(start + k, block[k]); });
        };
        constexpr int whole = size / lanes * lanes;
        for (int start = 0; start < whole; start += lanes) block_from(start, std::integral_constant<int, lanes>{});
        if constexpr (whole < size) block_from(whole, std::integral_constant<int, size - whole>{});
    }
}

/// Before: the evaluator of the phase before, whose values are shared by all examples; or nothing.
template<class Program, phase When, class S, class Before>
class evaluator {
public:
    using scalar = lane::scalar_of<primal_t<S>>;
    using number_type = S;
    static constexpr int lanes = lane::lanes<primal_t<S>>;
    static constexpr std::size_t workspace = frame<Program, When, S>::workspace;

    PERGRAD_INLINE evaluator(const call<Program, scalar>& bound_call, Before* shared, std::byte* memory)
        : bound(bound_call), before(shared), storage(memory) {}

    /// What is the same for all tiles: nothing here, since it is read where it is needed.
    PERGRAD_INLINE void prepare() {}

    /// Fills the slots of the inputs for the examples that data points to.
    PERGRAD_INLINE void load(const scalar* const* data) {
        example = data;
        for_each_index<Program::g.size>([&](auto I) PERGRAD_INLINE_LAMBDA {
            if constexpr (detail::is<primitive::input>(Program::g, I) && detail::has_slot<Program, lanes>(I, When)) {
                constexpr int input = static_cast<int>(Program::g.attribute(I, 0));
                load_input<I>(data[input], bound.input[input].example_stride, bound.input[input].element_stride);
            }
        });
    }

    /// Computes every node that is stored.
    PERGRAD_INLINE void run() {
        for_each_index<Program::g.size>([&](auto I) PERGRAD_INLINE_LAMBDA {
            if constexpr (Program::p.needed[I] && Program::p.when[I] == When && Program::p.stored[I]) step<I>();
        });
    }

    /// Element i of node I, which may be one that is computed where it is read.
    template<int I>
    PERGRAD_INLINE auto element(int i) {
        if constexpr (detail::is_shared_leaf<Program>(I)) {
            return shared_leaf<Program, I, S>(bound, i);
        } else if constexpr (is<primitive::input, I>() && When == phase::tile && lanes == 1) {
            constexpr long long which = Program::g.attribute(I, 0);
            return with_seed<Program, I, S>(bound, example[which][i * bound.input[which].element_stride], i);
        } else if constexpr (detail::has_slot<Program, lanes>(I, When)) {
            return element_type<Program, S, I>(storage.template at<I>()[i]);
        } else if constexpr (Program::g.nodes[I].op->is_view) {
            constexpr int operand = Program::g.operand(I, 0);
            return element<operand>(Program::template primitive_of<I>::template source<node_of<Program, I>>(i));
        } else if constexpr (Program::p.when[I] != When) {
            return detail::spread<S>(before->template element<I>(i));
        } else {
            return compute<I>(i);
        }
    }

    const call<Program, scalar>& bound;

private:
    template<class P, int I>
    static constexpr bool is() {
        return detail::is<P>(Program::g, I);
    }

    template<int I>
    PERGRAD_INLINE auto compute(int i) {
        using P = typename Program::template primitive_of<I>;
        constexpr int operands = Program::g.nodes[I].operand_count;
        if constexpr (operands > 3) return sum_of_terms<I>(i);
        else
            return [&]<int... K>(std::integer_sequence<int, K...>) PERGRAD_INLINE_LAMBDA {
                return combine<P, I>(element_of_operand<I, K>(i)...);
            }(std::make_integer_sequence<int, operands>{});
    }

    template<class P, int I, class... X>
    PERGRAD_INLINE static auto combine(X... x) {
        if constexpr (P::variadic && sizeof...(X) > 2) return add_up<P>(x...);
        else if constexpr ((is_dual_number<X> || ...)) return dual_algebra::apply_guarded<P, Program::guarded(I)>(x...);
        else return apply<P>(x...);
    }
    template<class P, class A, class B, class... Rest>
    PERGRAD_INLINE static auto add_up(A a, B b, Rest... rest) {
        if constexpr (sizeof...(Rest) == 0) return apply<P>(a, b);
        else return add_up<P>(apply<P>(a, b), rest...);
    }

    /// A sum of many terms, from left to right.
    template<int I>
    PERGRAD_INLINE auto sum_of_terms(int i) {
        using V = element_type<Program, S, I>;
        V result = V(element_of_operand<I, 0>(i));
        for_each_index<Program::g.nodes[I].operand_count - 1>(
            [&](auto k) PERGRAD_INLINE_LAMBDA { result = V(result + element_of_operand<I, k + 1>(i)); });
        return result;
    }

    /// A scalar among arrays stands for each of its elements.
    template<int I, int K>
    PERGRAD_INLINE auto element_of_operand(int i) {
        constexpr int operand = Program::g.operand(I, K);
        if constexpr (Program::g.nodes[operand].shape.rank == 0) return element<operand>(0);
        else return element<operand>(i);
    }

    template<int I>
    PERGRAD_INLINE void step() {
        using V = element_type<Program, S, I>;
        using P = typename Program::template primitive_of<I>;
        constexpr int size = Program::g.nodes[I].shape.size();
        V* to = storage.template at<I>();
        if constexpr (P::is_elementwise) {
#pragma GCC unroll 8
            for (int i = 0; i < size; ++i) to[i] = V(compute<I>(i));
        } else if constexpr (layout_of_product<Program, lanes>(I) == product_layout::row_dots) {
            dot_rows<I>(to);
        } else if constexpr (layout_of_product<Program, lanes>(I) == product_layout::rows) {
            multiply_rows<I>(to);
        } else {
            [&]<int... K>(std::integer_sequence<int, K...>) PERGRAD_INLINE_LAMBDA {
                P::template value<node_of<Program, I>, V>([&](int i, V v) PERGRAD_INLINE_LAMBDA { to[i] = v; },
                                                          reader<Program::g.operand(I, K)>{this}...);
            }(std::make_integer_sequence<int, Program::g.nodes[I].operand_count>{});
        }
    }

    /// Each row of the matrix along the vectors of all examples.
    template<int I>
    PERGRAD_INLINE void dot_rows(primal_t<S>* to) {
        constexpr detail::shared_matrix_product of = detail::as_shared_matrix_product<Program>(I);
        constexpr int input = static_cast<int>(Program::g.attribute(of.vector, 0));
        constexpr int matrix = static_cast<int>(Program::g.attribute(of.matrix, 0));
        for (int r = 0; r < of.rows; ++r) {
            const scalar* matrix_row = bound.input[matrix].data + r * of.row_stride;
            to[r] = row_dots<primal_t<S>, of.inner>(
                example[input], bound.input[input].example_stride, [&](int j, auto load) PERGRAD_INLINE_LAMBDA {
                    const primal_t<S> weight = load(matrix_row + j);
                    return [weight](primal_t<S>) PERGRAD_INLINE_LAMBDA { return weight; };
                });
        }
    }

    /// A block of the matrix's rows times all examples, in registers, then turned.
    template<int I>
    PERGRAD_INLINE void multiply_rows(primal_t<S>* to) {
        constexpr packed_matrix of = packed_matrix_of<Program, lanes>(I);
        constexpr int input =
            static_cast<int>(Program::g.attribute(detail::as_shared_matrix_product<Program>(I).vector, 0));
        row_product<primal_t<S>, of.rows, of.inner>(to, bound.packed + of.offset, example[input],
                                                    bound.input[input].example_stride);
    }

    template<int I>
    struct reader {
        evaluator* from;
        PERGRAD_INLINE auto operator()(int i) const { return from->template element<I>(i); }
    };

    template<int I>
    PERGRAD_INLINE void load_input(const scalar* data, std::ptrdiff_t example_stride, std::ptrdiff_t element_stride) {
        auto* to = storage.template at<I>();
        load_lanes<primal_t<S>, Program::g.nodes[I].shape.size()>(
            data, example_stride, element_stride, [&](int i, primal_t<S> value) PERGRAD_INLINE_LAMBDA {
                to[i] = element_type<Program, S, I>(with_seed<Program, I, S>(bound, value, i));
            });
    }

    Before* before;
    const scalar* const* example = nullptr;
    typename frame<Program, When, S>::type storage;
};

}  // namespace pergrad
