// A vector has axis 0 alone.
// expect: axis_out_of_range
// expect: "x"
// expect: shape<7>
// expect: 1
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 7>;
#ifdef ACCEPTED
constexpr auto y = pg::sum<0>(x);
#else
constexpr auto y = pg::sum<1>(x);
#endif
