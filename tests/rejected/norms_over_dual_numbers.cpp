// Over dual numbers an example's gradient comes a few directions at a time: its norm is known too late to clip it.
// expect: norms_of_gradients_need_reverse_mode
// expect: "square(multiply(w, x))"
#include <pergrad/pergrad.hpp>

#include <vector>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto loss = pg::square(w * x);

int main() {
    const std::vector<double> X = {1, 2};
#ifdef ACCEPTED
    constexpr auto f = pg::vmap(pg::grad(loss, pg::wrt(w)));
#else
    constexpr auto f = pg::vmap(pg::grad(loss, pg::wrt(w), pg::dual));
#endif
    (f | pg::clip_norm(1) | pg::sum())(w = 1.0, x = pg::each(X));
}
