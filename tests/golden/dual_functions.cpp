// Every elementwise function by dual numbers against JAX, as in functions.cpp.
#include "functions.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using golden::arrays, golden::each, golden::factor;

namespace {

/// Without the factors: dual numbers carry all slopes through one product, and 0 times an infinite value would be NaN.
constexpr auto loss = golden::sum_of_functions([](auto) { return 1_c; });
constexpr auto gradients = pg::vmap(pg::grad(loss, pg::wrt(golden::x, golden::y), pg::dual));

/// JAX's slopes are those times the factors.
void check_slopes(const arrays& file) {
    const auto found = golden::call<double>(gradients, file, each{golden::x}, each{golden::y});
    const std::vector<double> factors = each{factor}.numbers<double>(file);
    const auto check_by = [&](auto variable, const std::string& name) {
        std::vector<double> slopes(found[variable].begin(), found[variable].end());
        for (std::size_t k = 0; k < slopes.size(); ++k) slopes[k] *= factors.at(k);
        golden::check<double>(slopes, file[name].numbers, golden::scale::of_number, "dual in lanes, " + name);
    };
    check_by(golden::x, "gradient.x");
    check_by(golden::y, "gradient.y");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(golden_dual_functions)

BOOST_AUTO_TEST_CASE(dual_slopes_of_all_functions_agree_with_jax) { check_slopes(golden::open("functions")); }

BOOST_AUTO_TEST_CASE(dual_slopes_at_ties_kinks_and_poles_agree_with_jax) { check_slopes(golden::open("points")); }

BOOST_AUTO_TEST_SUITE_END()
