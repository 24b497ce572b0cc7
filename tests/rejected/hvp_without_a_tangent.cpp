// A product with the Hessian needs the vector.
// expect: missing_binding_of
// expect: tangent of x
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto y = pg::scalar<"y">;
constexpr double X[3] = {1, 2, 3};

int main() {
#ifdef ACCEPTED
    pg::hvp(pg::squared_norm(x), pg::wrt(x))(x = X, pg::tangent(x) = X);
#else
    pg::hvp(pg::squared_norm(x), pg::wrt(x))(x = X);
#endif
}
