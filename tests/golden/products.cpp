// Products of arrays of every rank against JAX, by what is shared and by what each example has of its own.
#include "golden.hpp"

namespace pg = pergrad;
using golden::each, golden::shared;

BOOST_AUTO_TEST_SUITE(golden_products)

BOOST_AUTO_TEST_CASE(dot_of_every_pair_of_ranks_agrees_with_jax) {
    using pg::dot, pg::squared_norm;
    constexpr auto a = pg::scalar<"a">;
    constexpr auto p = pg::vector<"p", 3>;
    constexpr auto m = pg::matrix<"m", 2, 3>;
    constexpr auto k = pg::matrix<"k", 3, 4>;
    constexpr auto x = pg::vector<"x", 3>;
    constexpr auto z = pg::matrix<"z", 3, 2>;
    constexpr auto s = pg::scalar<"s">;
    constexpr auto loss = dot(a, s) + squared_norm(dot(a, x)) + squared_norm(dot(p, s)) + squared_norm(dot(a, z)) +
                          squared_norm(dot(m, s)) + pg::square(dot(p, x)) + squared_norm(dot(m, x)) +
                          squared_norm(dot(x, k)) + squared_norm(dot(m, z)) + squared_norm(dot(z, m)) +
                          squared_norm(pg::outer(p, x));
    const golden::arrays file = golden::open("products");
    const auto with = [&]<class T>(T) {
        const auto check = [&](const auto&... inputs) {
            golden::check_examples<T>(file, loss, pg::wrt(a, p, m, k, x, z, s), golden::scale::of_array, inputs...);
            golden::check_batch<T>(file, pg::sum(pg::vmap(loss)), pg::wrt(a, p, m, k), "batch", inputs...);
        };
        check(shared{a}, shared{p}, shared{m}, shared{k}, each{x}, each{z}, each{s});
    };
    with(double());
    with(float());
}

BOOST_AUTO_TEST_SUITE_END()
