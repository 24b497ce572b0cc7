// A reshaped array has the same elements.
// expect: reshape_to_another_number_of_elements
// expect: "v"
// expect: shape<6>
// expect: shape<2, 4>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto v = pg::vector<"v", 6>;
constexpr auto m = pg::matrix<"m", 2, 3>;

#ifdef ACCEPTED
constexpr auto loss = pg::sum(pg::reshape<2, 3>(v));
#else
constexpr auto loss = pg::sum(pg::reshape<2, 4>(v));
#endif

int main() {}
