// The gradient of a summed loss has no examples left to map over.
// expect: vmap_of_a_loss_that_sums_over_the_examples
// expect: "total(square(multiply(w, x))
#include <vector>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto loss = pg::square(w * x);

int main() {
    const std::vector<double> X(3);
#ifdef ACCEPTED
    const auto g = pg::grad(pg::sum(pg::vmap(loss)), pg::wrt(w))(w = 1.0, x = pg::each(X));
#else
    const auto g = pg::vmap(pg::grad(pg::sum(pg::vmap(loss)), pg::wrt(w)))(w = 1.0, x = pg::each(X));
#endif
}
