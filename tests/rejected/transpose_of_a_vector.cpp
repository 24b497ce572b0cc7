// A vector has no transpose.
// expect: rank_does_not_fit
// expect: "transpose"
// expect: "x"
// expect: shape<3>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto w = pg::matrix<"w", 1, 3>;
#ifdef ACCEPTED
constexpr auto y = pg::transpose(w);
#else
constexpr auto y = pg::transpose(x);
#endif
