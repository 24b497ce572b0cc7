// pow takes a constant exponent.
// expect: exponent_must_be_a_constant
// expect: "x"
// expect: "y"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::scalar<"x">;
constexpr auto y = pg::scalar<"y">;
#ifdef ACCEPTED
constexpr auto z = pg::pow(x, 3_c) * y;
#else
constexpr auto z = pg::pow(x, y);
#endif
