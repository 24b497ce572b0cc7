// a < b < c would compare a condition with c.
// expect: operand_must_be_a_number_not_a_condition
// expect: "less"
// expect: "less(a, b)"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto a = pg::scalar<"a">;
constexpr auto b = pg::scalar<"b">;
constexpr auto c = pg::scalar<"c">;
#ifdef ACCEPTED
constexpr auto y = pg::select(a < b && b < c, a, c);
#else
constexpr auto y = pg::select(a < b < c, a, c);
#endif
