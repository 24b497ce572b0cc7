// dot adds up along the last axis of the left operand and the first of the right one.
// expect: dot_lengths_differ
// expect: "w"
// expect: shape<5, 7>
// expect: "x"
// expect: shape<5>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::matrix<"w", 5, 7>;
constexpr auto x = pg::vector<"x", 5>;
#ifdef ACCEPTED
constexpr auto y = pg::dot(x, w);
#else
constexpr auto y = pg::dot(w, x);
#endif
