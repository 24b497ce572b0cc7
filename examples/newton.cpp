// Second derivatives: logistic regression by Newton's method, which needs the Hessian of the summed loss. A few steps do
// what gradient descent takes thousands for. The same Hessian comes out by three routes, and its product with a vector
// without the Hessian; for least squares, Gauss-Newton needs first derivatives alone.
#include <pergrad/pergrad.hpp>

#include <fstream>
#include <sstream>

#include "check.hpp"

namespace pg = pergrad;
using namespace pg::literals;

constexpr int features = 30, parameters = features + 1;
constexpr auto w = pg::vector<"w", features>;
constexpr auto b = pg::scalar<"b">;

// of one tumour: x are its measures, y is 1 if it is benign
constexpr auto x = pg::vector<"x", features>;
constexpr auto y = pg::scalar<"y">;
constexpr auto logit = pg::dot(w, x) + b;
constexpr auto loss = pg::sigmoid_cross_entropy(logit, y);
constexpr auto objective = pg::mean(pg::vmap(loss)) + 0.005_c * pg::squared_norm(w);

struct Tumours {
    std::vector<double> measures, benign;
};

/// The measures are shifted and scaled to mean 0 and deviation 1.
Tumours read_tumours(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path + "; run the examples in the root of the repository");
    Tumours tumours;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        std::istringstream numbers(line);
        double number = 0;
        char comma = 0;
        for (int i = 0; i < features && numbers >> number >> comma; ++i) tumours.measures.push_back(number);
        if (!(numbers >> number)) throw std::runtime_error(path + ": a line has fewer than 31 numbers");
        tumours.benign.push_back(number);
    }
    const std::size_t count = tumours.benign.size();
    for (std::size_t i = 0; i < features; ++i) {
        double sum = 0, squares = 0;
        for (std::size_t n = 0; n < count; ++n) sum += tumours.measures[n * features + i];
        for (std::size_t n = 0; n < count; ++n) squares += std::pow(tumours.measures[n * features + i] - sum / double(count), 2);
        for (std::size_t n = 0; n < count; ++n) {
            double& measure = tumours.measures[n * features + i];
            measure = (measure - sum / double(count)) / std::sqrt(squares / double(count));
        }
    }
    return tumours;
}

/// The s of H s = g, H positive definite, by elimination.
std::vector<double> solve(std::vector<double> H, std::vector<double> g) {
    const std::size_t n = g.size();
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = H[i * n + k] / H[k * n + k];
            for (std::size_t j = k; j < n; ++j) H[i * n + j] -= factor * H[k * n + j];
            g[i] -= factor * g[k];
        }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) g[k] -= H[k * n + j] * g[j];
        g[k] /= H[k * n + k];
    }
    return g;
}

int main() {
    checks check;
    const auto [X, Y] = read_tumours("examples/data/breast_cancer.csv");
    std::vector<double> W(features, 0.0);
    double B = 0;

    constexpr auto value_and_gradient = pg::value_and_grad(objective, pg::wrt(w, b));
    constexpr auto second = pg::hessian(objective, pg::wrt(w, b));
    double norm = 1;
    int steps = 0;
    for (; norm > 1e-10 && steps < 20; ++steps) {
        const auto first = value_and_gradient(w = W, b = B, x = pg::each(X), y = pg::each(Y));
        const auto H = second(w = W, b = B, x = pg::each(X), y = pg::each(Y));
        const auto all = H.flat();
        const auto step = solve({all.begin(), all.end()}, {first.flat().begin(), first.flat().end()});
        for (std::size_t i = 0; i < features; ++i) W[i] -= step[i];
        B -= step[features];
        norm = 0;
        for (double slope : first.flat()) norm += slope * slope;
        norm = std::sqrt(norm);
        std::printf("step %d: loss %.9f, norm of the gradient %.1e\n", steps, first.value(), norm);
    }
    check.that("Newton's method arrives in at most ten steps", steps <= 10);

    // Each tumour's Hessian is p (1 - p) x x^T: their mean, and the penalty's 0.01 on the diagonal of w.
    const auto H = second(w = W, b = B, x = pg::each(X), y = pg::each(Y));
    const auto mean = (pg::vmap(pg::hessian(loss, pg::wrt(w, b))) | pg::mean())(w = W, b = B, x = pg::each(X), y = pg::each(Y));
    check.close("the mean of the tumours' Hessians", mean(w, w)(3, 4), H(w, w)(3, 4));
    check.close("and the penalty", mean(w, w)(3, 3) + 0.01, H(w, w)(3, 3));
    const auto reverse = pg::hessian(objective, pg::wrt(w, b), pg::reverse_over_reverse)(w = W, b = B, x = pg::each(X), y = pg::each(Y));
    check.close("the gradient of the gradient", reverse.flat(), H.flat());

    // Its product with a vector, for the price of a few gradients.
    const auto product = pg::hvp(objective, pg::wrt(w, b))(w = W, b = B, x = pg::each(X), y = pg::each(Y), pg::tangent(w) = W,
                                                           pg::tangent(b) = B);
    std::vector<double> expected(parameters, 0.0);
    for (int i = 0; i < parameters; ++i)
        for (int k = 0; k < parameters; ++k) expected[std::size_t(i)] += H.flat()(i, k) * (k < features ? W[std::size_t(k)] : B);
    check.close("the Hessian times a vector", product.flat(), expected);

    // Least squares on the logit: Gauss-Newton's J^T J is x x^T.
    const auto least_squares = pg::gauss_newton(logit, pg::wrt(w, b))(w = W, b = B, x = std::span(X).first(features));
    check.close("J^T J", least_squares(w, w)(3, 4), X[3] * X[4]);

    const auto logits = pg::vmap(pg::value_and_grad(logit, pg::wrt(b)))(w = W, b = B, x = pg::each(X));
    std::size_t right = 0;
    for (std::size_t n = 0; n < Y.size(); ++n) right += (logits.value()[n] > 0) == (Y[n] == 1);
    std::printf("%zu of %zu tumours are told right\n", right, Y.size());
    check.that("more than 97 % are", double(right) > 0.97 * double(Y.size()));
    return check.exit_code();
}
