// A system has as many unknowns as equations.
// expect: shapes_differ
// expect: solve_positive
// expect: "m"
// expect: "v"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto m = pg::matrix<"m", 3, 3>;
constexpr auto v = pg::vector<"v", 4>;
constexpr auto b = pg::vector<"b", 3>;
constexpr auto u = pg::vector<"u", 300>;

#ifdef ACCEPTED
constexpr auto loss = pg::sum(pg::solve_positive(m, b));
#else
constexpr auto loss = pg::sum(pg::solve_positive(m, v));
#endif

int main() {}
