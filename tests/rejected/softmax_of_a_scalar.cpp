// softmax takes a vector.
// expect: rank_does_not_fit
// expect: "softmax"
// expect: "a"
// expect: shape<>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 3>;
constexpr auto a = pg::scalar<"a">;
#ifdef ACCEPTED
constexpr auto y = pg::softmax(x);
#else
constexpr auto y = pg::softmax(a);
#endif
