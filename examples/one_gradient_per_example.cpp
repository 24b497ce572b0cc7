// One gradient for each example, not their sum: here the two cancel, and a sum would show nothing. A parameter that the
// loss doesn't use has a gradient too: zeros.
#include <pergrad/pergrad.hpp>

#include "check.hpp"

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto b = pg::scalar<"b">;   // there, but not used
constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
constexpr auto loss = pg::square(w * x - y);

/// The same with a vector of parameters: D of them make (N, D) gradients.
constexpr auto p = pg::vector<"p", 3>;
constexpr auto features = pg::vector<"features", 3>;
constexpr auto loss_of_vector = pg::square(pg::dot(p, features) - y);

int main() {
    checks check;
    constexpr auto gradients = pg::vmap(pg::grad(loss, pg::wrt(w, b)));

    const auto g = gradients(w = 1.0f, b = 5.0f, x = pg::each({-1.0f, 2.0f}), y = pg::each({1.0f, 3.0f}));
    std::printf("example 0: dw = %g, db = %g\n", g[w](0), g[b](0));
    std::printf("example 1: dw = %g, db = %g\n", g[w](1), g[b](1));
    check.close("two gradients that cancel in the sum", g[w], std::vector{4, -4});
    check.close("the unused parameter", g[b], std::vector{0, 0});

    const auto h = gradients(w = 1.0f, b = 0.0f, x = pg::each({1.0f, 2.0f}), y = pg::each({0.0f, 0.0f}));
    check.close("two gradients that add up", h[w], std::vector{2, 8});

    constexpr auto dual = pg::grad(loss, pg::wrt(w, b), pg::dual);
    const auto d = dual(w = 1.0f, b = 5.0f, x = 2.0f, y = 3.0f);
    check.close("dual numbers, one example", d.flat(), std::vector{-4, 0});
    const auto e = pg::vmap(dual)(w = 1.0f, b = 5.0f, x = pg::each({-1.0f, 2.0f}), y = pg::each({1.0f, 3.0f}));
    check.close("dual numbers, each example", e[w], std::vector{4, -4});

    const float P[] = {1, 2, 3}, rows[2][3] = {{1, 0, 2}, {0, 1, 1}};
    const auto v = pg::vmap(pg::grad(loss_of_vector, pg::wrt(p)))(p = P, features = pg::each(rows), y = pg::each({6.0f, 4.0f}));
    std::printf("three parameters: example 0 (%g, %g, %g), example 1 (%g, %g, %g)\n", v[p](0, 0), v[p](0, 1), v[p](0, 2),
                v[p](1, 0), v[p](1, 1), v[p](1, 2));
    check.close("a row for each example", v[p], std::vector{2, 0, 4, 0, 2, 2});
    return check.exit_code();
}
