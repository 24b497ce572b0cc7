// Arrays behind each other agree in all but the first axis.
// expect: shapes_differ
// expect: "m"
// expect: "v"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto v = pg::vector<"v", 6>;
constexpr auto m = pg::matrix<"m", 2, 3>;

#ifdef ACCEPTED
constexpr auto loss = pg::sum(pg::concatenate(m, pg::reshape<2, 3>(v)));
#else
constexpr auto loss = pg::sum(pg::concatenate(m, v));
#endif

int main() {}
