// wrt<Parameters>() is by all members, and this loss has no variable for one of them.
// expect: missing_variable_for_the_member
// expect: "b"
#include <boost/hana/adapt_struct.hpp>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

struct Parameters {
    double w = 0;
    double b = 0;
};
BOOST_HANA_ADAPT_STRUCT(Parameters, w, b);

constexpr auto w = pg::scalar<"w">;
constexpr auto x = pg::scalar<"x">;
#ifdef ACCEPTED
constexpr auto b = pg::scalar<"b">;
constexpr auto f = pg::grad(w * x + b, pg::wrt<Parameters>());
#else
constexpr auto c = pg::scalar<"c">;
constexpr auto f = pg::grad(w * x + c, pg::wrt<Parameters>());
#endif
