// Elementwise operands have one shape. The error names the operation, both operands and both shapes.
// expect: shapes_differ
// expect: "subtract"
// expect: "t"
// expect: shape<5>
// expect: "y"
// expect: shape<4>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto t = pg::vector<"t", 5>;
#ifdef ACCEPTED
constexpr auto y = pg::vector<"y", 5>;
constexpr auto loss = pg::sum(pg::square(t - y));
#else
constexpr auto y = pg::vector<"y", 4>;
constexpr auto loss = pg::sum(pg::square(t - y));
#endif
