// Layers too large for lanes: products of packed matrices and rows, outer products summed over many examples at once.
// Against gradients in double precision; an example's bits the same in every batch; a matrix stored the other way.
#include <workloads/w6.hpp>

#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include <cstring>
#include <limits>

namespace pg = pergrad;

namespace {

/// Neither the inputs nor the hidden layer, which takes more than two registers of lanes, are a multiple of lanes.
struct classifier : workloads::relu_classifier<300, 37, 5> {
    template<class T>
    static workloads::batch<classifier, T> make(std::size_t count) {
        return make_batch<classifier, T>(count);
    }
};
constexpr auto f = pg::vmap(pg::grad(classifier::loss, classifier::wrt));

constexpr std::size_t D = classifier::parameters;
using both_types = boost::mpl::list<float, double>;

/// The largest error, in units of the last place of the largest number.
double error(const auto& found, const std::vector<double>& expected) {
    using T = std::remove_cvref_t<decltype(found.data()[0])>;
    BOOST_TEST_REQUIRE(found.size() == expected.size());
    double largest = 0, distance = 0;
    for (const double number : expected) largest = std::max(largest, std::abs(number));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const double here = std::abs(static_cast<double>(found.data()[i]) - expected[i]);
        distance = here <= distance ? distance : here;  // NaN too is far away
    }
    return distance / (largest * std::numeric_limits<T>::epsilon());
}

/// More than are summed at once, and no multiple of the lanes.
constexpr std::size_t N = 2 * 128 + 21;

}  // namespace

BOOST_AUTO_TEST_SUITE(large_layers)

BOOST_AUTO_TEST_CASE_TEMPLATE(gradients_and_their_sums_are_those_derived_by_hand, T, both_types) {
    const auto batch = classifier::make<T>(N);
    const auto expected = batch.gradients();
    BOOST_TEST(error(batch.run(f).flat(), expected) < 20);
    BOOST_TEST(error(batch.run(f | pg::sum()).flat(), batch.sum()) < 40);
    std::vector<double> norms(N);
    for (std::size_t n = 0; n < N; ++n) {
        const double* row = expected.data() + n * D;
        norms[n] = std::sqrt(std::inner_product(row, row + D, row, 0.0));
    }
    BOOST_TEST(error(batch.run(f | pg::norms()).flat(), norms) < 20);
    const double limit = std::accumulate(norms.begin(), norms.end(), 0.0) / N;  // some are clipped, and some are not
    BOOST_TEST(error(batch.run(f | pg::clip_norm(limit) | pg::sum()).flat(), batch.sum(limit)) < 40);
    const auto of_sum = batch.run(pg::grad(pg::sum(pg::vmap(classifier::loss)), classifier::wrt));
    BOOST_TEST(error(of_sum.flat(), batch.sum()) < 40);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_example_has_the_same_bits_in_every_batch, T, both_types) {
    constexpr std::size_t L = pg::lane::width<T>;
    const auto batch = classifier::make<T>(3 * L + 2);
    std::vector<T> alone(batch.examples * D);
    for (std::size_t n = 0; n < batch.examples; ++n)
        batch.run_part(f, n, 1, pg::into(std::span(alone).subspan(n * D, D)));
    for (const std::size_t count : {L - 1, L, L + 1, 2 * L + 1})
        for (std::size_t first = 0; first <= L; ++first) {
            const auto found = batch.run_part(f, first, count);
            BOOST_TEST(std::memcmp(found.flat().data(), alone.data() + first * D, count * D * sizeof(T)) == 0,
                       count << " examples from " << first << " on");
        }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_sum_has_the_same_bits_where_the_rows_are_chosen_and_copied, T, both_types) {
    const auto batch = classifier::make<T>(N);
    const auto expected = batch.run(f | pg::clip_norm(1) | pg::sum());
    std::vector<int> rows(N);
    std::iota(rows.begin(), rows.end(), 0);
    const auto chosen = classifier::call(f | pg::clip_norm(1) | pg::sum(), std::span<const T>(batch.parameters),
                                         pg::each(batch.features, rows), pg::each(batch.targets, rows));
    BOOST_TEST(std::memcmp(chosen.flat().data(), expected.flat().data(), D * sizeof(T)) == 0);
}

BOOST_AUTO_TEST_CASE(a_matrix_stored_the_other_way_round_gives_the_same) {
    using namespace pg::literals;
    constexpr auto x = pg::vector<"x", 300>;
    constexpr auto w = pg::matrix<"w", 37, 300>;
    constexpr auto turned = pg::matrix<"turned", 300, 37>;
    const auto X = workloads::random_numbers<float>(29 * 300, 1), W = workloads::random_numbers<float>(37 * 300, 2);
    std::vector<float> WT(W.size());
    for (std::size_t i = 0; i < 37; ++i)
        for (std::size_t j = 0; j < 300; ++j) WT[j * 37 + i] = W[i * 300 + j];
    constexpr auto of = [](auto layer) {
        return pg::vmap(pg::grad(pg::sum(pg::square(layer)), pg::wrt(pg::vector<"x", 300>)));
    };
    const auto expected = of(pg::dot(w, x))(w = W, x = pg::each(X));
    const auto found = of(pg::dot(x, turned))(turned = WT, x = pg::each(X));
    const auto transposed = of(pg::dot(pg::transpose(turned), x))(turned = WT, x = pg::each(X));
    BOOST_TEST(std::memcmp(found.flat().data(), expected.flat().data(), X.size() * sizeof(float)) == 0);
    BOOST_TEST(std::memcmp(transposed.flat().data(), expected.flat().data(), X.size() * sizeof(float)) == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(infinite_inputs_of_a_branch_that_was_not_taken_add_nothing_to_a_sum, T, both_types) {
    using namespace pg::literals;
    constexpr auto x = pg::vector<"x", 50>;
    constexpr auto w = pg::matrix<"w", 37, 50>;
    constexpr auto gate = pg::scalar<"gate">;
    constexpr auto taken = pg::select(gate > 0_c, pg::sum(pg::square(pg::dot(w, x))), 0_c);
    constexpr auto gradients = pg::vmap(pg::grad(taken, pg::wrt(w)));
    constexpr std::size_t count = 83;
    const auto W = workloads::random_numbers<T>(37 * 50, 1), gates = workloads::random_numbers<T>(count, 3);
    auto X = workloads::random_numbers<T>(count * 50, 2), closed = X;
    for (std::size_t n = 0; n < count; ++n) {
        if (gates[n] > 0) continue;
        X[50 * n + n % 50] = n % 3 == 0 ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::quiet_NaN();
        closed[50 * n + n % 50] = 0;
    }
    const auto run = [&](auto f, const auto& features) {
        const auto found = f(w = W, x = pg::each(features), gate = pg::each(gates));
        return std::vector<double>(found.flat().begin(), found.flat().end());
    };
    // the same of all numbers finite, where the products are others by a rounding
    constexpr double roundings = 20 * std::numeric_limits<T>::epsilon() / std::numeric_limits<double>::epsilon();
    constexpr auto sum = gradients | pg::sum();
    BOOST_TEST(error(run(sum, X), run(sum, closed)) < roundings);
    const auto clipped = gradients | pg::clip_norm(1) | pg::sum();
    BOOST_TEST(error(run(clipped, X), run(clipped, closed)) < roundings);
}

BOOST_AUTO_TEST_SUITE_END()
