// wrt takes variables.
// expect: wrt_takes_variables
// expect: "x"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::scalar<"x">;
#ifdef ACCEPTED
constexpr auto f = pg::grad(x * x, pg::wrt(x));
#else
constexpr auto f = pg::grad(x * x, pg::wrt(x * x));
#endif
