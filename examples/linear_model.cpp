// Gradients for privacy: each example's gradient is clipped to norm 1 before they are averaged, so that no one's data
// can move the mean by more than 1/N, and noise is added. The mean alone, which is all that a batch gradient knows,
// would come too late for that.
#include <algorithm>

#include <boost/hana/define_struct.hpp>

#include <pergrad/pergrad.hpp>

#include "arrays.hpp"
#include "check.hpp"

namespace pg = pergrad;

/// The parameters of the model: bound by name in one argument, and a gradient comes back as the same struct.
struct Parameters {
    BOOST_HANA_DEFINE_STRUCT(Parameters, (std::vector<float>, p));
};

constexpr auto p = pg::vector<"p", 3>;
constexpr auto x = pg::vector<"x", 3>;
constexpr auto y = pg::scalar<"y">;
constexpr auto loss = pg::square(pg::dot(x, p) - y);

constexpr auto gradients = pg::vmap(pg::grad(loss, pg::wrt(p)));
constexpr auto batch_gradient = pg::grad(pg::mean(pg::vmap(loss)), pg::wrt<Parameters>());

/// The mean of the gradients, each shortened to a norm of at most `longest`, plus noise for that length.
std::vector<double> private_mean(const auto& g, double longest, double noise_multiplier, const std::vector<float>& z) {
    const double n = static_cast<double>(g.size());
    std::vector<double> mean(3);
    for (std::size_t i = 0; i < g.size(); ++i) {
        const double norm = std::hypot(g[p](i, 0), g[p](i, 1), g[p](i, 2));
        const double factor = std::min(1.0, longest / (norm + 1e-8));
        for (std::size_t k = 0; k < 3; ++k) mean[k] += factor * g[p](i, k) / n;
    }
    for (std::size_t k = 0; k < 3; ++k) mean[k] += noise_multiplier * longest * z[k] / n;
    return mean;
}

int main() {
    checks check;
    // The same program with the two random streams that JAX has had as its default.
    for (const std::string stream : {"older", "default"}) {
        auto data = read_arrays("examples/data/linear_model_" + stream + ".txt");
        for (const std::string n : {"32", "64"}) {
            std::printf("\n%s examples, the %s random stream\n", n.c_str(), stream.c_str());
            const auto &X = data["x" + n], &Y = data["y" + n], &published_mean = data["mean" + n];
            const Parameters model{data["p" + n]};

            const auto g = gradients(model, x = pg::each(X), y = pg::each(Y));
            check.close("each example's gradient", g[p], data["gradients" + n]);

            const Parameters batch = batch_gradient(model, x = pg::each(X), y = pg::each(Y));
            const auto mean = (gradients | pg::mean())(model, x = pg::each(X), y = pg::each(Y));
            check.close("the batch gradient", batch.p, published_mean);
            check.close("the mean of the gradients is the batch gradient", mean[p], published_mean);

            const auto published = private_mean(g, 1.0, 0.1, data["z" + n]);
            std::printf("mean (%g, %g, %g), private mean (%g, %g, %g)\n", mean[p](0), mean[p](1), mean[p](2), published[0],
                        published[1], published[2]);
            check.close("clipped, without noise", private_mean(g, 1.0, 0.0, data["z" + n]), data["clipped_mean" + n]);
            check.close("clipped, with noise", published, data["private_mean" + n]);

            constexpr auto dual = pg::grad(loss, pg::wrt(p), pg::dual);
            check.close("dual numbers, each example", pg::vmap(dual)(model, x = pg::each(X), y = pg::each(Y))[p],
                        data["gradients" + n]);
        }
    }
    return check.exit_code();
}
