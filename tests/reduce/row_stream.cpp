// Results of more than the caches hold are written past them: the same bits, in their place, and nothing beside them.
#include <example_losses.hpp>

#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include <cstring>
#include <random>

using namespace example_losses;

namespace {

constexpr int longest = 70;
using both_types = boost::mpl::list<float, double>;

template<class Model, class T>
struct in {
    using model = Model;
    using scalar = T;
};
/// Rows that are outer products, and rows that are turned as they are.
using every_model = boost::mpl::list<in<logistic_model, float>, in<logistic_model, double>, in<affine_model, float>,
                                     in<classes_model, double>>;

template<class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(row_streams)

BOOST_AUTO_TEST_CASE_TEMPLATE(stretches_of_any_length_reach_any_place, T, both_types) {
    using stream_type = pg::row_stream<pg::lane::batch<T>, longest>;
    workloads::aligned_array<T> workspace(stream_type::workspace / sizeof(T));
    std::mt19937 next(5);
    for (std::size_t start = 0; start <= 64 / sizeof(T); ++start) {
        workloads::aligned_array<T> memory(1'000, T(-1)), expected = memory;
        stream_type stream(workspace.data());
        std::size_t at = start;
        for (int times = 0; times < 3; ++times) {  // it may be closed and opened again
            BOOST_TEST(!stream.is_open());
            stream.open(memory.data() + at);
            BOOST_TEST(stream.is_open());
            for (int stretch = 0; stretch < 4; ++stretch) {
                const auto count = next() % (longest + 1);
                for (std::size_t i = 0; i < count; ++i) stream.next()[i] = expected[at + i] = T(next() % 1'000);
                stream.write(static_cast<int>(count));
                at += count;
            }
            stream.close();
        }
        BOOST_TEST(memory == expected, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_large_result_has_the_bits_of_its_parts, Case, every_model) {
    using Model = typename Case::model;
    using T = typename Case::scalar;
    constexpr std::size_t D = Model::parameters, part = 500;
    constexpr auto f = pg::vmap(pg::grad(Model::loss, Model::wrt));
    const std::size_t N = pg::largest_result_in_cache() / (D * sizeof(T)) + 37;
    const auto batch = Model::template make<T>(N);
    std::vector<T> found(N * D + 2, T(7)), expected = found;
    batch.run(f, pg::into(std::span(found).subspan(1, N * D)));
    for (std::size_t n = 0; n < N; n += part) {
        const std::size_t count = std::min(part, N - n);
        batch.run_part(f, n, count, pg::into(std::span(expected).subspan(1 + n * D, count * D)));
    }
    BOOST_TEST(same_bits(found, expected));
}

BOOST_AUTO_TEST_CASE(so_has_one_whose_examples_are_gathered) {
    constexpr std::size_t D = logistic_model::parameters;
    constexpr auto f = pg::vmap(pg::grad(logistic_model::loss, logistic_model::wrt));
    const std::size_t N = pg::largest_result_in_cache() / (D * sizeof(float)) + 5;
    const auto batch = logistic_model::make<float>(50);
    std::vector<int> rows(N);
    for (std::size_t n = 0; n < N; ++n) rows[n] = static_cast<int>(n * 7 % 50);
    const auto few = batch.run(f);
    const auto many = logistic_model::call(f, std::span<const float>(batch.parameters),
                                           pg::each(batch.features_of(0, 50), rows),
                                           pg::each(batch.targets_of(0, 50), rows));
    std::size_t different = 0;
    for (std::size_t n = 0; n < N; ++n)
        different += std::memcmp(many.flat().data() + n * D,
                                 few.flat().data() + static_cast<std::size_t>(rows[n]) * D, D * sizeof(float)) != 0;
    BOOST_TEST(different == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
