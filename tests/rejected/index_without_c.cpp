// So is an index.
// expect: index_must_be_a_constant_write_it_with_underscore_c
// expect: "v"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto v = pg::vector<"v", 3>;

#ifdef ACCEPTED
constexpr auto loss = v[1_c];
#else
constexpr auto loss = v[1];
#endif

int main() {}
