// A vector of vectors does not lie in one piece.
// expect: memory_is_not_readable
// expect: "x"
// expect: vector<
#include <array>
#include <vector>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto f = pg::grad(pg::sum(pg::square(x)), pg::wrt(x));

int main() {
#ifdef ACCEPTED
    const std::vector<std::array<double, 3>> X(2);
    const auto g = pg::vmap(f)(x = pg::each(X));
#else
    const std::vector<std::vector<double>> X(2, std::vector<double>(3));
    const auto g = pg::vmap(f)(x = pg::each(X));
#endif
}
