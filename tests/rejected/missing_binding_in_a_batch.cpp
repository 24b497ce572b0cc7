// Every variable of the loss is bound, also for a batch.
// expect: missing_binding_of
// expect: "w"
#include <vector>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto f = pg::grad(pg::square(w * x), pg::wrt(w));

int main() {
    const std::vector<double> X(3);
#ifdef ACCEPTED
    const auto g = pg::vmap(f)(w = 1.0, x = pg::each(X));
#else
    const auto g = pg::vmap(f)(x = pg::each(X));
#endif
}
