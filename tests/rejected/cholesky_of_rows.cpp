// A factor is of a square matrix.
// expect: matrix_must_be_square_of_at_most_16
// expect: "m"
// expect: shape<2, 3>
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto v = pg::vector<"v", 6>;
constexpr auto m = pg::matrix<"m", 2, 3>;

#ifdef ACCEPTED
constexpr auto loss = pg::sum(pg::cholesky(pg::dot(m, pg::transpose(m))));
#else
constexpr auto loss = pg::sum(pg::cholesky(m));
#endif

int main() {}
