// The new axis of a vector is 0 or 1.
// expect: axis_out_of_range
// expect: "x"
// expect: shape<7>
// expect: 2
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 7>;
#ifdef ACCEPTED
constexpr auto y = pg::broadcast<1, 3>(x);
#else
constexpr auto y = pg::broadcast<2, 3>(x);
#endif
