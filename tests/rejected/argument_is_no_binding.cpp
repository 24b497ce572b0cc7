// Arguments are bound by name.
// expect: argument_is_no_binding_does_a_local_variable_hide_the_pergrad_variable
// expect: double
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
constexpr auto f = pg::grad(pg::square(w * x), pg::wrt(w));

int main() {
#ifdef ACCEPTED
    const auto g = f(w = 1.0, x = 2.0);
#else
    const auto g = f(w = 1.0, 2.0);
#endif
}
