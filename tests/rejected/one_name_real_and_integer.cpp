// One name is not both a number and a label.
// expect: one_name_for_a_real_and_an_integer_variable
// expect: "k"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto logits = pg::vector<"logits", 3>;
constexpr auto k = pg::integer<"k">;

int main() {
    const double L[3] = {};
#ifdef ACCEPTED
    const auto g = pg::grad(pg::softmax_cross_entropy(logits * pg::scalar<"s">, k), pg::wrt(logits))(logits = L, k = 1, pg::scalar<"s"> = 2.0);
#else
    const auto g = pg::grad(pg::softmax_cross_entropy(logits * pg::scalar<"k">, k), pg::wrt(logits))(logits = L, k = 1);
#endif
}
