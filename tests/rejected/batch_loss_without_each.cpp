// So does the gradient of a sum of losses.
// expect: vmap_without_each
// expect: "total(square(multiply(w, x))
#include <vector>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto f = pg::grad(pg::sum(pg::vmap(pg::square(w * x))), pg::wrt(w));

int main() {
    const std::vector<double> X(3);
#ifdef ACCEPTED
    const auto g = f(w = 1.0, x = pg::each(X));
#else
    const auto g = f(w = 1.0, x = 2.0);
#endif
}
