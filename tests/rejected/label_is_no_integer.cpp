// A label is an integer variable.
// expect: operand_must_be_an_integer_variable
// expect: "softmax_cross_entropy"
// expect: "label"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto logits = pg::vector<"logits", 3>;
#ifdef ACCEPTED
constexpr auto label = pg::integer<"label">;
constexpr auto loss = pg::softmax_cross_entropy(logits, label);
#else
constexpr auto label = pg::scalar<"label">;
constexpr auto loss = pg::softmax_cross_entropy(logits, label);
#endif
