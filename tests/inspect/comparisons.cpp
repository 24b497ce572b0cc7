// What compare finds: that all modes agree on a right loss, batched and of one example, to second order too; that a slope
// that is told wrong is far from the differences; and which value was the first that is not finite.
#include <pergrad/inspect.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <vector>

namespace pg = pergrad;
using namespace pg::literals;

namespace {

constexpr auto p = pg::vector<"p", 3>;
constexpr auto q = pg::scalar<"q">;
constexpr auto z = pg::vector<"z", 3>;
constexpr auto loss = pg::logsumexp(p * z) * pg::tanh(q) + pg::sqrt(z[2_c]) * q * q;
const std::array P = {0.3, -0.2, 0.5};
const std::vector<double> Z = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1, 2, 2, 2};

/// The sine, with the slope of another function.
struct wrong_sine : pg::primitive::elementwise<1> {
    static constexpr auto name = "wrong_sine";
    static constexpr pg::lane::lane_by_lane value{[](auto x) { return std::sin(x); }};
    static constexpr auto slope = [](auto x, auto) { return pg::apply<pg::primitive::sin>(x); };
};

double difference_of(const pg::comparison& found, const std::string& mode) {
    for (const pg::compared_mode& of : found.modes)
        if (of.name == mode) return of.difference;
    return -1;
}

} // namespace

BOOST_AUTO_TEST_SUITE(comparisons)

BOOST_AUTO_TEST_CASE(all_modes_agree_on_a_batch_and_differences_are_near) {
    const auto found = pg::compare(loss, pg::wrt(p, q))(p = P, q = 0.7, z = pg::each(Z));
    BOOST_TEST(found.examples == 5u);
    BOOST_TEST(found.modes.size() == 8u);
    BOOST_TEST(found.agrees(1e-14));
    BOOST_TEST(difference_of(found, "differences, batched") < 1e-8);
    BOOST_TEST(difference_of(found, "differences, batched") > 0);
    BOOST_TEST(difference_of(found, "reverse, batched") == 0);
    BOOST_TEST(found.first_not_finite == "");
    BOOST_TEST(found.modes[0].operations > 10);
}

BOOST_AUTO_TEST_CASE(one_example_and_stored_numbers_are_compared_too) {
    const auto found = pg::compare(2.0 * loss, pg::wrt(p, q))(p = P, q = 0.7, z = P);
    BOOST_TEST(found.examples == 1u);
    BOOST_TEST(found.modes.size() == 4u);
    BOOST_TEST(found.agrees(1e-14));
    BOOST_TEST(difference_of(found, "differences") < 1e-8);
}

BOOST_AUTO_TEST_CASE(second_derivatives_agree_in_three_ways) {
    const auto found = pg::compare_second_order(loss, pg::wrt(p, q))(p = P, q = 0.7, z = pg::each(Z));
    BOOST_TEST(found.agrees(1e-13));
    BOOST_TEST(difference_of(found, "differences over reverse, batched") < 1e-8);
    BOOST_TEST(difference_of(found, "reverse over reverse, looped") >= 0);
}

BOOST_AUTO_TEST_CASE(a_slope_that_is_told_wrong_is_far_from_the_differences) {
    const auto found = pg::compare(q * pg::apply<wrong_sine>(p[1_c]), pg::wrt(p, q))(p = P, q = pg::each(std::vector{1.0, 3.0}));
    BOOST_TEST(found.agrees(1e-14)); // they share the rule
    BOOST_TEST(difference_of(found, "differences, batched") > 0.1);
    for (const pg::compared_mode& mode : found.modes)
        if (mode.name == "differences, batched") BOOST_TEST(mode.where.find("p[1] of example") == 0u);
}

BOOST_AUTO_TEST_CASE(the_first_value_that_is_not_finite_is_told_by_name) {
    std::vector<double> bad = Z;
    bad[3 * 4 + 2] = -1;
    const auto found = pg::compare(loss, pg::wrt(p, q))(p = P, q = 0.7, z = pg::each(bad));
    BOOST_TEST(found.first_not_finite.find("sqrt(element(\"z\")) is ") == 0u);
    BOOST_TEST(found.first_not_finite.find("of example 4") != std::string::npos);
    BOOST_TEST(found.text().find("the first value that is not finite: sqrt") != std::string::npos);
    bad[3 * 2 + 1] = std::numeric_limits<double>::infinity();
    BOOST_TEST(pg::compare(loss, pg::wrt(p, q))(p = P, q = 0.7, z = pg::each(bad)).first_not_finite == "\"z\" is inf, element 1, of example 2");
}

BOOST_AUTO_TEST_CASE(what_is_shown_of_a_hessian_has_its_directions) {
    const std::string text = pg::explain(pg::vmap(pg::hessian(loss, pg::wrt(p, q))))(p = P, q = 0.7, z = pg::each(Z)).text();
    BOOST_TEST(text.find("16 derivatives") == 0u);
    BOOST_TEST(text.find(" directions: node ") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
