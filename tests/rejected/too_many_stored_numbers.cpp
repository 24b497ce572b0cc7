// A loss stores at most 64 numbers; 2_c is a constant and not counted.
// expect: too_many_stored_numbers_write_them_with_underscore_c
// expect: 65
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::scalar<"x">;
constexpr auto sixty_four_in = [](auto first) {
    constexpr auto y = [](auto z) { return 1.0 * z + 2.0 * z + 3.0 * z + 4.0 * z; };
    constexpr auto four = [y](auto z) { return y(z) + y(z) + y(z) + y(z); };
    return first + four(x) + four(x) + four(x) + four(x);
};
#ifdef ACCEPTED
constexpr auto f = pg::grad(sixty_four_in(2_c * x), pg::wrt(x));
#else
constexpr auto f = pg::grad(sixty_four_in(2.0 * x), pg::wrt(x));
#endif
