// A vector is not repeated for each row of a matrix, unless it says so.
// expect: shapes_differ
// expect: "add"
// expect: "x"
// expect: shape<3, 5>
// expect: "b"
// expect: shape<5>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::matrix<"x", 3, 5>;
constexpr auto b = pg::vector<"b", 5>;
#ifdef ACCEPTED
constexpr auto y = x + pg::broadcast<0, 3>(b);
#else
constexpr auto y = x + b;
#endif
