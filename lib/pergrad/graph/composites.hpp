// Functions made of others, put together element by element: products, running sums, small matrices. Their derivatives
// are those of what they are made of, to any order. In: expressions. Out: expressions, of which lowering makes the nodes.
#pragma once

#include <pergrad/expression/tensor.hpp>
#include <pergrad/graph/lower.hpp>
#include <pergrad/graph/primitives.hpp>

namespace pergrad {
namespace composite {

/// What most are made of.
using arithmetic = primitives<primitive::element, primitive::assemble, primitive::add, primitive::subtract,
                              primitive::multiply, primitive::divide, primitive::sqrt, primitive::log>;

/// The elements of an array while it is put together; those that are not set are zero.
struct elements {
    static constexpr int capacity = 256;
    graph* in;
    int node[capacity] = {};
    long long offset[capacity] = {};
    int count = 0;

    constexpr void set(int place, reference value) {
        node[count] = value.id;
        offset[count++] = place;
    }
    constexpr reference array(extents shape) const {
        const operation* op = &operation_of<primitive::assemble>;
        bool per_example = false;
        for (int k = 0; k < count; ++k) per_example = per_example || in->nodes[node[k]].per_example;
        return {in, in->add(op, op->hash, shape, op->result, per_example, node, count, offset, count)};
    }
};

constexpr reference at(reference x, int offset) { return make<primitive::element>({}, {offset}, x); }
constexpr reference at(reference x, int row, int column) { return at(x, row * x.shape().length[1] + column); }

/// x(0) x(1) ...: the adjoints are products of those before and those behind, with no quotient.
struct prod : primitive::structural<1> {
    static constexpr auto name = "prod";
    using made_of = arithmetic;
    static constexpr reference expand(reference x) {
        reference product = at(x, 0);
        for (int k = 1; k < x.shape().size(); ++k) product = product * at(x, k);
        return product;
    }
};

/// The mean of the squares of x - mean(x).
struct variance : primitive::structural<1> {
    static constexpr auto name = "variance";
    using made_of = primitives<primitive::sum, primitive::divide, primitive::subtract, primitive::square>;
    static constexpr reference mean(reference x) {
        return make<primitive::sum>({}, {primitive::every_axis, x.shape().size()}, x) / x.shape().size();
    }
    static constexpr reference expand(reference x) { return mean(apply<primitive::square>(x - mean(x))); }
};

struct cumsum : primitive::structural<1> {
    static constexpr auto name = "cumsum";
    using made_of = arithmetic;
    static constexpr reference expand(reference x) {
        elements result{x.in};
        reference sum = at(x, 0);
        result.set(0, sum);
        for (int k = 1; k < x.shape().size(); ++k) result.set(k, sum = sum + at(x, k));
        return result.array(x.shape());
    }
};

struct trace : primitive::structural<1> {
    static constexpr auto name = "trace";
    using made_of = arithmetic;
    static constexpr reference expand(reference x) {
        reference sum = at(x, 0);
        for (int k = 1; k < x.shape().length[0]; ++k) sum = sum + at(x, k, k);
        return sum;
    }
};

/// The diagonal of a matrix, or the matrix with a diagonal.
struct diag : primitive::structural<1> {
    static constexpr auto name = "diag";
    using made_of = arithmetic;
    static constexpr reference expand(reference x) {
        const int n = x.shape().length[0];
        elements result{x.in};
        if (x.shape().rank == 2) {
            for (int k = 0; k < n; ++k) result.set(k, at(x, k, k));
            return result.array({.rank = 1, .length = {n}});
        }
        for (int k = 0; k < n; ++k) result.set(k * n + k, at(x, k));
        return result.array({.rank = 2, .length = {n, n}});
    }
};

/// The factor of (A + A^T) / 2 = L L^T, so that derivatives by A are symmetric, as in JAX; by rows: l_ij = (a_ij - sum_k<j l_ik l_jk) / l_jj. (Golub and Van Loan, Matrix Computations,
/// 4.2.)
struct cholesky : primitive::structural<1> {
    static constexpr auto name = "cholesky";
    using made_of = arithmetic;
    static constexpr reference expand(reference a) {
        constexpr int most = 16;
        const int n = a.shape().length[0];
        reference l[most][most] = {};
        elements result{a.in};
        for (int i = 0; i < n; ++i)
            for (int j = 0; j <= i; ++j) {
                reference rest = i == j ? at(a, i, i) : 0.5 * (at(a, i, j) + at(a, j, i));
                for (int k = 0; k < j; ++k) rest = rest - l[i][k] * l[j][k];
                l[i][j] = i == j ? apply<primitive::sqrt>(rest) : rest / l[j][j];
                result.set(i * n + j, l[i][j]);
            }
        return result.array(a.shape());
    }
};

/// The solution of L x = b, L lower triangular; `transposed`: of L^T x = b.
template<bool transposed>
struct solve_lower : primitive::structural<2> {
    static constexpr auto name = transposed ? "solve_lower_transposed" : "solve_lower";
    using made_of = arithmetic;
    static constexpr reference expand(reference l, reference b) {
        constexpr int most = 16;
        const int n = l.shape().length[0];
        reference x[most] = {};
        elements result{l.in};
        for (int step = 0; step < n; ++step) {
            const int i = transposed ? n - 1 - step : step;
            reference rest = at(b, i);
            for (int done = 0; done < step; ++done) {
                const int k = transposed ? n - 1 - done : done;
                rest = rest - (transposed ? at(l, k, i) : at(l, i, k)) * x[k];
            }
            x[i] = rest / at(l, i, i);
            result.set(i, x[i]);
        }
        return result.array(b.shape());
    }
};

/// log det A from the factor of A = L L^T.
struct log_determinant_of_factor : primitive::structural<1> {
    static constexpr auto name = "logdet";
    using made_of = arithmetic;
    static constexpr reference expand(reference l) {
        reference sum = apply<primitive::log>(at(l, 0));
        for (int k = 1; k < l.shape().length[0]; ++k) sum = sum + apply<primitive::log>(at(l, k, k));
        return 2 * sum;
    }
};

}  // namespace composite

namespace detail {

/// Square, and no larger than what is worth writing out.
template<fixed_string Function, is_expression A>
constexpr bool is_small_square() {
    constexpr extents e = A::shape::value;
    if constexpr (e.rank == 2 && e.length[0] == e.length[1] && e.length[0] <= 16) return true;
    else
        return sizeof(
                   typename error::matrix_must_be_square_of_at_most_16<Function, label<A>, typename A::shape>::stop) >
               0;
}

template<fixed_string Function, is_expression X>
constexpr bool is_short_vector() {
    if constexpr (!rank_fits<Function, X, 1>()) return false;
    else if constexpr (X::shape::value.size() <= composite::elements::capacity) return true;
    else
        return sizeof(
                   typename error::vector_must_have_at_most_256_elements<Function, label<X>, typename X::shape>::stop) >
               0;
}

/// A small square matrix, and a vector of its length.
template<fixed_string Function, is_expression A, is_expression B>
constexpr bool is_small_system() {
    if constexpr (!is_small_square<Function, A>() || !rank_fits<Function, B, 1>()) return false;
    else if constexpr (A::shape::value.length[0] == B::shape::value.length[0]) return true;
    else
        return sizeof(typename error::shapes_differ<Function, label<A>, typename A::shape, label<B>,
                                                    typename B::shape>::stop) > 0;
}

}  // namespace detail

/// The product of all elements, right where some are zero.
template<is_expression X>
constexpr auto prod(X x) {
    if constexpr (X::shape::value.rank == 0) return x;
    else return build<composite::prod, shape<>>(x);
}

/// The mean of the squared differences of all elements from their mean (divided by n, as in JAX).
template<is_expression X>
constexpr auto variance(X x) {
    return build<composite::variance, shape<>>(x);
}

/// x(0), x(0) + x(1), ... of a vector of at most 256.
template<is_expression X>
constexpr auto cumsum(X x) {
    if constexpr (detail::is_short_vector<"cumsum", X>()) return build<composite::cumsum, typename X::shape>(x);
}

/// The sum of a square matrix's diagonal.
template<is_expression A>
constexpr auto trace(A a) {
    if constexpr (detail::is_small_square<"trace", A>()) return build<composite::trace, shape<>>(a);
}

/// A square matrix's diagonal; of a vector, the matrix with that diagonal.
template<is_expression A>
constexpr auto diag(A a) {
    constexpr extents e = A::shape::value;
    if constexpr (e.rank == 1) {
        if constexpr (detail::is_short_vector<"diag", A>())
            return build<composite::diag, shape<e.length[0], e.length[0]>>(a);
    } else if constexpr (detail::is_small_square<"diag", A>()) return build<composite::diag, shape<e.length[0]>>(a);
}

/// The lower triangular L with A = L L^T, A symmetric and positive definite (else NaN).
template<is_expression A>
constexpr auto cholesky(A a) {
    if constexpr (detail::is_small_square<"cholesky", A>()) return build<composite::cholesky, typename A::shape>(a);
}

/// The x of L x = b, L lower triangular, of which the lower half is read.
template<is_expression L, is_expression B>
constexpr auto solve_lower(L l, B b) {
    if constexpr (detail::is_small_system<"solve_lower", L, B>())
        return build<composite::solve_lower<false>, typename B::shape>(l, b);
}

/// The x of A x = b, A symmetric and positive definite (else NaN), by Cholesky.
template<is_expression A, is_expression B>
constexpr auto solve_positive(A a, B b) {
    if constexpr (detail::is_small_system<"solve_positive", A, B>())
        return build<composite::solve_lower<true>, typename B::shape>(cholesky(a), solve_lower(cholesky(a), b));
}

/// log det A, A symmetric and positive definite (else NaN), by Cholesky.
template<is_expression A>
constexpr auto logdet_positive(A a) {
    if constexpr (detail::is_small_square<"logdet_positive", A>())
        return build<composite::log_determinant_of_factor, shape<>>(cholesky(a));
}

}  // namespace pergrad
