// The number that the characters of a C++ literal spell, correctly rounded, while compiling: what `6.02214076e23_c`
// means. A literal operator template is handed characters and nothing else, and no compiler can be asked to read
// them.
//
// Up to 15 digits and 10^22 a single rounded operation is exact. Beyond, the digits become one large whole number N:
// the value is N 5^e 2^e, the powers of five are multiplied in or divided out, and of the result the first 64 bits
// and whether anything follows them decide the rounding.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace pergrad {

namespace detail::decimal {

/// (m + less than one) 2^exponent, to the nearest double, ties to even. Nothing if that is infinite.
constexpr std::optional<double> rounded(std::uint64_t m, bool more, int exponent) {
    if (m == 0) return 0.0;
    const int free = std::countl_zero(m);
    m <<= free;
    exponent -= free;
    const int top = exponent + 63;                        // the value is 2^top or more, but less than 2^(top + 1)
    const int kept_bits = std::min(53, 53 + top + 1022);  // fewer if the result is subnormal
    if (kept_bits < 0) return 0.0;
    const int dropped = 64 - kept_bits;
    const std::uint64_t kept = dropped < 64 ? m >> dropped : 0;
    const std::uint64_t half = std::uint64_t(1) << (dropped - 1);
    const std::uint64_t rest = m & (half | (half - 1));
    const bool up = rest > half || (rest == half && (more || kept % 2 == 1));
    // The leading bit of a normal number is its exponent's lowest: adding carries from the one into the other as it
    // should.
    const std::uint64_t exponent_field = kept_bits == 53 ? std::uint64_t(top + 1022) << 52 : 0;
    const std::uint64_t bits = exponent_field + kept + (up ? 1 : 0);
    constexpr std::uint64_t infinite = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
    if (top > 1023 || bits >= infinite) return std::nullopt;
    return std::bit_cast<double>(bits);
}

/// Digits that can decide a rounding: what lies halfway between two doubles has at most 767.
inline constexpr int significant_digits = 780;

/// A whole number as large as reading a double needs: 10^780, and 2^64 5^(324 + 780).
class natural {
    static constexpr int capacity = 88;
    std::array<std::uint32_t, capacity> limbs{};  // least significant first
    int size = 0;

public:
    constexpr void multiply_add(std::uint32_t factor, std::uint32_t summand) {
        std::uint64_t carry = summand;
        for (int i = 0; i < size; ++i) {
            carry += std::uint64_t(limbs[std::size_t(i)]) * factor;
            limbs[std::size_t(i)] = std::uint32_t(carry);
            carry >>= 32;
        }
        if (carry) limbs[std::size_t(size++)] = std::uint32_t(carry);
    }

    /// Leaves the quotient, returns the remainder.
    constexpr std::uint32_t divide(std::uint32_t divisor) {
        std::uint64_t remainder = 0;
        for (int i = size; i-- > 0;) {
            remainder = remainder << 32 | limbs[std::size_t(i)];
            limbs[std::size_t(i)] = std::uint32_t(remainder / divisor);
            remainder %= divisor;
        }
        while (size > 0 && limbs[std::size_t(size - 1)] == 0) --size;
        return std::uint32_t(remainder);
    }

    constexpr int length() const { return size; }

    /// Times 2^(32 n).
    constexpr void lift(int n) {
        for (int i = size; i-- > 0;) limbs[std::size_t(i + n)] = limbs[std::size_t(i)];
        for (int i = 0; i < n; ++i) limbs[std::size_t(i)] = 0;
        size += n;
    }

    /// (this + less than one if `more`) 2^exponent as a double.
    constexpr std::optional<double> rounded(bool more, int exponent) const {
        std::uint64_t m = 0;
        int used = 0;
        while (used < size && m >> 32 == 0) m = m << 32 | limbs[std::size_t(size - ++used)];
        // m has between 33 and 64 bits, which is less than 53 at worst: take what fits of the next limb
        if (used < size) {
            const int room = std::countl_zero(m);
            const std::uint32_t next = limbs[std::size_t(size - ++used)];
            m = room ? m << room | next >> (32 - room) : m;
            more = more || (room ? std::uint32_t(next << room) != 0 : next != 0);
            exponent += 32 - room;
        }
        exponent += 32 * (size - used);
        for (int i = 0; i < size - used; ++i) more = more || limbs[std::size_t(i)] != 0;
        return decimal::rounded(m, more, exponent);
    }
};

constexpr std::uint32_t power(std::uint32_t base, int exponent) {
    std::uint32_t result = 1;
    while (exponent-- > 0) result *= base;
    return result;
}

inline constexpr int fives_at_once = 13;  // 5^13 < 2^32

/// (n + less than one if `more`) 10^exponent, n > 0.
constexpr std::optional<double> times_power_of_ten(natural n, bool more, int exponent) {
    int fives = exponent;
    for (; fives > 0; fives -= std::min(fives, fives_at_once))
        n.multiply_add(power(5, std::min(fives, fives_at_once)), 0);
    // Room for 64 bits of quotient: 5^13 has 31 bits.
    const int lifted = fives < 0 ? std::max(0, 3 + (-fives + fives_at_once - 1) / fives_at_once - n.length()) : 0;
    n.lift(lifted);
    for (; fives < 0; fives += std::min(-fives, fives_at_once))
        if (n.divide(power(5, std::min(-fives, fives_at_once)))) more = true;
    return n.rounded(more, exponent - 32 * lifted);
}

constexpr int digit_value(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 99;
}

/// Takes digits off the front, ' between two of them allowed; how many there were.
template<class Take>
constexpr int read_digits(std::string_view& text, int radix, Take take) {
    int count = 0;
    for (;; ++count) {
        if (count > 0 && text.size() > 1 && text[0] == '\'' && digit_value(text[1]) < radix) text.remove_prefix(1);
        if (text.empty() || digit_value(text[0]) >= radix) return count;
        take(digit_value(text[0]));
        text.remove_prefix(1);
    }
}

/// Takes an exponent off the front, if it is there: its letter, a sign, digits. Nothing if the digits are missing.
constexpr std::optional<int> read_exponent(std::string_view& text, char letter) {
    if (text.empty() || (text[0] | 0x20) != letter) return 0;
    text.remove_prefix(1);
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    int exponent = 0;
    const int digits = read_digits(text, 10, [&](int d) { exponent = std::min(exponent * 10 + d, 100'000'000); });
    if (digits == 0) return std::nullopt;
    return negative ? -exponent : exponent;
}

constexpr std::optional<double> read_decimal(std::string_view text) {
    natural n;
    int digits = 0, exponent = 0, waiting = 0;  // digits: without the zeros in front; waiting: those not yet in n
    std::uint32_t chunk = 0;
    std::uint64_t small = 0;  // the number itself as long as it has at most 15 digits
    bool more = false;
    auto take = [&](int d) {
        if (digits == 0 && d == 0) return;
        if (++digits > significant_digits) {
            more = more || d != 0;
            ++exponent;
            return;
        }
        if (digits <= 15) small = small * 10 + std::uint64_t(d);
        chunk = chunk * 10 + std::uint32_t(d);
        if (++waiting == 9) {
            n.multiply_add(power(10, 9), chunk);
            chunk = 0;
            waiting = 0;
        }
    };
    int total = read_digits(text, 10, take);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        const int fraction = read_digits(text, 10, take);
        total += fraction;
        exponent -= fraction;
    }
    const std::optional<int> written = read_exponent(text, 'e');
    if (total == 0 || !written || !text.empty()) return std::nullopt;
    if (digits == 0) return 0.0;
    exponent += *written;

    if (digits <= 15 && exponent >= -22 && exponent <= 22) {
        double scale = 1;
        for (int i = exponent < 0 ? -exponent : exponent; i > 0; --i) scale *= 10;
        return exponent < 0 ? double(small) / scale : double(small) * scale;
    }
    const int places = std::min(digits, significant_digits) + exponent;  // the value is less than 10^places
    if (places > 309) return std::nullopt;
    if (places < -323) return 0.0;
    n.multiply_add(power(10, waiting), chunk);
    return times_power_of_ten(n, more, exponent);
}

/// Hexadecimal, octal, binary: digits of so many bits, and for hexadecimal a fraction, if an exponent of two follows.
constexpr std::optional<double> read_bits(std::string_view text, int bits_a_digit) {
    std::uint64_t m = 0;
    bool more = false;
    int exponent = 0;
    auto take = [&](int d) {
        if (m >> 59 == 0) {
            m = m << bits_a_digit | std::uint64_t(d);
        } else {
            more = more || d != 0;
            exponent += bits_a_digit;
        }
    };
    const int radix = 1 << bits_a_digit;
    int total = read_digits(text, radix, take);
    if (bits_a_digit == 4) {
        const bool point = text.starts_with('.');
        if (point) {
            text.remove_prefix(1);
            const int fraction = read_digits(text, radix, take);
            total += fraction;
            exponent -= 4 * fraction;
        }
        if (point && text.empty()) return std::nullopt;
        const std::optional<int> written = read_exponent(text, 'p');
        if (!written) return std::nullopt;
        exponent += *written;
    }
    if (total == 0 || !text.empty()) return std::nullopt;
    return rounded(m, more, exponent);
}

}  // namespace detail::decimal

/// What the C++ literal of these characters (no sign, no suffix) is worth as a double: decimal, hexadecimal, octal or
/// binary, ' between digits. Rounded to nearest, ties to even; below half the least subnormal, 0. Nothing if it is no
/// literal or too large for a double.
constexpr std::optional<double> parse_number(std::string_view text) {
    using namespace detail::decimal;
    if (text.starts_with("0x") || text.starts_with("0X")) return read_bits(text.substr(2), 4);
    if (text.starts_with("0b") || text.starts_with("0B")) return read_bits(text.substr(2), 1);
    if (text.starts_with('0') && text.size() > 1 && text.find_first_of(".eE") == text.npos) return read_bits(text, 3);
    return read_decimal(text);
}

}  // namespace pergrad
