// An exponent is part of the type.
// expect: exponent_is_a_number_without_underscore_c
// expect: "x"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::scalar<"x">;

#ifdef ACCEPTED
constexpr auto loss = pg::pow(x, 2_c);
#else
constexpr auto loss = pg::pow(x, 2);
#endif

int main() {}
