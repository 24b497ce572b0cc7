// Results are not converted on the way into memory of the user.
// expect: pergrad: into(...) takes memory of the scalar type of the call
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto f = pg::grad(pg::square(w * x), pg::wrt(w));

int main() {
#ifdef ACCEPTED
    double slope[1];
    const auto g = f(w = 1.0, x = 2.0, pg::into(slope));
#else
    float slope[1];
    const auto g = f(w = 1.0, x = 2.0, pg::into(slope));
#endif
}
