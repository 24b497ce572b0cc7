// A name is bound once.
// expect: bound_twice
// expect: "x"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto f = pg::grad(pg::square(w * x), pg::wrt(w));

int main() {
#ifdef ACCEPTED
    const auto g = f(w = 1.0, x = 2.0);
#else
    const auto g = f(w = 1.0, x = 2.0, x = 3.0);
#endif
}
