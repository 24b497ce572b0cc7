// A label is bound to integers.
// expect: integer_variable_bound_to_other_than_integers
// expect: "label"
// expect: double
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto logits = pg::vector<"logits", 3>;
constexpr auto label = pg::integer<"label">;
constexpr auto f = pg::grad(pg::softmax_cross_entropy(logits, label), pg::wrt(logits));

int main() {
    const double L[3] = {};
#ifdef ACCEPTED
    const auto g = f(logits = L, label = 1);
#else
    const auto g = f(logits = L, label = 1.0);
#endif
}
