// Results in memory of the user, and calls that are refused when they are made: std::invalid_argument says the name, what
// it has and what is needed, and by then nothing has been written.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace pg = pergrad;
namespace tt = boost::test_tools;
using namespace pg::literals;

namespace {

constexpr auto w = pg::matrix<"w", 2, 3>;
constexpr auto x = pg::vector<"x", 3>;
constexpr auto t = pg::vector<"t", 2>;
constexpr auto a = pg::scalar<"a">;
constexpr auto label = pg::integer<"label">;

constexpr auto loss = a * pg::dot(t, pg::dot(w, x));
constexpr auto of_one = pg::grad(loss, pg::wrt(w));
constexpr auto of_each = pg::vmap(of_one);
constexpr auto of_sum = pg::grad(pg::sum(pg::vmap(loss)), pg::wrt(w));
constexpr auto classify = pg::grad(pg::softmax_cross_entropy(x, label), pg::wrt(x));

const std::vector<double> W = {1, 2, 3, 4, 5, 6};
const std::vector<double> X = {1, 10, 100, 2, 20, 200, 3, 30, 300, 4, 40, 400};   // four examples
const std::vector<double> T = {1, -1, 2, -2, 3, -3, 4, -4};
const std::vector<double> none, one(1), two(2), three(3), four(4), six(6);

/// The call throws std::invalid_argument with all of these words in it.
template<class Call>
void check_refused(const Call& call, const std::vector<std::string>& words) {
    try {
        call();
        BOOST_ERROR("not refused; expected a message with " + words.front());
    } catch (const std::invalid_argument& e) {
        const std::string text = e.what();
        BOOST_TEST(text.starts_with("pergrad: "), text);
        for (const std::string& word : words) BOOST_TEST((text.find(word) != text.npos), text << ", without " << word);
    }
}

/// The call of f with these arguments and memory for its results is refused, and writes nothing into that.
template<class F, class... Arguments>
void check_nothing_written(const F& f, std::vector<double>& memory, const std::vector<std::string>& words,
                           const Arguments&... arguments) {
    const auto before = memory;
    check_refused([&] { f(arguments..., pg::into(memory)); }, words);
    BOOST_TEST(memory == before, tt::per_element());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(refusals)

// ---- into

BOOST_AUTO_TEST_CASE(results_go_into_memory_of_the_user_and_view_it) {
    const auto expected = of_each(w = W, a = 1.0, x = pg::each(X), t = pg::each(T));
    std::vector<double> memory(24, 7.0);
    const auto gs = of_each(w = W, a = 1.0, x = pg::each(X), t = pg::each(T), pg::into(memory));
    BOOST_TEST(memory == expected.flat(), tt::per_element());
    BOOST_TEST(gs.flat().data() == memory.data());
    BOOST_TEST(gs.size() == 4u);
    BOOST_TEST(gs[w](3, 1, 2) == -1600);
    memory[23] = 5;
    BOOST_TEST(gs[w](3, 1, 2) == 5);
}

BOOST_AUTO_TEST_CASE(every_kind_of_call_takes_memory_of_any_kind) {
    std::array<double, 6> array{};
    const auto g = of_one(pg::into(array), w = W, a = 2.0, x = std::span(X).first(3), t = std::span(T).first(2));
    BOOST_TEST(array == (std::array{2.0, 20.0, 200.0, -2.0, -20.0, -200.0}), tt::per_element());
    BOOST_TEST(g[w].data() == array.data());
    double c_array[6] = {};
    const auto sum = (of_each | pg::sum())(w = W, a = 1.0, x = pg::each(X), t = pg::each(T), pg::into(c_array));
    BOOST_TEST(c_array[0] == 30);
    BOOST_TEST(sum[w](1, 2) == -3000);
    std::vector<double> larger(10, 7.0);
    const auto mean = (of_each | pg::mean())(w = W, a = 1.0, x = pg::each(X), t = pg::each(T),
                                             pg::into(std::span(larger).subspan(2, 6)));
    BOOST_TEST(larger == std::vector({7.0, 7.0, 7.5, 75.0, 750.0, -7.5, -75.0, -750.0, 7.0, 7.0}), tt::per_element());
    BOOST_TEST(mean.flat().data() == larger.data() + 2);
    of_sum(w = W, a = 1.0, x = pg::each(X), t = pg::each(T), pg::into(std::span(larger).subspan(1, 6)));
    BOOST_TEST(larger == std::vector({7.0, 30.0, 300.0, 3000.0, -30.0, -300.0, -3000.0, -750.0, 7.0, 7.0}),
               tt::per_element());
}

BOOST_AUTO_TEST_CASE(no_examples_go_into_no_memory) {
    std::vector<double> memory;
    BOOST_TEST(of_each(w = W, a = 1.0, x = pg::each(none), t = pg::each(none), pg::into(memory)).size() == 0u);
}

BOOST_AUTO_TEST_CASE(memory_for_results_has_their_size) {
    for (const std::size_t size : {0u, 6u, 23u, 25u, 48u}) {
        std::vector<double> memory(size, 7.0);
        check_nothing_written(of_each, memory, {"into", std::to_string(size) + " elements", "needed", "24"}, w = W, a = 1.0,
                              x = pg::each(X), t = pg::each(T));
    }
    for (const std::size_t size : {5u, 7u, 24u}) {
        std::vector<double> memory(size, 7.0);
        const auto check = [&](const auto& f) {
            check_nothing_written(f, memory, {"into", std::to_string(size) + " elements", "needed", "6"}, w = W, a = 1.0,
                                  x = pg::each(X), t = pg::each(T));
        };
        check(of_each | pg::sum());
        check(of_each | pg::mean());
        check(of_sum);
        check_nothing_written(of_one, memory, {"into", std::to_string(size) + " elements", "needed", "6"}, w = W, a = 1.0,
                              x = three, t = two);
    }
}

BOOST_AUTO_TEST_CASE(results_that_would_overwrite_an_input_are_refused) {
    std::vector<double> memory(200, 1.0);
    const std::span all(memory);
    // the gradients of four examples take 24 numbers, from `out` on
    const auto check = [&](std::size_t out, const char* name, const auto&... arguments) {
        const auto before = memory;
        check_refused([&] { of_each(arguments..., pg::into(all.subspan(out, 24))); }, {'"' + std::string(name) + '"', "overlap"});
        BOOST_TEST(memory == before, tt::per_element());
    };
    const std::span<const double> in = all.subspan(100, 12), own_w = all.subspan(150, 6);
    for (const std::size_t out : {77u, 90u, 100u, 105u, 111u})
        check(out, "x", w = W, a = 1.0, x = pg::each(in), t = pg::each(T));
    for (const std::size_t out : {127u, 150u, 155u}) check(out, "w", w = own_w, a = 1.0, x = pg::each(X), t = pg::each(T));
    check(60, "a", w = W, a = memory[70], x = pg::each(X), t = pg::each(T));
    for (const std::size_t out : {76u, 112u})   // beside it is not in it
        of_each(w = W, a = 1.0, x = pg::each(in), t = pg::each(T), pg::into(all.subspan(out, 24)));
    check_refused([&] { (of_each | pg::sum())(w = own_w, a = 1.0, x = pg::each(X), t = pg::each(T), pg::into(all.subspan(145, 6))); },
                  {"\"w\"", "overlap"});
    check_refused([&] { of_sum(w = own_w, a = 1.0, x = pg::each(X), t = pg::each(T), pg::into(all.subspan(150, 6))); },
                  {"\"w\"", "overlap"});
    check_refused([&] { of_one(w = own_w, a = 1.0, x = three, t = two, pg::into(all.subspan(150, 6))); }, {"\"w\"", "overlap"});
}

BOOST_AUTO_TEST_CASE(results_that_would_overwrite_chosen_rows_are_refused) {
    std::vector<double> memory(60, 1.0);   // 20 rows of x
    const std::vector<int> last = {19}, both = {19, 0};
    const auto before = memory;
    check_refused([&] { of_each(w = W, a = 1.0, x = pg::each(memory, last), t = two, pg::into(std::span(memory).last(6))); },
                  {"\"x\"", "overlap"});
    check_refused([&] { of_each(w = W, a = 1.0, x = pg::each(memory, both), t = two, pg::into(std::span(memory).last(12))); },
                  {"\"x\"", "overlap"});
    BOOST_TEST(memory == before, tt::per_element());
}

BOOST_AUTO_TEST_CASE(an_input_along_the_last_axis_is_where_it_is) {
    std::vector<double> memory(12 + 24, 1.0);
    check_refused([&] { of_each(w = W, a = 1.0, x = pg::each<1>(std::span(memory).first(12)), t = pg::each(T),
                                pg::into(std::span(memory).subspan(11, 24))); },
                  {"\"x\"", "overlap"});
    of_each(w = W, a = 1.0, x = pg::each<1>(std::span(memory).first(12)), t = pg::each(T), pg::into(std::span(memory).last(24)));
    BOOST_TEST(std::ranges::count(std::span(memory).first(12), 1.0) == 12);
}

// ---- lengths

BOOST_AUTO_TEST_CASE(a_shared_input_of_the_wrong_length_is_named_with_both_lengths) {
    std::vector<double> memory(24, 7.0);
    const std::vector<double> thirteen(13), five(5);
    check_nothing_written(of_each, memory, {"\"w\"", "13 elements", "needed", "6", "(2, 3)"}, w = thirteen, a = 1.0,
                          x = pg::each(X), t = pg::each(T));
    check_nothing_written(of_each, memory, {"\"w\"", "0 elements", "needed", "6"}, w = none, a = 1.0, x = pg::each(X),
                          t = pg::each(T));
    check_refused([] { of_one(w = W, a = 1.0, x = four, t = two); }, {"\"x\"", "4 elements", "needed", "3"});
    check_refused([] { of_one(w = W, a = two, x = three, t = two); }, {"\"a\"", "2 elements", "needed", "1"});
    check_refused([&] { of_sum(w = five, a = 1.0, x = pg::each(X), t = pg::each(T)); }, {"\"w\"", "5 elements", "needed", "6"});
}

BOOST_AUTO_TEST_CASE(examples_of_the_wrong_length_are_named_with_both_lengths) {
    std::vector<double> memory(24, 7.0);
    const std::vector<double> thirteen(13);
    check_nothing_written(of_each, memory, {"\"x\"", "13 elements", "needed", "multiple of 3"}, w = W, a = 1.0,
                          x = pg::each(thirteen), t = pg::each(T));
    check_nothing_written(of_each, memory, {"\"t\"", "3 elements", "needed", "multiple of 2"}, w = W, a = 1.0,
                          x = pg::each(X), t = pg::each<1>(three));
    check_nothing_written(of_each, memory, {"\"w\"", "13 elements", "needed", "multiple of 6"}, w = pg::each(thirteen), a = 1.0,
                          x = pg::each(X), t = pg::each(T));
}

BOOST_AUTO_TEST_CASE(two_inputs_with_different_numbers_of_examples_are_named_with_both_numbers) {
    std::vector<double> memory(24, 7.0);
    check_nothing_written(of_each, memory, {"\"t\"", "2 examples", "needed", "4", "\"x\""}, w = W, a = 1.0, x = pg::each(X),
                          t = pg::each(four));
    check_nothing_written(of_each, memory, {"\"x\"", "0 examples", "needed", "4", "\"t\""}, w = W, a = 1.0, t = pg::each(T),
                          x = pg::each(none));
    const std::vector<int> rows = {1, 2, 0};
    check_nothing_written(of_each, memory, {"\"t\"", "4 examples", "needed", "3", "\"x\""}, w = W, a = 1.0,
                          x = pg::each(X, rows), t = pg::each(T));
    check_nothing_written(of_each, memory, {"\"a\"", "3 examples", "needed", "4"}, w = W, x = pg::each(X), t = pg::each(T),
                          a = pg::each(three));
    std::vector<double> six_more(6, 7.0);
    check_nothing_written(of_each | pg::sum(), six_more, {"\"t\"", "2 examples", "needed", "4", "\"x\""}, w = W, a = 1.0,
                          x = pg::each(X), t = pg::each(four));
    check_nothing_written(of_sum, six_more, {"\"t\"", "2 examples", "needed", "4", "\"x\""}, w = W, a = 1.0, x = pg::each(X),
                          t = pg::each(four));
}

BOOST_AUTO_TEST_CASE(memory_with_axes_of_its_own_has_those_of_the_variable) {
    const double turned[3][2] = {}, longer[2][4] = {};
    check_refused([&] { of_one(w = turned, a = 1.0, x = three, t = two); }, {"\"w\"", "(3, 2)", "needed", "(2, 3)"});
    check_refused([&] { of_one(w = longer, a = 1.0, x = three, t = two); }, {"\"w\"", "(2, 4)", "needed", "(2, 3)"});
    const std::vector<std::array<double, 4>> rows_of_four(2);
    check_refused([&] { of_each(w = W, a = 1.0, x = pg::each(rows_of_four), t = pg::each(four)); },
                  {"\"x\"", "(2, 4)", "needed", "(3)", "examples"});
    check_refused([&] { of_each(w = W, a = 1.0, x = pg::each<1>(rows_of_four), t = pg::each(four)); },
                  {"\"x\"", "(2, 4)", "needed", "(3)", "examples"});
}

BOOST_AUTO_TEST_CASE(what_the_loss_does_not_use_has_the_right_length_too) {
    constexpr auto unused = pg::vector<"unused", 3>;
    std::vector<double> memory(24, 7.0);
    check_nothing_written(of_each, memory, {"\"unused\"", "3 examples", "needed", "4"}, w = W, a = 1.0, x = pg::each(X),
                          t = pg::each(T), unused = pg::each(std::span(X).first(9)));
    check_nothing_written(of_each, memory, {"\"unused\"", "4 elements", "needed", "3"}, w = W, a = 1.0, x = pg::each(X),
                          t = pg::each(T), unused = four);
}

// ---- integers

BOOST_AUTO_TEST_CASE(a_row_number_out_of_range_is_named) {
    std::vector<double> memory(12, 7.0);
    const std::vector<double> twelve(12, 7.0);
    const auto check = [&](const auto& rows, const std::string& number) {
        check_nothing_written(of_each, memory, {"\"x\"", number, "needed", "0 to 3"}, w = W, a = 1.0, x = pg::each(X, rows),
                              t = two);
    };
    check(std::array{0, 4}, "row number 4");
    check(std::array{-1, 1}, "row number -1");
    check(std::array<std::uint8_t, 2>{0, 255}, "row number 255");
    check(std::array{std::size_t{0}, std::numeric_limits<std::size_t>::max()}, std::to_string(std::numeric_limits<std::size_t>::max()));
    check(std::array{std::numeric_limits<long long>::min(), 0LL}, std::to_string(std::numeric_limits<long long>::min()));
    check_nothing_written(of_each, memory, {"\"x\"", "row number 0", "needed"}, w = W, a = 1.0,
                          x = pg::each(none, std::array{0, 0}), t = two);
}

BOOST_AUTO_TEST_CASE(a_label_out_of_range_is_named_with_its_example) {
    std::vector<double> memory(12, 7.0);
    const auto check = [&](const auto& labels, const std::string& value) {
        const auto refused = [&](const auto& f) {
            check_nothing_written(f, memory, {"\"label\"", "value " + value, "example 3", "needed", "0 to 2"}, x = pg::each(X),
                                  label = pg::each(labels));
        };
        refused(pg::vmap(classify));
    };
    check(std::array{0, 1, 2, 3}, "3");
    check(std::array{0, 1, 2, -1}, "-1");
    check(std::array<std::uint8_t, 4>{0, 1, 2, 200}, "200");
    check(std::array<long long, 4>{0, 1, 2, 1LL << 32}, std::to_string(1LL << 32));
    check(std::array<std::size_t, 4>{0, 1, 2, std::size_t{1} << 63}, std::to_string(std::size_t{1} << 63));
}

BOOST_AUTO_TEST_CASE(a_label_out_of_range_is_refused_in_every_kind_of_call) {
    const std::vector<int> labels = {0, 1, 2, 3};
    constexpr auto dual = pg::grad(pg::softmax_cross_entropy(x, label), pg::wrt(x), pg::dual);
    std::vector<double> rows(12, 7.0), row(3, 7.0);
    const auto check = [&](const auto& f, std::vector<double>& memory) {
        check_nothing_written(f, memory, {"\"label\"", "value 3", "example 3", "needed", "0 to 2"}, x = pg::each(X),
                              label = pg::each(labels));
    };
    check(pg::vmap(dual), rows);
    check(pg::vmap(classify, pg::looped), rows);
    check(pg::vmap(classify) | pg::sum(), row);
    check_nothing_written(classify, row, {"\"label\"", "value 3", "needed", "0 to 2"}, x = three, label = 3);
    check_nothing_written(pg::vmap(classify), rows, {"\"label\"", "value -5", "needed", "0 to 2"}, x = pg::each(X), label = -5);
    // a bad label in a row that is not chosen does not matter
    const std::vector<int> good = {2, 0};
    BOOST_TEST(pg::vmap(classify)(x = pg::each(X, good), label = pg::each(labels, good)).size() == 2u);
    const std::vector<int> bad = {0, 3};
    check_refused([&] { pg::vmap(classify)(x = pg::each(X, bad), label = pg::each(labels, bad)); }, {"\"label\"", "value 3", "0 to 2"});
}

BOOST_AUTO_TEST_SUITE_END()
