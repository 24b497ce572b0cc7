// A number that is not a constant of the compiler is stored in the expression, and let has no room for it.
// expect: let_takes_no_stored_numbers_write_them_with_underscore_c
// expect: 2
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::scalar<"x">;
#ifdef ACCEPTED
constexpr auto y = pg::let([] { return 2_c * x + 0.5_c; });
#else
constexpr auto y = pg::let([] { return 2.0 * x + 0.5; });
#endif
