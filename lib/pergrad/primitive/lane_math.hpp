// The functions of analysis on lanes: exp, expm1, log, log1p, sqrt, tanh. For plain numbers they are the standard's.
//
// exp, expm1, log, log1p and tanh are written here and not taken from xsimd, whose versions are wrong at the edges
// (exp above 709.4 and below -708.4, log of double subnormals) and pay for two branches in tanh. These have no
// branch: every argument goes one way, through a handful of multiply-adds, and comes out right, be it huge,
// subnormal, -0.0, infinite or NaN.
//
// Largest errors in ulp, float / double: exp 1.1 / 1.2, expm1 1.8 / 1.9, log 0.9 / 0.9, log1p 1.4 / 1.5,
// tanh 2.5 / 2.8, sqrt 0.5. (AVX-512: every float, 24 million doubles. SSE2, where
// nothing is fused: every seventh float, six million doubles.)
//
// Nanoseconds for 16 floats in a loop of its own at 3.7 GHz, g++ 12 / clang 19, beside xsimd 8.1's:
//     AVX-512   exp 2.8 / 2.8 (3.7 / 4.6)   log1p 6.3 / 6.1 (6.2 / 7.8)    tanh 4.7 / 4.5 (7.8 / 9.9)
//     AVX2      exp 5.8 / 4.9 (4.5 / 4.9)   log1p 9.9 / 11.9 (10.5 / 12.3) tanh 7.5 / 7.3 (12.6 / 12.6)
#pragma once

#include <pergrad/primitive/lane_arithmetic.hpp>

#include <limits>

namespace pergrad::lane {

namespace detail {

template<class T>
struct constants;

template<>
struct constants<float> {
    static constexpr int fraction_bits = 23;
    static constexpr std::uint32_t bias = 127;
    static constexpr std::uint32_t half_root = 0x3f3504f3;  // bits of sqrt(1/2)
    static constexpr float rounder = 0x1.8p23f;             // added and taken away again, it rounds to a whole number
    static constexpr float log2_e = 0x1.715476p0f;
    static constexpr float ln2_high = 0x1.63p-1f;  // times any exponent: exact
    static constexpr float ln2_low = -0x1.bd0106p-13f;
    static constexpr float exp_lowest = -104, exp_highest = 89;  // exp is 0 at the one, infinite at the other
    static constexpr float expm1_lowest = -20;                   // expm1 is -1
    static constexpr float tiny = 0x1p-30f;                      // expm1(x), log1p(x) round to x below
    static constexpr float least_normal = std::numeric_limits<float>::min();
    /// (exp(r) - 1 - r) / r^2 for |r| <= 0.347, within 7e-8.
    static constexpr float exp_tail[] = {0.5f, 0.16666576583f, 0.041666554109f, 0.0083632466697f, 0.0013926268053f};
    /// (log(1 + f) - 2s) / s in even powers of s = f / (2 + f), for 1 + f between sqrt(1/2) and sqrt(2) (fdlibm).
    static constexpr float log_tail[] = {0xaaaaaa.0p-24f, 0xccce13.0p-25f, 0x91e9ee.0p-25f, 0xf89e26.0p-26f};
};

template<>
struct constants<double> {
    static constexpr int fraction_bits = 52;
    static constexpr std::uint64_t bias = 1023;
    static constexpr std::uint64_t half_root = 0x3fe6a09e667f3bcd;
    static constexpr double rounder = 0x1.8p52;
    static constexpr double log2_e = 0x1.71547652b82fep0;
    static constexpr double ln2_high = 0x1.62e42feep-1;
    static constexpr double ln2_low = 0x1.a39ef35793c76p-33;
    static constexpr double exp_lowest = -746, exp_highest = 710;
    static constexpr double expm1_lowest = -40;
    static constexpr double tiny = 0x1p-60;
    static constexpr double least_normal = std::numeric_limits<double>::min();
    /// Within 1.1e-16.
    static constexpr double exp_tail[] = {0.5,
                                          0.166666666666666675,
                                          0.0416666666666237416,
                                          0.00833333333333003212,
                                          0.00138888889174064456,
                                          1.98412698632018284e-4,
                                          2.48015209968256958e-5,
                                          2.75572682299632257e-6,
                                          2.76202305675068979e-7,
                                          2.51004947889050405e-8};
    static constexpr double log_tail[] = {6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
                                          2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
                                          1.479819860511658591e-01};
};

template<class S>
using of = constants<scalar_of<S>>;

/// c[0] + c[1] x + c[2] x^2 + ...
template<batched S, std::size_t n>
PERGRAD_INLINE S polynomial(const scalar_of<S> (&c)[n], S x) {
    return [&]<std::size_t... i>(std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
        S sum = S(c[n - 1]);
        ((sum = lane::fma(sum, x, S(c[n - 2 - i]))), ...);
        return sum;
    }(std::make_index_sequence<n - 1>());
}

// Under AVX-512 the forms with a mask (of all lanes): g++ 12 takes the others' own code for the use of something
// uninitialized.

/// x no less than lowest, no more than highest; NaN stays. One minimum and one maximum: clang sees it by itself, g++
/// does not, which made exp a quarter slower.
template<batched S>
PERGRAD_INLINE S between(scalar_of<S> lowest, scalar_of<S> highest, S x) {
    const auto low = lane::raw(S(lowest)), high = lane::raw(S(highest));
#if defined __AVX512F__
    if constexpr (avx512<S, float>)
        return S(_mm512_maskz_max_ps(0xffff, low, _mm512_maskz_min_ps(0xffff, high, x.data)));
    else if constexpr (avx512<S, double>)
        return S(_mm512_maskz_max_pd(0xff, low, _mm512_maskz_min_pd(0xff, high, x.data)));
#endif
    auto bounded = lane::raw(x);
    bounded = high < bounded ? high : bounded;
    bounded = low > bounded ? low : bounded;
    return S(bounded);
}

/// x = n ln 2 + r with n whole and |r| <= ln 2 / 2. From there, exp(x) = 2^n (1 + expm1(r)).
template<batched S>
struct split_exponent {
    S n;
    S expm1_r;
    bits<S> biased;  // n + bias, as a whole number

    PERGRAD_INLINE explicit split_exponent(S argument) {
        using c = of<S>;
        const S shifted = lane::fma(argument, S(c::log2_e), S(c::rounder));
        n = shifted - S(c::rounder);
        biased = lane::to_bits(shifted) - (__builtin_bit_cast(word<S>, c::rounder) - c::bias);
        S r = lane::fma(n, S(-c::ln2_high), argument);
        r = lane::fma(n, S(-c::ln2_low), r);
        expm1_r = lane::fma(r * r, detail::polynomial(c::exp_tail, r), r);
    }
};

/// 2^n of the biased exponent n + bias.
template<batched S>
PERGRAD_INLINE S power_of_two(bits<S> biased) {
    return lane::from_bits<S>(biased << of<S>::fraction_bits);
}

/// y 2^n, rounded once if the result is subnormal; y about 1, n from -1100 to 1100 (-160 to 160).
template<batched S>
PERGRAD_INLINE S scale(S y, const split_exponent<S>& x) {
#if defined __AVX512F__
    if constexpr (avx512<S, float>) return S(_mm512_maskz_scalef_ps(0xffff, y.data, x.n.data));
    else if constexpr (avx512<S, double>) return S(_mm512_maskz_scalef_pd(0xff, y.data, x.n.data));
#endif
    const bits<S> twice = x.biased + of<S>::bias;  // n + 2 bias, positive
    const bits<S> half = twice >> 1;
    return y * detail::power_of_two<S>(half) * detail::power_of_two<S>(twice - half);
}

}  // namespace detail

template<plain S>
PERGRAD_INLINE S exp(S x) {
    return std::exp(x);
}
template<batched S>
PERGRAD_INLINE S exp(S x) {
    using c = detail::of<S>;
    const detail::split_exponent<S> parts(detail::between(c::exp_lowest, c::exp_highest, x));
    return detail::scale(S(1) + parts.expm1_r, parts);
}

template<plain S>
PERGRAD_INLINE S expm1(S x) {
    return std::expm1(x);
}
template<batched S>
PERGRAD_INLINE S expm1(S x) {
    using c = detail::of<S>;
    const detail::split_exponent<S> parts(detail::between(c::expm1_lowest, c::exp_highest, x));
    const S half_power =
        detail::power_of_two<S>(parts.biased - 1);  // half, for 2^n itself can be infinite where the result is not
    const S half = lane::fma(half_power, parts.expm1_r, half_power - S(scalar_of<S>(0.5)));
    return lane::select(lane::less(lane::abs(x), S(c::tiny)), x, half + half);
}

/// From expm1(-2|x|), which can't overflow and cancels nowhere.
template<plain S>
PERGRAD_INLINE S tanh(S x) {
    return std::tanh(x);
}
template<batched S>
PERGRAD_INLINE S tanh(S x) {
    using c = detail::of<S>;
    const S size = lane::abs(x);
    const detail::split_exponent<S> parts(detail::between(c::expm1_lowest, scalar_of<S>(0), size * S(-2)));
    const S power = detail::power_of_two<S>(parts.biased);
    const S below = lane::fma(power, parts.expm1_r, power - S(1));  // expm1(-2|x|)
    return lane::copysign(below / (below + S(2)), x);
}

namespace detail {

/// x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), for normal x > 0.
template<batched S>
struct split_number {
    S k;
    S f;
    bits<S> biased;  // k + bias

    PERGRAD_INLINE explicit split_number(S argument) {
        using c = of<S>;
        constexpr word<S> fraction = (word<S>(1) << c::fraction_bits) - 1;
        constexpr scalar_of<S> two_to_fraction_bits = scalar_of<S>(fraction + 1);
        const bits<S> from_half_root = lane::to_bits(argument) + ((c::bias << c::fraction_bits) - c::half_root);
        biased = from_half_root >> c::fraction_bits;
        k = lane::from_bits<S>(biased | __builtin_bit_cast(word<S>, two_to_fraction_bits)) -
            S(two_to_fraction_bits + scalar_of<S>(c::bias));
        f = lane::from_bits<S>((from_half_root & fraction) + c::half_root) - S(1);
    }
};

/// k ln 2 + log(1 + f), with s = f / (2 + f): log(1 + f) = f - f^2/2 + s (f^2/2 + tail), as fdlibm does.
template<batched S>
PERGRAD_INLINE S log_sum(S k, S f) {
    using c = of<S>;
    const S s = f / (f + S(2));
    const S s2 = s * s;
    const S half_square = f * f * S(scalar_of<S>(0.5));
    const S tail = lane::fma(s2, detail::polynomial(c::log_tail, s2), half_square);
    const S low = lane::fma(s, tail, k * S(c::ln2_low));
    return lane::fma(k, S(c::ln2_high), f - (half_square - low));
}

/// What a logarithm of x is at the edges: y inside, infinity of infinity, -infinity of zero, NaN of the negative and
/// NaN.
template<batched S>
PERGRAD_INLINE S log_edges(S y, S x) {
    using limits = std::numeric_limits<scalar_of<S>>;
    const S zero(0), infinite(limits::infinity()), nan(limits::quiet_NaN());
    y = lane::select(lane::equal(x, infinite), x, y);
    return lane::select(lane::greater(x, zero), y, lane::select(lane::equal(x, zero), lane::negate(infinite), nan));
}

}  // namespace detail

template<plain S>
PERGRAD_INLINE S log(S x) {
    return std::log(x);
}
template<batched S>
PERGRAD_INLINE S log(S x) {
    using c = detail::of<S>;
    constexpr scalar_of<S> lift = scalar_of<S>(word<S>(1) << c::fraction_bits);
    const auto subnormal = lane::less(x, S(c::least_normal));
    const detail::split_number<S> parts(lane::select(subnormal, x * S(lift), x));
    const S k = lane::select(subnormal, parts.k - S(scalar_of<S>(c::fraction_bits)), parts.k);
    return detail::log_edges(detail::log_sum(k, parts.f), x);
}

/// 1 + x is u + rest, exactly (beyond 1 / epsilon the rest matters no more). With u = 2^k (1 + f) it is 2^k (1 + f +
/// rest / 2^k).
template<plain S>
PERGRAD_INLINE S log1p(S x) {
    return std::log1p(x);
}
template<batched S>
PERGRAD_INLINE S log1p(S x) {
    using c = detail::of<S>;
    const S u = x + S(1);
    const S rest = x - (u - S(1));
    const detail::split_number<S> parts(u);
    const S scale = detail::power_of_two<S>(2 * c::bias + 1 - parts.biased);  // 2 / 2^k: 1 / 2^k can be out of range
    const S y = detail::log_sum(parts.k, lane::fma(rest * S(scalar_of<S>(0.5)), scale, parts.f));
    return lane::select(lane::equal(u, S(1)), x, detail::log_edges(y, u));
}

template<plain S>
PERGRAD_INLINE S sqrt(S x) {
    return std::sqrt(x);
}
template<batched S>
PERGRAD_INLINE S sqrt(S x) {
#if defined __AVX512F__
    if constexpr (detail::avx512<S, float>) return S(_mm512_maskz_sqrt_ps(0xffff, x.data));
    else if constexpr (detail::avx512<S, double>) return S(_mm512_maskz_sqrt_pd(0xff, x.data));
    else
#elif defined __aarch64__
    if constexpr (sizeof(scalar_of<S>) == 4)
        return S(vsqrtq_f32(x.data));  // xsimd's, from an estimate, errs by 1.5 ulp and loses -0.0
    else
#endif
        return xsimd::sqrt(x);
}

}  // namespace pergrad::lane
