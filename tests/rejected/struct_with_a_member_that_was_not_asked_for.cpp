// A gradient becomes a struct if it has a derivative for each member.
// expect: result_has_no_derivative_by
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
constexpr auto b = pg::scalar<"b">;

int main() {
#ifdef ACCEPTED
    const auto g = pg::grad(w * x + b, pg::wrt(w, b))(w = 1.0, b = 2.0, x = 3.0).as<Parameters>();
#else
    const auto g = pg::grad(w * x + b, pg::wrt(w))(w = 1.0, b = 2.0, x = 3.0).as<Parameters>();
#endif
}
