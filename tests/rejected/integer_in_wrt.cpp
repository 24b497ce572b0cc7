// There is no derivative by a label.
// expect: integer_variable_in_wrt
// expect: "label"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto logits = pg::vector<"logits", 3>;
constexpr auto label = pg::integer<"label">;
constexpr auto loss = pg::softmax_cross_entropy(logits, label);
#ifdef ACCEPTED
constexpr auto f = pg::grad(loss, pg::wrt(logits));
#else
constexpr auto f = pg::grad(loss, pg::wrt(logits, label));
#endif
