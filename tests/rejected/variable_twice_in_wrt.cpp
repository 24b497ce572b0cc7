// One derivative by one variable.
// expect: variable_twice_in_wrt
// expect: "x"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
#ifdef ACCEPTED
constexpr auto f = pg::grad(x * y, pg::wrt(x, y));
#else
constexpr auto f = pg::grad(x * y, pg::wrt(x, y, x));
#endif
