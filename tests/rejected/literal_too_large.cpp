// 1e999 is larger than any double.
// expect: literal_is_not_a_number
// expect: '1'
// expect: 'e'
// expect: '9'
#include <pergrad/pergrad.hpp>

namespace pg = pergrad;
using namespace pg::literals;

constexpr auto x = pg::scalar<"x">;
#ifdef ACCEPTED
constexpr auto y = 1e99_c * x;
#else
constexpr auto y = 1e999_c * x;
#endif
