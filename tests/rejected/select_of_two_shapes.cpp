// Both choices of select have one shape.
// expect: shapes_differ
// expect: "select"
// expect: "x"
// expect: shape<3>
// expect: "y"
// expect: shape<2>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto a = pg::scalar<"a">;
constexpr auto x = pg::vector<"x", 3>;
#ifdef ACCEPTED
constexpr auto y = pg::vector<"y", 3>;
constexpr auto z = pg::select(a > 0_c, x, y);
#else
constexpr auto y = pg::vector<"y", 2>;
constexpr auto z = pg::select(a > 0_c, x, y);
#endif
