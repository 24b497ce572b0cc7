// An operand that is no variable is named by its text.
// expect: shapes_differ
// expect: "multiply"
// expect: "tanh(x)"
// expect: shape<3>
// expect: "dot(w, x)"
// expect: shape<2>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::matrix<"w", 2, 3>;
constexpr auto x = pg::vector<"x", 3>;
#ifdef ACCEPTED
constexpr auto y = pg::tanh(pg::dot(w, x)) * pg::dot(w, x);
#else
constexpr auto y = pg::tanh(x) * pg::dot(w, x);
#endif
