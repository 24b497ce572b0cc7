// dot takes ranks 0 to 2.
// expect: dot_lengths_differ
// expect: "k"
// expect: shape<2, 3, 4>
// expect: "x"
// expect: shape<4>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto x = pg::vector<"x", 4>;
#ifdef ACCEPTED
constexpr auto k = pg::matrix<"k", 3, 4>;
constexpr auto y = pg::dot(k, x);
#else
constexpr auto k = pg::tensor<"k", 2, 3, 4>;
constexpr auto y = pg::dot(k, x);
#endif
