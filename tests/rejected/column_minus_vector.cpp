// (n, 1) minus (n) does not become (n, n).
// expect: shapes_differ
// expect: "subtract"
// expect: "prediction"
// expect: shape<2, 1>
// expect: "y"
// expect: shape<2>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

constexpr auto y = pg::vector<"y", 2>;
#ifdef ACCEPTED
constexpr auto prediction = pg::vector<"prediction", 2>;
constexpr auto loss = pg::mean(pg::square(prediction - y));
#else
constexpr auto prediction = pg::matrix<"prediction", 2, 1>;
constexpr auto loss = pg::mean(pg::square(prediction - y));
#endif
