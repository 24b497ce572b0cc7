// Results go into one place.
// expect: results_go_into_two_places
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::scalar<"w">;
constexpr auto f = pg::grad(pg::square(w), pg::wrt(w));

int main() {
    double one[1], two[1];
#ifdef ACCEPTED
    f(w = 1.0, pg::into(one));
    f(w = 1.0, pg::into(two));
#else
    f(w = 1.0, pg::into(one), pg::into(two));
#endif
}
