// A slice is part of the array.
// expect: slice_out_of_range
// expect: "v"
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto v = pg::vector<"v", 6>;
constexpr auto m = pg::matrix<"m", 2, 3>;

#ifdef ACCEPTED
constexpr auto loss = pg::sum(pg::slice<4, 2>(v));
#else
constexpr auto loss = pg::sum(pg::slice<4, 3>(v));
#endif

int main() {}
