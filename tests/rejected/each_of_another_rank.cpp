// Examples of a vector are a matrix, or one contiguous run.
// expect: memory_has_another_rank_than
// expect: "x"
// expect: shape<3>
// expect: double
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto f = pg::grad(pg::sum(pg::square(x)), pg::wrt(x));

int main() {
#ifdef ACCEPTED
    const double X[2][3] = {};
    const auto g = pg::vmap(f)(x = pg::each(X));
#else
    const double X[2][3][1] = {};
    const auto g = pg::vmap(f)(x = pg::each(X));
#endif
}
