// The sum of the examples' gradients is the gradient of the summed loss: the same number by two routes. And why one
// wants the first route: what is done to each gradient, such as clipping, can't be done to their sum afterwards.
#include <algorithm>

#include <pergrad/pergrad.hpp>

#include "check.hpp"

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto loss = pg::square(w * x);   // of one example

int main() {
    checks check;
    const std::vector<float> X = {1, 2};

    constexpr auto each = pg::vmap(pg::grad(loss, pg::wrt(w)));
    constexpr auto sum_of_gradients = pg::vmap(pg::grad(loss, pg::wrt(w))) | pg::sum();
    constexpr auto gradient_of_sum = pg::grad(pg::sum(pg::vmap(loss)), pg::wrt(w));
    constexpr auto gradient_of_mean = pg::grad(pg::mean(pg::vmap(loss)), pg::wrt(w));

    const auto g = each(w = 1.0f, x = pg::each(X));
    std::printf("d/dw (w x)^2 at w = 1: %g for x = 1, %g for x = 2\n", g[w](0), g[w](1));
    check.close("each example's gradient", g[w], std::vector{2, 8});

    for (const float at : {1.0f, -1.0f}) {
        const float expected = 2 * at * (1 + 4);   // 2 w sum(x^2)
        const float one = sum_of_gradients(w = at, x = pg::each(X))[w];
        const float other = gradient_of_sum(w = at, x = pg::each(X))[w];
        std::printf("w = %g: the sum of the gradients is %g, the gradient of the sum %g\n", at, one, other);
        check.close("the sum of the gradients", one, expected);
        check.close("the gradient of the sum", other, expected);
        check.close("the gradient of the mean is smaller by N", gradient_of_mean(w = at, x = pg::each(X))[w], expected / 2);
    }

    // Clip each gradient to [-3, 3], then add: the sum alone could only become 3.
    std::vector<float> clipped(g[w].begin(), g[w].end());
    for (float& gradient : clipped) gradient = std::clamp(gradient, -3.0f, 3.0f);
    check.close("clipped one by one", clipped, std::vector{2, 3});
    check.close("the sum of the clipped ones", clipped[0] + clipped[1], 5);

    // The same by forward mode, over dual numbers.
    constexpr auto dual = pg::grad(loss, pg::wrt(w), pg::dual);
    check.close("dual numbers, one example", dual(w = 1.0f, x = 2.0f)[w], 8);
    check.close("dual numbers, each example", pg::vmap(dual)(w = 1.0f, x = pg::each(X))[w], std::vector{2, 8});
    return check.exit_code();
}
