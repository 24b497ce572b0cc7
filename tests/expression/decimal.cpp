// A literal's characters are read as the C library, correct to the last bit, reads them.
#include <pergrad/expression/decimal.hpp>

#include <boost/test/unit_test.hpp>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

using pergrad::parse_number;

namespace {

constexpr bool is(std::string_view text, double value) {
    return std::bit_cast<std::uint64_t>(parse_number(text).value()) == std::bit_cast<std::uint64_t>(value);
}
constexpr bool refused(std::string_view text) { return !parse_number(text); }

// Read by the compiler twice: by itself on the right, by the library on the left.
static_assert(is("0", 0.0) && is("0.0", 0.0) && is("0e999999999999", 0.0) && is(".0", 0.0) && is("0x0", 0.0));
static_assert(is("2", 2.0) && is("0.5", 0.5) && is(".5", 0.5) && is("5.", 5.0) && is("1'000'000", 1e6) &&
              is("0.1", 0.1));
static_assert(is("6.02214076e23", 6.02214076e23) && is("1e-300", 1e-300) && is("123456.789e-7", 123456.789e-7));
static_assert(is("1.6E-19", 1.6e-19) && is("1e+3", 1e3) && is("1e1'0", 1e10) && is("0008.5", 8.5) && is("09.", 9.0) &&
              is("08e1", 80.0));
static_assert(is("3.14159265358979323846264338327950288419716939937510",
                 3.14159265358979323846264338327950288419716939937510));
static_assert(is("1.234567890123456789012345678901234567890e308", 1.234567890123456789012345678901234567890e308));
static_assert(is("1.234567890123456789012345678901234567890e-308", 1.234567890123456789012345678901234567890e-308));
static_assert(is("9007199254740993", 9007199254740992.0) &&
              is("9007199254740993.00000000000000000001", 9007199254740994.0));
static_assert(is("18446744073709551616", 0x1p64) && is("340282366920938463463374607431768211456", 0x1p128));

// The largest, the least normal, the least; half of the least is a tie and goes to 0, what is more goes up.
static_assert(is("1.7976931348623157e308", 0x1.fffffffffffffp1023) &&
              is("1.797693134862315807e308", 0x1.fffffffffffffp1023));
static_assert(refused("1.797693134862315808e308") && refused("1e309") && refused("1e999999999999") &&
              refused("0x1p1024"));
static_assert(is("0x1.fffffffffffff7p1023", 0x1.fffffffffffffp1023) && refused("0x1.fffffffffffff8p1023"));
static_assert(is("2.2250738585072014e-308", 0x1p-1022) && is("2.2250738585072011e-308", 0x0.fffffffffffffp-1022));
static_assert(is("4.9406564584124654e-324", 0x1p-1074) && is("5e-324", 0x1p-1074) && is("2.5e-324", 0x1p-1074) &&
              is("2.4e-324", 0.0));
static_assert(is("0x1p-1074", 0x1p-1074) && is("0x1p-1075", 0.0) && is("0x1.0000000000000000000001p-1075", 0x1p-1074) &&
              is("0x3p-1075", 0x1p-1073));
static_assert(is("1e-400", 0.0) && is("1e-999999999999", 0.0));

static_assert(is("0x1F", 31.0) && is("0XfF", 255.0) && is("0x1.8p3", 12.0) && is("0x.8p1", 1.0) && is("0x1p+4", 16.0) &&
              is("0xffff'ffff", 4294967295.0));
static_assert(is("0x20000000000001", 0x1p53) && is("0x20000000000003", 0x1.0000000000002p53) &&
              is("0x200000000000010000001", 0x1.0000000000001p81));
static_assert(is("017", 15.0) && is("0'17", 15.0) && is("00", 0.0) && is("0b101", 5.0) && is("0B1'1", 3.0));

static_assert(refused("") && refused(".") && refused("e5") && refused("1e") && refused("1e+") && refused("1.5.2") &&
              refused("1.5f") && refused("2u"));
static_assert(refused("08") && refused("019") && refused("0x") && refused("0xg") && refused("0x1.8") &&
              refused("0x1p") && refused("0b2") && refused("0b"));
static_assert(refused("1''0") && refused("'1") && refused("1'") && refused("1'.5") && refused("1.'5") &&
              refused("0x'1") && refused("-1") && refused(" 1"));

} // namespace

BOOST_AUTO_TEST_SUITE(decimal)

BOOST_AUTO_TEST_CASE(random_literals_are_read_as_strtod_reads_them) {
    std::mt19937_64 random(7);
    const auto below = [&](unsigned n) { return unsigned(random() % n); };
    for (int trial = 0; trial < 50'000; ++trial) {
        std::string text;
        const unsigned digits = 1 + below(below(20) == 0 ? 60 : 22), point = below(digits + 1);
        for (unsigned i = 0; i < digits; ++i) {
            if (i == point) text += '.';
            text += char('0' + below(10));
        }
        text += 'e' + std::to_string(int(below(700)) - 360);
        const double expected = std::strtod(text.c_str(), nullptr);
        const auto got        = parse_number(text);
        if (expected > std::numeric_limits<double>::max())
            BOOST_REQUIRE_MESSAGE(!got, text);
        else
            BOOST_REQUIRE_MESSAGE(got && *got == expected, text);
    }
}

BOOST_AUTO_TEST_CASE(a_number_halfway_between_two_doubles_goes_to_the_even_one_and_a_trace_more_goes_up) {
    std::mt19937_64 random(8);
    for (int trial = 0; trial < 300; ++trial) {
        // A long double has room for the one bit more, and is printed exactly.
        const auto bits    = trial < 30 ? std::uint64_t(trial) : random() % 0x7fe0000000000000u;
        const double lower = std::bit_cast<double>(bits), upper = std::bit_cast<double>(bits + 1);
        const long double halfway = (static_cast<long double>(lower) + static_cast<long double>(upper)) / 2;
        char text[1600];
        const int length = std::snprintf(text, sizeof text, "%.1100Lf", halfway);
        BOOST_REQUIRE(length > 0 && std::size_t(length) < sizeof text - 30);
        BOOST_TEST(parse_number(text).value() == (bits % 2 == 0 ? lower : upper));
        BOOST_TEST(parse_number(std::string(text) + "0000000000000001").value() == upper);
        std::snprintf(text, sizeof text, "%.1100e", upper);
        BOOST_TEST(parse_number(text).value() == upper);
    }
}

BOOST_AUTO_TEST_CASE(hexadecimal_fractions_are_read_as_strtod_reads_them) {
    std::mt19937_64 random(9);
    for (int trial = 0; trial < 20'000; ++trial) {
        std::string text  = "0x";
        const auto digits = 1 + random() % 20, point = random() % digits;
        for (std::uint64_t i = 0; i < digits; ++i) {
            if (i == point) text += '.';
            text += "0123456789abcdef"[random() % 16];
        }
        text += 'p' + std::to_string(int(random() % 2400) - 1200);
        const double expected = std::strtod(text.c_str(), nullptr);
        const auto got        = parse_number(text);
        if (expected > std::numeric_limits<double>::max())
            BOOST_REQUIRE_MESSAGE(!got, text);
        else
            BOOST_REQUIRE_MESSAGE(got && *got == expected, text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
