// A gradient comes back in a struct whose members have its sizes.
// expect: member_has_another_size
// expect: "w"
#include <array>

#include <boost/hana/define_struct.hpp>

#include <pergrad/pergrad.hpp>

namespace pg = pergrad;

#ifdef ACCEPTED
using weights = std::array<std::array<float, 3>, 2>;
#else
using weights = std::array<std::array<float, 3>, 3>;
#endif
struct Parameters {
    BOOST_HANA_DEFINE_STRUCT(Parameters, (weights, w));
};

constexpr auto w = pg::matrix<"w", 2, 3>;

int main() {
    const float W[2][3] = {};
    const auto p = pg::grad(pg::squared_norm(w), pg::wrt(w))(w = W).as<Parameters>();
    static_cast<void>(p);
}
