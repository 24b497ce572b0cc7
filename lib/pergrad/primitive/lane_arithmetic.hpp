// Comparisons and selection, signs, and a * b + c on lanes, alike for plain numbers and batches.
#pragma once

#include <pergrad/primitive/lane_batch.hpp>

namespace pergrad::lane {

// ---- conditions

template<plain S>
PERGRAD_INLINE bool equal(S a, S b) {
    return a == b;
}
template<batched S>
PERGRAD_INLINE condition_of<S> equal(S a, S b) {
    return a == b;
}
template<number S>
PERGRAD_INLINE condition_of<S> less(S a, S b) {
    return a < b;
}
template<number S>
PERGRAD_INLINE condition_of<S> less_equal(S a, S b) {
    return a <= b;
}
template<number S>
PERGRAD_INLINE condition_of<S> greater(S a, S b) {
    return a > b;
}
template<number S>
PERGRAD_INLINE condition_of<S> greater_equal(S a, S b) {
    return a >= b;
}

PERGRAD_INLINE bool negated(bool c) { return !c; }
template<batched_condition C>
PERGRAD_INLINE C negated(C c) {
    return ~c;
}
/// True where either is NaN. (xsimd 8.1's own != is false there under AVX2 and AVX-512.)
template<number S>
PERGRAD_INLINE condition_of<S> not_equal(S a, S b) {
    return lane::negated(lane::equal(a, b));
}

PERGRAD_INLINE bool both(bool c, bool d) { return c && d; }
template<batched_condition C>
PERGRAD_INLINE C both(C c, C d) {
    return c & d;
}
PERGRAD_INLINE bool either(bool c, bool d) { return c || d; }
template<batched_condition C>
PERGRAD_INLINE C either(C c, C d) {
    return c | d;
}
/// One but not the other. (xsimd's ^ and != of masks are wrong under AVX-512 and SSE2.)
PERGRAD_INLINE bool differ(bool c, bool d) { return c != d; }
template<batched_condition C>
PERGRAD_INLINE C differ(C c, C d) {
    return (c & ~d) | (~c & d);
}

PERGRAD_INLINE bool any(bool c) { return c; }
template<batched_condition C>
PERGRAD_INLINE bool any(C c) {
    return xsimd::any(c);
}
PERGRAD_INLINE bool all(bool c) { return c; }
template<batched_condition C>
PERGRAD_INLINE bool all(C c) {
    return xsimd::all(c);
}

/// a where the condition holds, b elsewhere; what was not chosen leaves no trace, be it NaN.
template<number S>
PERGRAD_INLINE S select(bool c, S a, S b) {
    return c ? a : b;
}
template<batched S>
PERGRAD_INLINE S select(condition_of<S> c, S a, S b) {
    return xsimd::select(c, a, b);
}

// ---- signs

namespace detail {

template<batched S>
inline constexpr word<S> sign_bit = word<S>(1) << (8 * sizeof(word<S>) - 1);

}

template<plain S>
PERGRAD_INLINE S abs(S a) {
    return std::abs(a);
}
template<batched S>
PERGRAD_INLINE S abs(S a) {
    return lane::from_bits<S>(lane::to_bits(a) & ~detail::sign_bit<S>);
}

/// Flips the sign, zero's too. (xsimd's -(+0.0) is +0.0 under AVX-512.)
template<plain S>
PERGRAD_INLINE S negate(S a) {
    return -a;
}
template<batched S>
PERGRAD_INLINE S negate(S a) {
    return lane::from_bits<S>(lane::to_bits(a) ^ detail::sign_bit<S>);
}

template<plain S>
PERGRAD_INLINE S copysign(S size, S sign) {
    return std::copysign(size, sign);
}
template<batched S>
PERGRAD_INLINE S copysign(S size, S sign) {
    return lane::from_bits<S>((lane::to_bits(size) & ~detail::sign_bit<S>) |
                              (lane::to_bits(sign) & detail::sign_bit<S>));
}

// ---- a * b + c

/// a * b + c: rounded once where the machine can (`fuses`), twice where it can't; a call to a software fma would cost
/// fifty times the sum. For plain numbers the compiler contracts, or not, as it does for the loop a user writes by
/// hand.
template<plain S>
PERGRAD_INLINE S fma(S a, S b, S c) {
    return a * b + c;
}
template<batched S>
PERGRAD_INLINE S fma(S a, S b, S c) {
#if defined __AVX512F__
    if constexpr (detail::avx512<S, float>) return S(_mm512_fmadd_ps(a.data, b.data, c.data));
    else if constexpr (detail::avx512<S, double>) return S(_mm512_fmadd_pd(a.data, b.data, c.data));
    else
#endif
        return xsimd::fma(a, b, c);
}

}  // namespace pergrad::lane
