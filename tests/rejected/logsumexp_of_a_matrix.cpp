// logsumexp takes a vector.
// expect: rank_does_not_fit
// expect: "logsumexp"
// expect: "w"
// expect: shape<2, 3>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto w = pg::matrix<"w", 2, 3>;
#ifdef ACCEPTED
constexpr auto y = pg::logsumexp(x);
#else
constexpr auto y = pg::logsumexp(w);
#endif
