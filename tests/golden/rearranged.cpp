// Rearrangements, sums along an axis and softmax against JAX, by what is shared and by what each example has of its own.
#include "golden.hpp"

namespace pg = pergrad;
using namespace pg::literals;
using golden::each, golden::shared;

BOOST_AUTO_TEST_SUITE(golden_rearranged)

BOOST_AUTO_TEST_CASE(transpose_broadcast_and_sums_along_an_axis_agree_with_jax) {
    constexpr auto m = pg::matrix<"m", 3, 4>;
    constexpr auto b = pg::vector<"b", 4>;
    constexpr auto x = pg::vector<"x", 3>;
    constexpr auto z = pg::matrix<"z", 4, 3>;
    constexpr auto rows = pg::sum<0>(pg::square(m + pg::broadcast<0, 3>(b) + pg::transpose(z)));
    constexpr auto columns = pg::sum<1>(pg::tanh(m * pg::broadcast<1, 4>(x)));
    constexpr auto loss = pg::dot(rows, b) + pg::squared_norm(columns) +
                          pg::squared_norm(pg::dot(pg::transpose(m), x)) + m(1_c, 2_c) * x[0_c] + pg::mean(pg::exp(z)) +
                          pg::dot(pg::softmax(b), pg::dot(z, x));
    const golden::arrays file = golden::open("rearranged");
    const auto with = [&]<class T>(T) {
        golden::check_examples<T>(file, loss, pg::wrt(m, b, x, z), golden::scale::of_array, shared{m}, shared{b},
                                  each{x}, each{z});
        golden::check_batch<T>(file, pg::sum(pg::vmap(loss)), pg::wrt(m, b), "batch", shared{m}, shared{b}, each{x},
                               each{z});
    };
    with(double());
    with(float());
}

BOOST_AUTO_TEST_SUITE_END()
