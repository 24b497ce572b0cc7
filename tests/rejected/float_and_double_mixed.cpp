// All inputs of a call have one scalar type.
// expect: float_and_double_mixed
// expect: "w"
// expect: float
// expect: "x"
// expect: double
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto f = pg::grad(pg::square(w * x), pg::wrt(w));

int main() {
#ifdef ACCEPTED
    const auto g = f(w = 1.0f, x = 2.0f);
#else
    const auto g = f(w = 1.0f, x = 2.0);
#endif
}
