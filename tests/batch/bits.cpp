// An example's gradient has the same bits whatever the batch: its length, the example's place in it, its neighbours, how
// the memory is aligned, how the rows are chosen. The reference is a batch of that example alone.
#include <example_losses.hpp>

#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include <cstring>
#include <limits>
#include <numeric>

using namespace example_losses;

namespace {

template<class Model, class T>
struct in {
    using model = Model;
    using scalar = T;
    static constexpr auto lanes = static_cast<std::size_t>(pg::lane::lanes<pg::lane::batch<T>>);
    static constexpr auto reverse = pg::vmap(pg::grad(Model::loss, Model::wrt));
    static constexpr auto dual = pg::vmap(pg::grad(Model::loss, Model::wrt, pg::dual));
    static constexpr auto with_value = pg::vmap(pg::value_and_grad(Model::loss, Model::wrt));
};
using every_model = boost::mpl::list<in<scalar_model, float>, in<scalar_model, double>, in<affine_model, float>,
                                     in<affine_model, double>, in<logistic_model, float>, in<logistic_model, double>,
                                     in<network_model, float>, in<network_model, double>, in<classes_model, float>,
                                     in<classes_model, double>>;

/// How many numbers differ in a bit.
template<class T>
std::size_t differences(const T* a, const T* b, std::size_t count) {
    std::size_t result = 0;
    for (std::size_t i = 0; i < count; ++i) result += std::memcmp(a + i, b + i, sizeof(T)) != 0;
    return result;
}

/// Each example's gradient from a batch that consists of it alone.
template<class Model, class T>
std::vector<T> one_by_one(const batch_of<Model, T>& batch, auto f) {
    std::vector<T> rows(batch.examples * Model::parameters);
    for (std::size_t n = 0; n < batch.examples; ++n)
        batch.run_part(f, n, 1, pg::into(std::span(rows).subspan(n * Model::parameters, Model::parameters)));
    return rows;
}

/// Batches of every length that matters, from every place on, so that examples come to stand in every place and at every
/// alignment; written where the alignment is another one each time.
template<class Model, class T>
void check_every_batch(auto f) {
    constexpr std::size_t L = in<Model, T>::lanes, D = Model::parameters;
    const batch_of<Model, T> batch(5 * L + 4);
    const auto expected = one_by_one(batch, f);
    std::vector<T> memory(batch.examples * D + L);
    for (const std::size_t N : {std::size_t{0}, std::size_t{1}, L - 1, L, L + 1, 2 * L - 1, 2 * L + 3, 3 * L + 1}) {
        std::size_t different = 0;
        for (std::size_t first = 0; first <= 2 * L + 3; ++first) {
            const std::size_t from = first % L;
            std::vector<T> should_be(memory.size(), T(7));
            std::copy_n(expected.begin() + static_cast<std::ptrdiff_t>(first * D), N * D,
                        should_be.begin() + static_cast<std::ptrdiff_t>(from));
            std::ranges::fill(memory, T(7));
            batch.run_part(f, first, N, pg::into(std::span(memory).subspan(from, N * D)));
            different += differences(memory.data(), should_be.data(), memory.size());   // and nothing beside it
        }
        BOOST_TEST(different == 0u, different << " numbers differ in batches of " << N);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bits)

BOOST_AUTO_TEST_CASE_TEMPLATE(reverse_mode_gives_an_example_the_same_bits_in_every_batch, Case, every_model) {
    check_every_batch<typename Case::model, typename Case::scalar>(Case::reverse);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(dual_mode_gives_an_example_the_same_bits_in_every_batch, Case, every_model) {
    check_every_batch<typename Case::model, typename Case::scalar>(Case::dual);
}

using two_models = boost::mpl::list<in<logistic_model, float>, in<classes_model, double>>;

BOOST_AUTO_TEST_CASE_TEMPLATE(an_example_has_the_same_value_in_every_batch, Case, two_models) {
    using T = typename Case::scalar;
    const batch_of<typename Case::model, T> batch(2 * Case::lanes + 3);
    for (std::size_t first = 0; first < batch.examples; ++first) {
        const auto many = batch.run_part(Case::with_value, first, batch.examples - first);
        for (std::size_t n = first; n < batch.examples; ++n) {
            const auto alone = batch.run_part(Case::with_value, n, 1);
            BOOST_TEST(differences(&alone.value()[0], &many.value()[n - first], 1) == 0u);
        }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(neighbours_that_overflow_or_are_no_numbers_change_no_bit, Case, every_model) {
    using Model = typename Case::model;
    using T = typename Case::scalar;
    constexpr std::size_t D = Model::parameters;
    const batch_of<Model, T> batch(2 * Case::lanes + 3);
    const auto expected = one_by_one(batch, Case::reverse);
    for (const T poison : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity(),
                           -std::numeric_limits<T>::max(), std::numeric_limits<T>::denorm_min()})
        for (std::size_t healthy = 0; healthy < batch.examples; ++healthy) {
            auto poisoned = batch;
            for (std::size_t n = 0; n < batch.examples; ++n)
                if (n != healthy)
                    std::fill_n(poisoned.features.begin() + static_cast<std::ptrdiff_t>(n * Model::features),
                                Model::features, poison);
            const auto gs = poisoned.run(Case::reverse);
            BOOST_TEST(differences(gs.flat().data() + healthy * D, expected.data() + healthy * D, D) == 0u);
        }
}

BOOST_AUTO_TEST_CASE(rows_that_are_chosen_by_number_have_the_bits_of_the_batch_they_are_chosen_from) {
    using Case = in<affine_model, float>;
    constexpr std::size_t D = affine_model::parameters;
    const batch_of<affine_model, float> batch(2 * Case::lanes + 3);
    const auto expected = batch.run(Case::reverse);
    std::vector<int> rows(batch.examples);
    std::iota(rows.rbegin(), rows.rend(), 0);
    rows.push_back(rows[1]);
    const auto chosen = affine_model::call(Case::reverse, std::span<const float>(batch.parameters),
                                          pg::each(batch.features, rows), pg::each(batch.targets, rows));
    BOOST_TEST_REQUIRE(chosen.size() == rows.size());
    for (std::size_t n = 0; n < rows.size(); ++n)
        BOOST_TEST(differences(chosen.flat().data() + n * D,
                               expected.flat().data() + static_cast<std::size_t>(rows[n]) * D, D) == 0u);
}

BOOST_AUTO_TEST_CASE(a_sum_has_the_same_bits_however_the_memory_is_aligned) {
    using Case = in<affine_model, float>;
    constexpr auto f = Case::reverse | pg::sum();
    const batch_of<affine_model, float> batch(2 * Case::lanes + 3);
    const auto expected = batch.run(f);
    for (std::size_t shift = 0; shift < Case::lanes; ++shift) {
        std::vector<float> features(shift), memory(shift + affine_model::parameters);
        features.insert(features.end(), batch.features.begin(), batch.features.end());
        affine_model::call(f, std::span<const float>(batch.parameters), pg::each(std::span(features).subspan(shift)),
                          pg::each(batch.targets), pg::into(std::span(memory).subspan(shift)));
        BOOST_TEST(differences(memory.data() + shift, expected.flat().data(), affine_model::parameters) == 0u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
