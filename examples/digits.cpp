// What each example's gradient is good for: a classifier of handwritten digits learns from the mean of the gradients, and
// afterwards the gradients one by one tell which digits it finds hard: those that still pull at it the most.
#include <algorithm>
#include <array>
#include <numeric>

#include <boost/hana/define_struct.hpp>

#include <pergrad/pergrad.hpp>

#include "check.hpp"
#include "digits.hpp"

namespace pg = pergrad;

/// Softmax regression: the parameters, zeros to start from.
using Weights = std::array<std::array<float, 64>, 10>;
using Biases = std::array<float, 10>;
struct Parameters {
    BOOST_HANA_DEFINE_STRUCT(Parameters, (Weights, w), (Biases, b));
};

/// The loss of one digit.
constexpr auto w = pg::matrix<"w", 10, 64>;
constexpr auto b = pg::vector<"b", 10>;
constexpr auto pixels = pg::vector<"pixels", 64>;
constexpr auto label = pg::integer<"label">;
constexpr auto loss = pg::softmax_cross_entropy(pg::dot(w, pixels) + b, label);

constexpr auto gradient_of_each = pg::vmap(pg::value_and_grad(loss, pg::wrt<Parameters>()));
constexpr auto mean_gradient = gradient_of_each | pg::mean();

int predict(const Parameters& model, std::span<const float, 64> image) {
    std::array<float, 10> logits = model.b;
    for (std::size_t k = 0; k < 10; ++k)
        logits[k] += std::inner_product(image.begin(), image.end(), model.w[k].begin(), 0.0f);
    return static_cast<int>(std::ranges::max_element(logits) - logits.begin());
}

double accuracy(const Parameters& model, const Digits& digits) {
    double right = 0;
    for (std::size_t n = 0; n < digits.size(); ++n) right += predict(model, digits.image(n)) == digits.labels[n];
    return right / static_cast<double>(digits.size());
}

/// model -= rate gradient
void descend(Parameters& model, const Parameters& gradient, float rate) {
    for (std::size_t k = 0; k < 10; ++k) {
        model.b[k] -= rate * gradient.b[k];
        for (std::size_t i = 0; i < 64; ++i) model.w[k][i] -= rate * gradient.w[k][i];
    }
}

int main() {
    const Digits digits = read_digits("examples/data/digits.csv");
    Parameters model{};

    const float rate = 1;
    const int steps = 600;
    for (int step = 0; step <= steps; ++step) {
        const auto mean = mean_gradient(model, pixels = pg::each(digits.pixels), label = pg::each(digits.labels));
        if (step % 50 == 0)
            std::printf("step %4d  mean loss %.4f  accuracy %5.2f %%\n", step, mean.value(), 100 * accuracy(model, digits));
        if (step < steps) descend(model, mean, rate);
    }

    // The norm of each digit's own gradient: 650 numbers a row.
    const auto each = gradient_of_each(model, pixels = pg::each(digits.pixels), label = pg::each(digits.labels));
    const auto gradient_of = [&](std::size_t n) { return std::span(&each.flat()(n, 0), 650); };
    std::vector<float> norm(digits.size());
    for (std::size_t n = 0; n < digits.size(); ++n) {
        const auto row = gradient_of(n);
        norm[n] = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0f));
    }
    std::vector<std::size_t> hardest(digits.size());
    std::iota(hardest.begin(), hardest.end(), 0u);
    std::ranges::sort(hardest, std::greater(), [&](std::size_t n) { return norm[n]; });
    hardest.resize(10);

    std::printf("\nThe ten digits whose own gradient is largest:\n");
    const auto in_columns = [](std::span<const std::size_t> numbers, auto text) {
        for (std::size_t n : numbers) std::printf("  %-16s ", text(n).c_str());
        std::printf("\n");
    };
    for (const std::size_t first : {0u, 5u}) {
        const auto five = std::span(hardest).subspan(first, 5);
        std::printf("\n");
        in_columns(five, [](std::size_t n) { return "number " + std::to_string(n); });
        in_columns(five, [&](std::size_t n) { return "label " + std::to_string(digits.labels[n]); });
        in_columns(five, [&](std::size_t n) { return "prediction " + std::to_string(predict(model, digits.image(n))); });
        in_columns(five, [&](std::size_t n) { return "norm " + std::to_string(norm[n]); });
        for (std::size_t row = 0; row < 8; ++row) in_columns(five, [&](std::size_t n) { return draw_row(digits.image(n), row); });
    }
    std::printf("\n");

    // The same ten, drawn from all by their numbers and by forward mode, over dual numbers: 82 runs for 650 derivatives.
    constexpr auto dual = pg::grad(loss, pg::wrt<Parameters>(), pg::dual);
    const auto ten = pg::vmap(dual)(model, pixels = pg::each(digits.pixels, hardest), label = pg::each(digits.labels, hardest));
    const auto first = dual(model, pixels = digits.image(hardest[0]), label = digits.labels[hardest[0]]);

    checks check;
    check.close("dual numbers, the hardest digit", first.flat(), gradient_of(hardest[0]));
    check.close("dual numbers, the last of the ten", std::span(&ten.flat()(9, 0), 650), gradient_of(hardest[9]));
    check.that("accuracy of at least 97 %", accuracy(model, digits) >= 0.97);
    return check.exit_code();
}
