// The examples run along the first or the last axis.
// expect: pergrad: each<0> has the examples along the first axis
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto f = pg::grad(pg::sum(pg::square(x)), pg::wrt(x));

int main() {
#ifdef ACCEPTED
    const double X[3][2] = {};
    const auto g = pg::vmap(f)(x = pg::each<1>(X));
#else
    const double X[3][2] = {};
    const auto g = pg::vmap(f)(x = pg::each<2>(X));
#endif
}
