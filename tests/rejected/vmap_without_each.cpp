// vmap needs an input with an entry for each example.
// expect: vmap_without_each
// expect: "square(multiply(w, x))"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto f = pg::grad(pg::square(w * x), pg::wrt(w));

int main() {
#ifdef ACCEPTED
    const auto g = f(w = 1.0, x = 2.0);
#else
    const auto g = pg::vmap(f)(w = 1.0, x = 2.0);
#endif
}
