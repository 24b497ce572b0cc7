// A list is not contiguous.
// expect: memory_is_not_readable
// expect: "x"
// expect: list<
#include <list>
#include <vector>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto f = pg::grad(pg::sum(pg::square(x)), pg::wrt(x));

int main() {
#ifdef ACCEPTED
    const std::vector<double> X = {1, 2, 3};
    const auto g = f(x = X);
#else
    const std::list<double> X = {1, 2, 3};
    const auto g = f(x = X);
#endif
}
