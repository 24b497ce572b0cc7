// What kind of types expressions are: empty ones that hold nothing and refer to nothing. No name of another library
// stands in theirs, so that an unqualified call finds this one's functions.
#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <string_view>
#include <type_traits>
#include <utility>

namespace pg = pergrad;
using namespace pg::literals;

namespace {

constexpr auto a = pg::scalar<"a">;
constexpr auto s = pg::scalar<"s">;
constexpr auto x = pg::vector<"x", 7>;
constexpr auto w = pg::matrix<"w", 5, 7>;
constexpr auto b = pg::vector<"b", 5>;
constexpr auto label = pg::integer<"label">;
constexpr auto hidden = pg::let([] { return pg::tanh(pg::dot(w, x) + b); });
/// A bit of everything.
constexpr auto loss = pg::softmax_cross_entropy(hidden * hidden, label) +
                      pg::sum(pg::select(x > 0_c && !(x == a), pg::max(x, 2_c), pg::pow(pg::abs(x), 1.5_c))) -
                      0.5_c * pg::squared_norm(w) + pg::mean(pg::transpose(w)) * w(1_c, 2_c) + x[3_c] / a;

template<class E>
constexpr bool holds_nothing(E) {
    return std::is_empty_v<E> && sizeof(E) == 1 && std::is_trivially_copyable_v<E> && std::is_trivial_v<E>;
}

/// x (x (x ...)): each level uses what is below it twice.
template<int Depth>
constexpr auto tower(auto e) {
    if constexpr (Depth == 0) return e;
    else return tower<Depth - 1>(e * e);
}

static_assert(holds_nothing(a) && holds_nothing(x) && holds_nothing(w) && holds_nothing(label) && holds_nothing(2.5_c));
static_assert(holds_nothing(a + s) && holds_nothing(-x) && holds_nothing(a < s) && holds_nothing(x[3_c]) &&
              holds_nothing(w(1_c, 2_c)) && holds_nothing(pg::sum<0>(w)) && holds_nothing(hidden) &&
              holds_nothing(loss));
static_assert(holds_nothing(tower<10>(x)) && holds_nothing(pg::sum(pg::vmap(loss))));

// A number that is written as such is all that an expression holds, and as often as it is written.
template<class E>
constexpr bool holds(E, std::size_t numbers) {
    return sizeof(E) == numbers * sizeof(double) && std::is_trivially_copyable_v<E>;
}
static_assert(holds(2.0 * x, 1) && holds(2 * x + 0.5f, 2) && holds(pg::select(a > 1.0, 2.0, 3.0), 3));
static_assert(holds(tower<3>(2.0 * x), 8) && holds(pg::sum((2.0 * w)(0_c, 0_c) + 1_c), 1));

// So do the callables, which are constants too.
static_assert(sizeof(pg::grad(loss, pg::wrt(w))) <= sizeof(double));
static_assert(sizeof(pg::vmap(pg::grad(2.0 * a, pg::wrt(a)))) == sizeof(double));

// An expression can be a template argument, with its numbers or without, and what is equal is one type.
template<auto Expression>
struct with_an_argument {};
static_assert(std::is_same_v<with_an_argument<a * s>, with_an_argument<a * s>>);
static_assert(!std::is_same_v<with_an_argument<a * s>, with_an_argument<s * a>>);
static_assert(std::is_same_v<decltype(2.0 * a), decltype(3.0 * a)> &&
              !std::is_same_v<decltype(2_c * a), decltype(3_c * a)>);
static_assert(!std::is_same_v<with_an_argument<2.0 * a>, with_an_argument<3.0 * a>>);
static_assert(std::is_same_v<decltype(pg::scalar<"a">), decltype(a)> && !std::is_same_v<decltype(s), decltype(a)>);

// The comma is C++'s own: there is no operator for it, and it gives its right side.
template<class A, class B>
concept has_a_comma_of_its_own = requires(A left, B right) { operator,(left, right); };
template<class A, class B>
using by_comma = decltype((std::declval<A>(), std::declval<B>()));
static_assert(!has_a_comma_of_its_own<decltype(a), decltype(x)> && !has_a_comma_of_its_own<decltype(a), double> &&
              !has_a_comma_of_its_own<decltype(a + s), decltype(a > s)>);
static_assert(std::is_same_v<by_comma<decltype(a + s), decltype(x)>, decltype(x)&&>);
static_assert(std::is_same_v<by_comma<decltype(2.0 * a), int>, int&&>);

// A condition is no bool: `if (a > s)` would always be true, or never.
static_assert(!std::is_constructible_v<bool, decltype(a > s)> && !std::is_constructible_v<bool, decltype(a == s)> &&
              !std::is_constructible_v<bool, decltype(a)>);
static_assert(!std::is_convertible_v<decltype(2_c), double> && !std::is_constructible_v<double, decltype(2_c)>);

// With both of one type, std::min and std::max would fit better, if anything led to them; others are in std too.
static_assert(std::is_same_v<decltype(min(a * s, a* s)), decltype(pg::min(a * s, a* s))>);
static_assert(std::is_same_v<decltype(max(2.0 * x, 2.0 * x)), decltype(pg::max(2.0 * x, 2.0 * x))>);
static_assert(std::is_same_v<decltype(min(loss, loss)), decltype(pg::min(loss, loss))>);
static_assert(std::is_same_v<decltype(max(hidden, hidden)), decltype(pg::max(hidden, hidden))>);
static_assert(std::is_same_v<decltype(min(0.5_c, 0.5_c)), decltype(pg::min(0.5_c, 0.5_c))>);
static_assert(std::is_same_v<decltype(exp(a)), decltype(pg::exp(a))> &&
              std::is_same_v<decltype(abs(a)), decltype(pg::abs(a))> &&
              std::is_same_v<decltype(pow(a, 2_c)), decltype(pg::pow(a, 2_c))> &&
              std::is_same_v<decltype(sqrt(loss)), decltype(pg::sqrt(loss))> &&
              std::is_same_v<decltype(vmap(loss)), decltype(pg::vmap(loss))> &&
              std::is_same_v<decltype(grad(loss, wrt(w))), decltype(pg::grad(loss, pg::wrt(w)))>);

/// The name of a type, as the compiler writes it.
template<class E>
constexpr const char* name_of() {
    return __PRETTY_FUNCTION__;
}
constexpr bool names(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }
static_assert(names(name_of<std::plus<>>(), "std::"));  // where there is such a name, it is seen

}  // namespace

BOOST_AUTO_TEST_SUITE(types)

BOOST_AUTO_TEST_CASE(no_type_of_another_library_is_among_the_template_arguments_of_an_expression) {
    for (const std::string_view name :
         {name_of<std::remove_const_t<decltype(loss)>>(), name_of<decltype(2.0 * a + pg::min(s, 0.5))>(),
          name_of<std::remove_const_t<decltype(hidden)>>()}) {
        BOOST_TEST(names(name, "pergrad::"));
        for (const auto part : {"std::", "hana::", "boost::", "xsimd::"}) BOOST_TEST(!names(name, part), part);
    }
}

BOOST_AUTO_TEST_CASE(a_using_directive_for_all_of_std_leaves_no_call_ambiguous) {
    using namespace std;
    constexpr auto f = pg::value_and_grad(min(max(a, s), exp(a)) + abs(a) * sqrt(s) + square(a), wrt(a, s));
    const auto g = f(a = 2.0, s = 4.0);
    BOOST_TEST(g.value() == 12);  // min(max(2, 4), e^2) + 2 * 2 + 4
    BOOST_TEST(g[a] == 2 + 4);
    BOOST_TEST(g[s] == 1 + 2 * 0.25);
}

BOOST_AUTO_TEST_CASE(a_loss_that_is_a_template_argument_is_differentiated_with_its_numbers) {
    const auto slope = []<auto Loss>(with_an_argument<Loss>) { return double(pg::grad(Loss, pg::wrt(a))(a = 5.0)[a]); };
    BOOST_TEST(slope(with_an_argument<2.0 * a>{}) == 2);
    BOOST_TEST(slope(with_an_argument<3.0 * a>{}) == 3);
    BOOST_TEST(slope(with_an_argument<a * a>{}) == 10);
}

BOOST_AUTO_TEST_SUITE_END()
