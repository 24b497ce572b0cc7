// A Hessian has no derivative by what was not asked for.
// expect: result_has_no_derivative_by
// expect: "y"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto y = pg::scalar<"y">;
constexpr double X[3] = {1, 2, 3};

int main() {
#ifdef ACCEPTED
    pg::hessian(y * pg::squared_norm(x), pg::wrt(x))(x = X, y = 2.0)(x, x);
#else
    pg::hessian(y * pg::squared_norm(x), pg::wrt(x))(x = X, y = 2.0)(x, y);
#endif
}
