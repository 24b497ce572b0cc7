// What wrt names is the variable of the loss.
// expect: one_name_with_two_shapes
// expect: "x"
// expect: shape<3>
// expect: shape<4>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 3>;

int main() {
    const double X[3] = {};
#ifdef ACCEPTED
    const auto g = pg::grad(pg::sum(x), pg::wrt(x))(x = X);
#else
    const auto g = pg::grad(pg::sum(x), pg::wrt(pg::vector<"x", 4>))(x = X);
#endif
}
