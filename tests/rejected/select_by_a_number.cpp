// select chooses by a condition.
// expect: operand_must_be_a_condition
// expect: "select"
// expect: "x"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::scalar<"x">;
#ifdef ACCEPTED
constexpr auto y = pg::select(x != 0_c, x, 1_c);
#else
constexpr auto y = pg::select(x, x, 1_c);
#endif
