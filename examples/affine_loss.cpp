// The total gradient by three routes: the sum of the examples' gradients, the gradient of the summed loss, and the loss
// written for the whole batch at once, with matrices. They agree if sum is sum, and if (5) and (5, 1) are kept apart:
// here shapes have ranks, and a loss that mixes them up does not compile (tests/rejected/column_bias.cpp).
#include <pergrad/pergrad.hpp>

#include "arrays.hpp"
#include "check.hpp"

namespace pg = pergrad;

constexpr auto w = pg::matrix<"w", 5, 7>;
constexpr auto b = pg::vector<"b", 5>;

// of one example
constexpr auto x = pg::vector<"x", 7>;
constexpr auto t = pg::vector<"t", 5>;
constexpr auto loss = pg::sum(pg::square(t - (pg::dot(w, x) + b)));

// of three examples, the rows of matrices; b is added to each row
constexpr auto x_rows = pg::matrix<"x_rows", 3, 7>;
constexpr auto t_rows = pg::matrix<"t_rows", 3, 5>;
constexpr auto batch_loss =
    pg::sum(pg::square(t_rows - (pg::dot(x_rows, pg::transpose(w)) + pg::broadcast<0, 3>(b))));

int main() {
    checks check;
    auto data = read_arrays("examples/data/affine_loss.txt");
    const auto &W = data["w"], &B = data["b"], &X = data["x"], &T = data["t"];

    const auto each = pg::vmap(pg::value_and_grad(loss, pg::wrt(w, b)))(w = W, b = B, x = pg::each(X), t = pg::each(T));
    std::printf("the losses of the three examples: %.7g, %.7g, %.7g\n", each.value()[0], each.value()[1], each.value()[2]);
    check.close("the losses", each.value(), std::vector{18.0896729, 80.1195299, 45.4165840});
    check.close("each example's dw", each[w], data["dw"]);
    check.close("each example's db", each[b], data["db"]);

    // Three routes to the total.
    const auto one = (pg::vmap(pg::grad(loss, pg::wrt(w, b))) | pg::sum())(w = W, b = B, x = pg::each(X), t = pg::each(T));
    const auto two = pg::grad(pg::sum(pg::vmap(loss)), pg::wrt(w, b))(w = W, b = B, x = pg::each(X), t = pg::each(T));
    const auto three = pg::grad(batch_loss, pg::wrt(w, b))(w = W, b = B, x_rows = X, t_rows = T);
    check.close("dw, sum of the gradients", one[w], data["dw_sum"]);
    check.close("dw, gradient of the sum", two[w], data["dw_sum"]);
    check.close("dw, written for the batch", three[w], data["dw_sum"]);
    check.close("db, sum of the gradients", one[b], data["db_sum"]);
    check.close("db, gradient of the sum", two[b], data["db_sum"]);
    check.close("db, written for the batch", three[b], data["db_sum"]);

    // The mean is something else, and has another name.
    const auto mean = (pg::vmap(pg::grad(loss, pg::wrt(w, b))) | pg::mean())(w = W, b = B, x = pg::each(X), t = pg::each(T));
    std::printf("db[0]: the sum is %.7g, the mean %.7g\n", one[b](0), mean[b](0));
    check.close("the mean is a third of the sum", 3 * mean[b](0), one[b](0));

    // The same by forward mode, over dual numbers.
    constexpr auto dual = pg::grad(loss, pg::wrt(w, b), pg::dual);
    check.close("dual numbers, each example", pg::vmap(dual)(w = W, b = B, x = pg::each(X), t = pg::each(T))[w], data["dw"]);
    check.close("dual numbers, written for the batch",
                pg::grad(batch_loss, pg::wrt(w, b), pg::dual)(w = W, b = B, x_rows = X, t_rows = T)[w], data["dw_sum"]);
    return check.exit_code();
}
