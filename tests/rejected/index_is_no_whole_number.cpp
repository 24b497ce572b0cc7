// There is no element 0.5.
// expect: index_out_of_range
// expect: "x"
// expect: shape<7>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::vector<"x", 7>;
#ifdef ACCEPTED
constexpr auto y = x[0_c];
#else
constexpr auto y = x[0.5_c];
#endif
