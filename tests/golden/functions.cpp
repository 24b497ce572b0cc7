// Every elementwise function against JAX: values and slopes in the middle of its domain, and at ties, kinks and poles,
// where JAX's conventions are pergrad's. Where they differ on purpose stands last, with what JAX gives.
#include "functions.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using golden::arrays, golden::each, golden::factor, golden::scale;

namespace {

constexpr auto loss = golden::sum_of_functions([](auto k) { return factor[k]; });
constexpr auto wrt = pg::wrt(factor, golden::x, golden::y);

template<class T>
void check_reverse(const arrays& file) {
    const auto gradients = pg::value_and_grad(loss, wrt);
    const auto in_lanes = golden::call<T>(pg::vmap(gradients), file, each{factor}, each{golden::x}, each{golden::y});
    golden::check_each<T>(in_lanes, wrt, file, scale::of_number, "reverse in lanes");
    if constexpr (std::is_same_v<T, double>) {
        const auto looped =
            golden::call<T>(pg::vmap(gradients, pg::looped), file, each{factor}, each{golden::x}, each{golden::y});
        golden::check_each<T>(looped, wrt, file, scale::of_number, "looped");
    }
}

/// JAX's slopes of the first example are `of_jax`, pergrad's are 0; the rest is the same.
void check_difference(const std::string& name, double of_jax, auto function, auto variable) {
    const arrays file = golden::open(name);
    const auto found =
        golden::call<double>(pg::vmap(pg::value_and_grad(function, pg::wrt(variable))), file, each{variable});
    golden::check<double>(found.value(), file["value"].numbers, scale::of_array, name);
    std::vector<double> expected = file["gradient." + std::string(variable.name.view())].numbers;
    for (std::size_t k = 0; k < static_cast<std::size_t>(decltype(variable)::shape::value.size()); ++k) {
        BOOST_TEST((expected.at(k) == of_jax || (std::isnan(expected.at(k)) && std::isnan(of_jax))));
        expected[k] = 0;
    }
    golden::check<double>(found[variable], expected, scale::of_array, name);
}
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

BOOST_AUTO_TEST_SUITE(golden_functions)

BOOST_AUTO_TEST_CASE(values_and_slopes_of_all_functions_agree_with_jax) {
    const arrays file = golden::open("functions");
    check_reverse<double>(file);
    check_reverse<float>(file);
}

BOOST_AUTO_TEST_CASE(values_and_slopes_at_ties_kinks_and_poles_agree_with_jax) {
    const arrays file = golden::open("points");
    check_reverse<double>(file);
    check_reverse<float>(file);
}

// ---- where pergrad's slope is 0 on purpose

BOOST_AUTO_TEST_CASE(abs_at_zero_has_slope_zero_and_not_one) {
    constexpr auto number = pg::scalar<"x">;
    check_difference("abs", 1, pg::abs(number), number);
}

BOOST_AUTO_TEST_CASE(zero_times_a_root_at_zero_has_slope_zero_and_not_nan) {
    constexpr auto number = pg::scalar<"x">;
    check_difference("zero_times_root", not_a_number, 0_c * pg::sqrt(number), number);
}

BOOST_AUTO_TEST_CASE(a_norm_at_zero_has_gradient_zero_and_not_nan) {
    constexpr auto pair = pg::vector<"x", 2>;
    check_difference("norm", not_a_number, pg::sqrt(pg::squared_norm(pair)), pair);
}

BOOST_AUTO_TEST_CASE(a_branch_that_is_not_taken_has_slope_zero_and_not_nan) {
    constexpr auto number = pg::scalar<"x">;
    check_difference("branch", not_a_number, pg::select(number > 0_c, pg::log(number), 0_c), number);
}

BOOST_AUTO_TEST_SUITE_END()
