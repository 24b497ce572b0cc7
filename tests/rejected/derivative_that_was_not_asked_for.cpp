// A result has the derivatives by the variables of wrt.
// expect: result_has_no_derivative_by
// expect: "x"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto f = pg::grad(pg::square(w * x), pg::wrt(w));

int main() {
    const auto g = f(w = 1.0, x = 2.0);
#ifdef ACCEPTED
    const double slope = g[w];
#else
    const double slope = g[x];
#endif
}
