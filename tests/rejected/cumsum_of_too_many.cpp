// Running sums are written out one by one.
// expect: vector_must_have_at_most_256_elements
// expect: "u"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto m = pg::matrix<"m", 3, 3>;
constexpr auto v = pg::vector<"v", 4>;
constexpr auto b = pg::vector<"b", 3>;
constexpr auto u = pg::vector<"u", 300>;

#ifdef ACCEPTED
constexpr auto loss = pg::sum(pg::cumsum(v));
#else
constexpr auto loss = pg::sum(pg::cumsum(u));
#endif

int main() {}
