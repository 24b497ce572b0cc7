// Both indices are checked.
// expect: index_out_of_range
// expect: "w"
// expect: shape<2, 3>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto w = pg::matrix<"w", 2, 3>;
#ifdef ACCEPTED
constexpr auto y = w(1_c, 2_c);
#else
constexpr auto y = w(2_c, 1_c);
#endif
