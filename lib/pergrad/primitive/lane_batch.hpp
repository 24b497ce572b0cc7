// Batches of lanes: their types, and memory in and out. The only file that includes xsimd; it and the lane_*.hpp beside
// it are the only ones that know xsimd's versions (8.1 to 14.3) and faults.
#pragma once

#include <pergrad/primitive/inline.hpp>

#if defined __FAST_MATH__ || __FINITE_MATH_ONLY__ + 0 || defined __ASSOCIATIVE_MATH__ ||                               \
    defined __RECIPROCAL_MATH__ || defined __NO_SIGNED_ZEROS__
#error "pergrad: -ffast-math and its parts are refused: slopes at singular points need NaN, infinity and -0.0"
#endif

#include <xsimd/xsimd.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace pergrad::lane {

template<class T>
using batch = xsimd::batch<T>;

namespace detail {

template<class S>
struct describe {
    using scalar = S;
    using mask = bool;
    static constexpr std::size_t lanes = 1;
};

template<class T, class A>
struct describe<xsimd::batch<T, A>> {
    using scalar = T;
    using mask = xsimd::batch_bool<T, A>;
    static constexpr std::size_t lanes = xsimd::batch<T, A>::size;
};

/// A batch of T in a 512-bit register.
template<class S, class T>
inline constexpr bool avx512 = sizeof(S) == 64 && std::is_same_v<typename describe<S>::scalar, T>;

/// A batch of real numbers in a 256-bit register.
template<class S>
inline constexpr bool avx = sizeof(S) == 32 && std::is_floating_point_v<typename describe<S>::scalar>;

template<class C>
inline constexpr bool is_mask = false;
template<class T, class A>
inline constexpr bool is_mask<xsimd::batch_bool<T, A>> = true;

template<class S>
inline constexpr bool is_batch = false;
template<class T, class A>
inline constexpr bool is_batch<xsimd::batch<T, A>> = true;

}  // namespace detail

template<class S>
concept plain = std::is_arithmetic_v<S>;
template<class S>
concept batched = detail::is_batch<S>;
template<class S>
concept number = plain<S> || batched<S>;
template<class C>
concept batched_condition = detail::is_mask<C>;

/// float for float and for batch<float>.
template<class S>
using scalar_of = typename detail::describe<S>::scalar;
/// What a comparison gives: bool, or one truth a lane.
template<class S>
using condition_of = typename detail::describe<S>::mask;
/// Lanes in S: 1 for plain numbers.
template<class S>
inline constexpr std::size_t lanes = detail::describe<S>::lanes;
/// Lanes in a batch of T.
template<class T>
inline constexpr std::size_t width = lanes<batch<T>>;

/// Does the machine compiled for multiply and add with one rounding?
#if defined __FMA__ || defined __AVX512F__ || defined __ARM_FEATURE_FMA
inline constexpr bool fuses = true;
#else
inline constexpr bool fuses = false;
#endif

// ---- the register, as the compiler's own vector type

namespace detail {

template<std::size_t bytes>
struct whole_number;
template<>
struct whole_number<4> {
    using type = std::uint32_t;
};
template<>
struct whole_number<8> {
    using type = std::uint64_t;
};

template<batched S>
struct bits_of {
    using word = typename whole_number<sizeof(scalar_of<S>)>::type;
    typedef word type __attribute__((vector_size(sizeof(word) * lanes<S>)));
};

}  // namespace detail

/// The lanes' bits, as a vector of unsigned numbers that knows + - & | ^ << >>.
template<batched S>
using bits = typename detail::bits_of<S>::type;
template<class S>
using word = typename detail::whole_number<sizeof(scalar_of<S>)>::type;

template<batched S>
PERGRAD_INLINE typename S::register_type raw(S a) {
    return a.data;
}
template<batched S>
PERGRAD_INLINE bits<S> to_bits(S a) {
    return __builtin_bit_cast(bits<S>, a.data);
}
template<batched S>
PERGRAD_INLINE S from_bits(bits<S> b) {
    return S(__builtin_bit_cast(typename S::register_type, b));
}

// ---- in and out

template<plain S>
PERGRAD_INLINE S broadcast(S v) {
    return v;
}
template<batched S>
PERGRAD_INLINE S broadcast(scalar_of<S> v) {
    return S(v);
}

/// From memory of any alignment.
template<plain S>
PERGRAD_INLINE S load(const S* from) {
    return *from;
}
template<batched S>
PERGRAD_INLINE S load(const scalar_of<S>* from) {
    return S::load_unaligned(from);
}

template<plain S>
PERGRAD_INLINE void store(S* to, S a) {
    *to = a;
}
template<batched S>
PERGRAD_INLINE void store(scalar_of<S>* to, S a) {
    a.store_unaligned(to);
}

template<plain S>
PERGRAD_INLINE S get(S a, std::size_t) {
    return a;
}
template<batched S>
PERGRAD_INLINE scalar_of<S> get(S a, std::size_t i) {
    return raw(a)[i];
}

/// Lane 0.
template<number S>
PERGRAD_INLINE scalar_of<S> first(S a) {
    return lane::get(a, 0);
}

/// The first `count` numbers, the lanes after them zero; nothing beyond is read. Any count: what is more than the
/// lanes is left.
template<plain S>
PERGRAD_INLINE S load_partial(const S* from, std::size_t count) {
    return count ? *from : S(0);
}
template<batched S>
PERGRAD_INLINE S load_partial(const scalar_of<S>* from, std::size_t count) {
    count = std::min(count, lanes<S>);
#if defined __AVX512F__
    if constexpr (detail::avx512<S, float>)
        return S(_mm512_maskz_loadu_ps(static_cast<__mmask16>((1u << count) - 1), from));
    else if constexpr (detail::avx512<S, double>)
        return S(_mm512_maskz_loadu_pd(static_cast<__mmask8>((1u << count) - 1), from));
    else
#endif
#if defined __AVX__
        if constexpr (detail::avx<S>) {
        // `count` of them say yes, the next ones no
        static constexpr std::int32_t yes_then_no[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
        const std::size_t first = (lanes<S> - count) * sizeof(scalar_of<S>) / sizeof(std::int32_t);
        const __m256i mask = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(yes_then_no + first));
        if constexpr (sizeof(scalar_of<S>) == 4) return S(_mm256_maskload_ps(from, mask));
        else return S(_mm256_maskload_pd(from, mask));
    } else
#endif
    {
        scalar_of<S> buffer[lanes<S>] = {};
        std::copy_n(from, count, buffer);
        return lane::load<S>(buffer);
    }
}

namespace detail {

template<class T, std::size_t count>
struct piece {
    typedef T type __attribute__((vector_size(count * sizeof(T))));
};

/// Half of what can be left, then a quarter, and so on: a known `count` leaves just the stores that it needs.
template<std::size_t size, batched S>
PERGRAD_INLINE void store_pieces(scalar_of<S>* to, S a, std::size_t count) {
    if constexpr (size >= 1) {
        if ((count & size) != 0) {
            [&]<std::size_t... i>(std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
                const typename piece<scalar_of<S>, size>::type front =
                    __builtin_shufflevector(lane::raw(a), lane::raw(a), i...);
                std::memcpy(to, &front, sizeof front);
            }(std::make_index_sequence<size>());
            to += size;
            a = [&]<std::size_t... i>(std::index_sequence<i...>) PERGRAD_INLINE_LAMBDA {
                return S(typename S::register_type(
                    __builtin_shufflevector(lane::raw(a), lane::raw(a), (size + i % size)...)));
            }(std::make_index_sequence<lanes<S>>());
        }
        store_pieces<size / 2>(to, a, count);
    }
}

}  // namespace detail

/// Writes the first `count` lanes, and nothing beyond.
template<plain S>
PERGRAD_INLINE void store_partial(S* to, S a, std::size_t count) {
    if (count) *to = a;
}
template<batched S>
PERGRAD_INLINE void store_partial(scalar_of<S>* to, S a, std::size_t count) {
    if (count >= lanes<S>) return lane::store(to, a);
#if defined __AVX512F__
    if constexpr (detail::avx512<S, float>)
        _mm512_mask_storeu_ps(to, static_cast<__mmask16>((1u << count) - 1), a.data);
    else if constexpr (detail::avx512<S, double>)
        _mm512_mask_storeu_pd(to, static_cast<__mmask8>((1u << count) - 1), a.data);
    else
#endif
        detail::store_pieces<lanes<S> / 2>(to, a, count);
}

/// To a whole register's boundary, past the caches: for more than they hold. In the end, fence_stores.
template<batched S>
PERGRAD_INLINE void store_past_caches(scalar_of<S>* to, S a) {
#if defined __AVX512F__
    if constexpr (detail::avx512<S, float>) return _mm512_stream_ps(to, a.data);
    if constexpr (detail::avx512<S, double>) return _mm512_stream_pd(to, a.data);
#elif defined __AVX__
    if constexpr (detail::avx<S>) return _mm256_stream_si256(reinterpret_cast<__m256i*>(to), (__m256i)a.data);
#elif defined __SSE2__
    if constexpr (sizeof(S) == 16) return _mm_stream_si128(reinterpret_cast<__m128i*>(to), (__m128i)a.data);
#endif
    a.store_aligned(to);
}
/// Orders what was stored past the caches before what is stored next.
PERGRAD_INLINE void fence_stores() {
#if defined __SSE2__
    _mm_sfence();
#endif
}

}  // namespace pergrad::lane
