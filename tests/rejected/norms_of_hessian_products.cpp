// Norms and clipping are of gradients in reverse mode.
// expect: norms_of_gradients_need_reverse_mode
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto y = pg::scalar<"y">;
constexpr double X[3] = {1, 2, 3};

int main() {
#ifdef ACCEPTED
    static_cast<void>(pg::vmap(pg::hvp(pg::squared_norm(x), pg::wrt(x))) | pg::sum());
#else
    static_cast<void>(pg::vmap(pg::hvp(pg::squared_norm(x), pg::wrt(x))) | pg::norms());
#endif
}
