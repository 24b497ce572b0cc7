// One name in a loss is one variable.
// expect: one_name_with_two_shapes
// expect: "x"
// expect: shape<3>
// expect: shape<4>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 3>;

int main() {
    const double X[4] = {};
#ifdef ACCEPTED
    const auto g = pg::grad(pg::sum(x) + pg::sum(pg::vector<"y", 4>), pg::wrt(x))(x = X, pg::vector<"y", 4> = X);
#else
    const auto g = pg::grad(pg::sum(x) + pg::sum(pg::vector<"x", 4>), pg::wrt(x))(x = X);
#endif
}
