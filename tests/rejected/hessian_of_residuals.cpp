// A Hessian is of one number; residuals have a Jacobian.
// expect: loss_must_be_a_scalar
// expect: tanh(x)
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto y = pg::scalar<"y">;
constexpr double X[3] = {1, 2, 3};

int main() {
#ifdef ACCEPTED
    pg::jacrev(pg::tanh(x), pg::wrt(x))(x = X);
#else
    pg::hessian(pg::tanh(x), pg::wrt(x))(x = X);
#endif
}
