// All inputs of a call have one scalar type, each and shared ones.
// expect: float_and_double_mixed
// expect: "w"
// expect: double
// expect: "x"
// expect: float
#include <vector>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto f = pg::grad(pg::square(w * x), pg::wrt(w));

int main() {
    const std::vector<float> X(3);
#ifdef ACCEPTED
    const auto g = pg::vmap(f)(w = 1.0f, x = pg::each(X));
#else
    const auto g = pg::vmap(f)(w = 1.0, x = pg::each(X));
#endif
}
