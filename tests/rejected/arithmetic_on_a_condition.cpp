// A condition is no number: choose with select.
// expect: operand_must_be_a_number_not_a_condition
// expect: "multiply"
// expect: "greater(x, constant)"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::scalar<"x">;
#ifdef ACCEPTED
constexpr auto y = pg::select(x > 0_c, x, 0_c);
#else
constexpr auto y = (x > 0_c) * x;
#endif
