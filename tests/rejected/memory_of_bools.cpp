// vector<bool> holds no numbers that can be read in place.
// expect: memory_is_not_readable
// expect: "label"
// expect: bool
#include <vector>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto logits = pg::vector<"logits", 3>;
constexpr auto label = pg::integer<"label">;
constexpr auto f = pg::grad(pg::softmax_cross_entropy(logits, label), pg::wrt(logits));

int main() {
    const double L[3] = {};
#ifdef ACCEPTED
    const std::vector<unsigned char> labels(2);
    const auto g = pg::vmap(f)(logits = L, label = pg::each(labels));
#else
    const std::vector<bool> labels(2);
    const auto g = pg::vmap(f)(logits = L, label = pg::each(labels));
#endif
}
