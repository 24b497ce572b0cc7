// The members of a struct are bindings too.
// expect: bound_twice
// expect: "w"
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
constexpr auto b = pg::scalar<"b">;
constexpr auto f = pg::grad(pg::square(w * x + b), pg::wrt(w));

int main() {
#ifdef ACCEPTED
    const auto g = f(Parameters{1, 2}, x = 3.0);
#else
    const auto g = f(Parameters{1, 2}, w = 3.0, x = 3.0);
#endif
}
