// sum adds numbers: count with select.
// expect: operand_must_be_a_number_not_a_condition
// expect: "sum"
// expect: "greater(x, constant)"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::vector<"x", 3>;
#ifdef ACCEPTED
constexpr auto y = pg::sum(pg::select(x > 0_c, 1_c, 0_c));
#else
constexpr auto y = pg::sum(x > 0_c);
#endif
