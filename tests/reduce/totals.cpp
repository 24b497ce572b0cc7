// Every way to a gradient gives the gradient that was derived by hand: in lanes, in a loop, over dual numbers, one
// example at a time; summed or averaged afterwards, by a sink, or as the gradient of the summed loss.
#include <example_losses.hpp>

#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>
#include <stdexcept>

using namespace example_losses;

namespace {

template<class Model, class T>
struct in {
    using model = Model;
    using scalar = T;
    using batch = batch_of<Model, T>;
    static constexpr auto reverse = pg::grad(Model::loss, Model::wrt);
    static constexpr auto dual = pg::grad(Model::loss, Model::wrt, pg::dual);
};
using every_model = boost::mpl::list<in<scalar_model, double>, in<affine_model, float>, in<affine_model, double>,
                                     in<logistic_model, float>, in<network_model, float>, in<classes_model, float>>;

double largest_of(const std::vector<double>& numbers) {
    double largest = 0;
    for (const double number : numbers) largest = std::max(largest, std::abs(number));
    return largest;
}

/// The largest distance from what is expected, in units of the last place of the largest number there, or of `scale`:
/// of a sum that cancels, the terms have to be right.
template<class T>
double error(std::span<const T> found, const std::vector<double>& expected, double scale = 0) {
    BOOST_TEST_REQUIRE(found.size() == expected.size());
    const double largest = std::max(scale, largest_of(expected));
    double distance = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double here = std::abs(static_cast<double>(found[i]) - expected[i]);
        distance = here <= distance ? distance : here;  // NaN too is far away
    }
    return distance / (largest * std::numeric_limits<T>::epsilon());
}
template<class T>
double error(const pg::array_view<const T, 2>& found, const std::vector<double>& expected) {
    return error(std::span(found.data(), found.size()), expected);
}

/// The sum of the rows of D numbers, divided by `divisor`.
std::vector<double> sum_of_rows(const std::vector<double>& rows, std::size_t D, double divisor = 1) {
    std::vector<double> sum(D);
    for (std::size_t i = 0; i < rows.size(); ++i) sum[i % D] += rows[i] / divisor;
    return sum;
}

constexpr std::size_t N = 37;  // no multiple of any number of lanes

}  // namespace

BOOST_AUTO_TEST_SUITE(totals)

BOOST_AUTO_TEST_CASE_TEMPLATE(batched_and_looped_and_dual_numbers_give_the_gradients_that_were_derived_by_hand, Case,
                              every_model) {
    const typename Case::batch batch(N);
    const auto expected = batch.gradients();
    BOOST_TEST(error(batch.run(pg::vmap(Case::reverse)).flat(), expected) < 20);
    BOOST_TEST(error(batch.run(pg::vmap(Case::reverse, pg::looped)).flat(), expected) < 20);
    BOOST_TEST(error(batch.run(pg::vmap(Case::dual)).flat(), expected) < 20);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_example_called_by_itself_gives_its_row_of_the_batch, Case, every_model) {
    constexpr std::size_t D = Case::model::parameters;
    const typename Case::batch batch(5);
    const auto expected = batch.gradients();
    for (std::size_t n = 0; n < batch.examples; ++n) {
        const std::vector<double> row(expected.data() + n * D, expected.data() + (n + 1) * D);
        BOOST_TEST(error(batch.run_single(Case::reverse, n).flat(), row) < 20);
        BOOST_TEST(error(batch.run_single(Case::dual, n).flat(), row) < 20);
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_sum_of_the_gradients_is_the_gradient_of_the_sum, Case, every_model) {
    using Model = typename Case::model;
    const typename Case::batch batch(N);
    const auto expected = sum_of_rows(batch.gradients(), Model::parameters);
    BOOST_TEST(error(batch.run(pg::vmap(Case::reverse) | pg::sum()).flat(), expected) < 20);
    BOOST_TEST(error(batch.run(pg::grad(pg::sum(pg::vmap(Model::loss)), Model::wrt)).flat(), expected) < 20);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_mean_is_the_sum_divided_by_the_number_of_examples, Case, every_model) {
    using Model = typename Case::model;
    const typename Case::batch batch(N);
    const auto expected = sum_of_rows(batch.gradients(), Model::parameters, N);
    const double term = largest_of(batch.gradients()) / N;
    BOOST_TEST(error(batch.run(pg::vmap(Case::reverse) | pg::mean()).flat(), expected, term) < 20);
    BOOST_TEST(error(batch.run(pg::grad(pg::mean(pg::vmap(Model::loss)), Model::wrt)).flat(), expected, term) < 20);
}

using two_models = boost::mpl::list<in<scalar_model, double>, in<affine_model, float>>;

BOOST_AUTO_TEST_CASE_TEMPLATE(the_totals_are_the_same_over_dual_numbers_and_in_a_loop, Case, two_models) {
    using Model = typename Case::model;
    const typename Case::batch batch(N);
    const auto sum = sum_of_rows(batch.gradients(), Model::parameters);
    const auto mean = sum_of_rows(batch.gradients(), Model::parameters, N);
    const double term = largest_of(batch.gradients()) / N;
    BOOST_TEST(error(batch.run(pg::vmap(Case::dual) | pg::sum()).flat(), sum) < 20);
    BOOST_TEST(error(batch.run(pg::vmap(Case::dual) | pg::mean()).flat(), mean, term) < 20);
    BOOST_TEST(error(batch.run(pg::vmap(Case::reverse, pg::looped) | pg::sum()).flat(), sum) < 20);
    BOOST_TEST(error(batch.run(pg::grad(pg::sum(pg::vmap(Model::loss)), Model::wrt, pg::dual)).flat(), sum) < 20);
    BOOST_TEST(error(batch.run(pg::grad(pg::mean(pg::vmap(Model::loss)), Model::wrt, pg::dual)).flat(), mean, term) < 20);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_value_comes_with_the_gradient_in_each_of_these_ways, Case, two_models) {
    using Model = typename Case::model;
    const typename Case::batch batch(N);
    constexpr auto f = pg::value_and_grad(Model::loss, Model::wrt);
    constexpr auto dual = pg::value_and_grad(Model::loss, Model::wrt, pg::dual);
    const auto each = batch.run(pg::vmap(f));
    const auto rows = batch.gradients();
    BOOST_TEST(error(each.flat(), rows) < 20);
    double total = 0, scale = 0;
    for (std::size_t n = 0; n < N; ++n) {
        const double value = static_cast<double>(each.value()[n]);
        total += value;
        scale = std::max(scale, value);
        const double tolerance = 20 * std::numeric_limits<typename Case::scalar>::epsilon() * (1 + value);
        BOOST_TEST(std::abs(static_cast<double>(batch.run_single(f, n).value()) - value) < tolerance);
        BOOST_TEST(std::abs(static_cast<double>(batch.run_single(dual, n).value()) - value) < tolerance);
    }
    BOOST_TEST(scale > 0);
    const double tolerance = 20 * std::numeric_limits<typename Case::scalar>::epsilon() * total;
    const auto sum = batch.run(pg::vmap(f) | pg::sum());
    BOOST_TEST(error(sum.flat(), sum_of_rows(rows, Model::parameters)) < 20);
    BOOST_TEST(std::abs(static_cast<double>(sum.value()) - total) < tolerance);
    BOOST_TEST(std::abs(static_cast<double>(batch.run(pg::vmap(f) | pg::mean()).value()) - total / N) < tolerance / N);
    BOOST_TEST(std::abs(static_cast<double>(batch.run(pg::vmap(dual) | pg::sum()).value()) - total) < tolerance);
    const auto of_sum = batch.run(pg::value_and_grad(pg::sum(pg::vmap(Model::loss)), Model::wrt));
    BOOST_TEST(std::abs(static_cast<double>(of_sum.value()) - total) < tolerance);
    BOOST_TEST(error(of_sum.flat(), sum_of_rows(rows, Model::parameters)) < 20);
    const auto over_dual = batch.run(pg::value_and_grad(pg::mean(pg::vmap(Model::loss)), Model::wrt, pg::dual));
    BOOST_TEST(std::abs(static_cast<double>(over_dual.value()) - total / N) < tolerance / N);
}

// ---- with a regulariser

namespace {

using regularised = affine_model;
constexpr auto penalty = 0.5_c * pg::squared_norm(regularised::w);
constexpr auto sum_and_penalty = pg::sum(pg::vmap(regularised::loss)) + penalty;
constexpr auto mean_and_penalty = pg::mean(pg::vmap(regularised::loss)) + 3.0 * penalty;

/// `sum`, and `factor` times w added to its first 35.
std::vector<double> with_penalty(std::vector<double> sum, std::span<const double> w, double factor) {
    for (std::size_t i = 0; i < 35; ++i) sum[i] += factor * w[i];
    return sum;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_regulariser_beside_the_sum_counts_once) {
    const batch_of<regularised, double> batch(N);
    const auto rows = batch.gradients();
    const auto sum = with_penalty(sum_of_rows(rows, 40), batch.parameters, 1);
    const auto mean = with_penalty(sum_of_rows(rows, 40, N), batch.parameters, 3);
    BOOST_TEST(error(batch.run(pg::grad(sum_and_penalty, regularised::wrt)).flat(), sum) < 20);
    BOOST_TEST(error(batch.run(pg::grad(sum_and_penalty, regularised::wrt, pg::dual)).flat(), sum) < 20);
    BOOST_TEST(error(batch.run(pg::grad(mean_and_penalty, regularised::wrt)).flat(), mean) < 20);
    BOOST_TEST(error(batch.run(pg::grad(mean_and_penalty, regularised::wrt, pg::dual)).flat(), mean) < 20);
}

BOOST_AUTO_TEST_CASE(a_regulariser_in_the_loss_of_an_example_counts_for_every_example) {
    const auto& w = scalar_model::w;
    const auto& x = scalar_model::x;
    constexpr auto inside = pg::square(w * x) + 0.5_c * w * w;
    const std::vector<double> X = {1, 2};
    const auto each = pg::vmap(pg::grad(inside, pg::wrt(w)))(w = 1.0, x = pg::each(X));
    BOOST_TEST(each[w](0) == 3);
    BOOST_TEST(each[w](1) == 9);
    BOOST_TEST((pg::vmap(pg::grad(inside, pg::wrt(w))) | pg::sum())(w = 1.0, x = pg::each(X))[w] == 12);
    constexpr auto beside = pg::sum(pg::vmap(pg::square(w * x))) + 0.5_c * w * w;
    BOOST_TEST(pg::grad(beside, pg::wrt(w))(w = 1.0, x = pg::each(X))[w] == 11);
}

BOOST_AUTO_TEST_CASE(two_sums_over_the_examples_stand_in_one_loss_and_scale_by_what_is_shared) {
    const auto& w = scalar_model::w;
    const auto& x = scalar_model::x;
    const auto& y = scalar_model::y;
    constexpr auto loss = w * pg::sum(pg::vmap(w * x)) + 2_c * pg::mean(pg::vmap(w * y)) - pg::exp(w);
    const std::vector<double> X = {1, 2, 4}, Y = {3, 6, 9};
    const auto g = pg::value_and_grad(loss, pg::wrt(w))(w = 0.5, x = pg::each(X), y = pg::each(Y));
    BOOST_TEST(g.value() == 0.25 * 7 + 2 * 0.5 * 6 - std::exp(0.5), boost::test_tools::tolerance(1e-15));
    BOOST_TEST(g[w] == 2 * 0.5 * 7 + 2 * 6 - std::exp(0.5), boost::test_tools::tolerance(1e-15));
}

// ---- no examples, and many

BOOST_AUTO_TEST_CASE_TEMPLATE(no_examples_have_no_gradients_and_a_sum_of_zero, Case, two_models) {
    using Model = typename Case::model;
    const typename Case::batch batch(0);
    const std::vector<double> zeros(Model::parameters);
    const auto each = batch.run(pg::vmap(Case::reverse));
    BOOST_TEST(each.size() == 0u);
    BOOST_TEST(each.flat().size() == 0u);
    BOOST_TEST((each.flat().begin() == each.flat().end()));
    BOOST_TEST(batch.run(pg::vmap(Case::dual)).size() == 0u);
    BOOST_TEST(batch.run(pg::vmap(Case::reverse, pg::looped)).size() == 0u);
    const auto is_zero = [](const auto& g) {
        return std::ranges::all_of(g.flat(), [](auto number) { return number == 0; });
    };
    BOOST_TEST(is_zero(batch.run(pg::vmap(Case::reverse) | pg::sum())));
    BOOST_TEST(is_zero(batch.run(pg::vmap(Case::dual) | pg::sum())));
    BOOST_TEST(is_zero(batch.run(pg::grad(pg::sum(pg::vmap(Model::loss)), Model::wrt))));
    BOOST_TEST(batch.run(pg::vmap(pg::value_and_grad(Model::loss, Model::wrt)) | pg::sum()).value() == 0);
}

BOOST_AUTO_TEST_CASE(no_examples_leave_what_stands_beside_their_sum) {
    const batch_of<regularised, double> batch(0);
    const auto expected = with_penalty(std::vector<double>(40), batch.parameters, 1);
    BOOST_TEST(error(batch.run(pg::grad(sum_and_penalty, regularised::wrt)).flat(), expected) < 1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_mean_of_no_examples_is_an_error, Case, two_models) {
    using Model = typename Case::model;
    const typename Case::batch batch(0);
    const auto says_so = [](const std::invalid_argument& e) {
        return std::string_view(e.what()).find("mean") != std::string_view::npos;
    };
    BOOST_CHECK_EXCEPTION(batch.run(pg::vmap(Case::reverse) | pg::mean()), std::invalid_argument, says_so);
    BOOST_CHECK_EXCEPTION(batch.run(pg::grad(pg::mean(pg::vmap(Model::loss)), Model::wrt)), std::invalid_argument,
                          says_so);
}

BOOST_AUTO_TEST_CASE(the_error_of_a_sum_grows_with_the_logarithm_of_the_number_of_examples) {
    using Case = in<scalar_model, float>;
    for (const std::size_t many :
         {std::size_t{4096}, std::size_t{4097}, std::size_t{100'000}, std::size_t{1'000'000}}) {
        Case::batch batch(many);
        batch.parameters[0] = 1;
        for (std::size_t n = 0; n < many; ++n) {  // terms of one sign, about 0.1: an addition one by one errs by 1e-4
            batch.features[n] = 0.2f + 0.1f * batch.features[n];
            batch.targets[n] = -0.1f;
        }
        const double exact = sum_of_rows(batch.gradients(), 1)[0];
        const double kept = batch.run(pg::vmap(Case::reverse) | pg::sum())[scalar_model::w];
        const double of_sum =
            batch.run(pg::grad(pg::sum(pg::vmap(scalar_model::loss)), pg::wrt(scalar_model::w)))[scalar_model::w];
        const double over_dual = batch.run(pg::vmap(Case::dual) | pg::sum())[scalar_model::w];
        BOOST_TEST(std::abs(kept - exact) < 1e-6 * exact);
        BOOST_TEST(std::abs(of_sum - exact) < 1e-6 * exact);
        BOOST_TEST(std::abs(over_dual - exact) < 1e-6 * exact);
    }
}

BOOST_AUTO_TEST_CASE(blocks_are_added_up_whatever_their_number) {
    const auto& w = scalar_model::w;
    const auto& x = scalar_model::x;
    constexpr auto f = pg::vmap(pg::grad(w * x, pg::wrt(w))) | pg::sum();
    for (std::size_t blocks = 0; blocks <= 9; ++blocks)
        for (const std::size_t more : {0u, 1u, 3u, 4095u}) {
            const std::vector<float> ones(4096 * blocks + more, 1.0f);  // sums that float holds exactly
            BOOST_TEST(f(w = 1.0f, x = pg::each(ones))[w] == static_cast<float>(ones.size()));
        }
}

BOOST_AUTO_TEST_CASE(partial_sums_of_large_gradients_have_room) {
    constexpr auto many = pg::vector<"many", 20'000>;  // more than the stack is used for
    const auto& x = scalar_model::x;
    constexpr auto f = pg::vmap(pg::grad(pg::sum(many) * x, pg::wrt(many))) | pg::sum();
    const std::vector<float> parameters(20'000);
    for (const std::size_t N : {5000u, 12'289u}) {
        const std::vector<float> ones(N, 1.0f);
        const auto g = f(many = parameters, x = pg::each(ones));
        BOOST_TEST(std::ranges::count(g.flat(), static_cast<float>(N)) == 20'000);
    }
}

namespace {

/// So many nodes that the graph is run from a table.
template<int... k>
constexpr auto many_terms(std::integer_sequence<int, k...>) {
    return (... + pg::tanh(scalar_model::w * scalar_model::x * pg::constant<std::bit_cast<std::uint64_t>(k + 0.5)>{}));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_regulariser_beside_a_large_graph_counts_once) {
    const auto& w = scalar_model::w;
    const auto& x = scalar_model::x;
    constexpr auto losses = pg::sum(pg::vmap(many_terms(std::make_integer_sequence<int, 120>{})));
    constexpr auto square_and_three = 7_c * pg::square(scalar_model::w) + 3_c;
    const std::vector<double> X = {0.1, 0.2, 0.3};
    const auto difference = [&](auto mode) {
        const auto without = pg::value_and_grad(losses, pg::wrt(w), mode)(w = 1.0, x = pg::each(X));
        const auto with = pg::value_and_grad(losses + square_and_three, pg::wrt(w), mode)(w = 1.0, x = pg::each(X));
        BOOST_TEST(std::abs(with.value() - without.value() - 10) < 1e-14);
        BOOST_TEST(std::abs(with[w] - without[w] - 14) < 1e-14);
    };
    difference(pg::reverse);
    difference(pg::dual);
}

BOOST_AUTO_TEST_SUITE_END()
