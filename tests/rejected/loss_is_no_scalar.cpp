// grad differentiates one number.
// expect: loss_must_be_a_scalar
// expect: "square(dot(w, x))"
// expect: shape<5>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::matrix<"w", 5, 7>;
constexpr auto x = pg::vector<"x", 7>;
#ifdef ACCEPTED
constexpr auto f = pg::grad(pg::sum(pg::square(pg::dot(w, x))), pg::wrt(w));
#else
constexpr auto f = pg::grad(pg::square(pg::dot(w, x)), pg::wrt(w));
#endif
