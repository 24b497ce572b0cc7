// Element 7 of a vector of 7: they are counted from 0.
// expect: index_out_of_range
// expect: "x"
// expect: shape<7>
// expect: 7
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::vector<"x", 7>;
#ifdef ACCEPTED
constexpr auto y = x[6_c];
#else
constexpr auto y = x[7_c];
#endif
