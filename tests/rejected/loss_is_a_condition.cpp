// A condition has no derivative.
// expect: loss_must_be_a_number_not_a_condition
// expect: "greater(x, constant)"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::scalar<"x">;
#ifdef ACCEPTED
constexpr auto f = pg::grad(x - 1_c, pg::wrt(x));
#else
constexpr auto f = pg::grad(x > 1_c, pg::wrt(x));
#endif
