// 1 is an int: write 1.0, or 1.0f.
// expect: real_variable_bound_to_other_than_float_or_double
// expect: "w"
// expect: int
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto f = pg::grad(pg::square(w * x), pg::wrt(w));

int main() {
#ifdef ACCEPTED
    const auto g = f(w = 1.0, x = 2.0);
#else
    const auto g = f(w = 1, x = 2.0);
#endif
}
