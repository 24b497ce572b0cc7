// The slope of the square of a sum needs the sum before the first gradient: a second pass, which is refused.
// expect: gradient_needs_a_second_pass_over_the_examples
// expect: "square(total(multiply(w, x))
#include <vector>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto total = pg::sum(pg::vmap(w * x));

int main() {
    const std::vector<double> X(3);
#ifdef ACCEPTED
    const auto g = pg::grad(0.5_c * total + pg::square(w), pg::wrt(w))(w = 1.0, x = pg::each(X));
#else
    const auto g = pg::grad(pg::square(total), pg::wrt(w))(w = 1.0, x = pg::each(X));
#endif
}
