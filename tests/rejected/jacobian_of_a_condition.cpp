// A condition has no derivative.
// expect: loss_must_be_a_number_not_a_condition
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto y = pg::scalar<"y">;
constexpr double X[3] = {1, 2, 3};

int main() {
#ifdef ACCEPTED
    pg::jacfwd(y * x, pg::wrt(x))(x = X, y = 2.0);
#else
    pg::jacfwd(x > y, pg::wrt(x))(x = X, y = 2.0);
#endif
}
