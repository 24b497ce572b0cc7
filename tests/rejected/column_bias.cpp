// A prediction of shape (5) met a bias of shape (5, 1), became (5, 5) without a word, and the loss of the first
// example was 87.5574 where 18.0897 is right. (5) and (5, 1) are different shapes: this does not compile.
// expect: shapes_differ
// expect: "add"
// expect: "dot(w, x)"
// expect: shape<5>
// expect: "b"
// expect: shape<5, 1>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto w = pg::matrix<"w", 5, 7>;
constexpr auto x = pg::vector<"x", 7>;
constexpr auto t = pg::vector<"t", 5>;
#ifdef ACCEPTED
constexpr auto b = pg::vector<"b", 5>;
constexpr auto loss = pg::sum(pg::square(t - (pg::dot(w, x) + b)));
#else
constexpr auto b = pg::matrix<"b", 5, 1>;
constexpr auto loss = pg::sum(pg::square(t - (pg::dot(w, x) + b)));
#endif
