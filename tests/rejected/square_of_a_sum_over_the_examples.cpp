// The derivative of a square of the sum needs the sum before it goes over the examples.
// expect: gradient_needs_a_second_pass_over_the_examples
// expect: "square(total(add(w, x)))"
#include <vector>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto sum = pg::sum(pg::vmap(w + x));

int main() {
    const std::vector<double> X(3);
#ifdef ACCEPTED
    const auto g = pg::grad(sum, pg::wrt(w))(w = 1.0, x = pg::each(X));
#else
    const auto g = pg::grad(pg::square(sum), pg::wrt(w))(w = 1.0, x = pg::each(X));
#endif
}
