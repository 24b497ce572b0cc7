// Beyond the gradient a number is part of the type.
// expect: transform_takes_no_stored_numbers_write_them_with_underscore_c
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto y = pg::scalar<"y">;
constexpr double X[3] = {1, 2, 3};

int main() {
#ifdef ACCEPTED
    pg::hessian(2_c * pg::squared_norm(x), pg::wrt(x))(x = X);
#else
    pg::hessian(2.0 * pg::squared_norm(x), pg::wrt(x))(x = X);
#endif
}
