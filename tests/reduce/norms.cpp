// Norms of the examples' gradients and sums of clipped gradients, against the gradients themselves: also where a square
// overflows or underflows, where a parameter is used twice, and where an example is zero.
#include <example_losses.hpp>

#include <boost/mpl/list.hpp>
#include <boost/test/unit_test.hpp>

#include <limits>
#include <stdexcept>

using namespace example_losses;

namespace {

constexpr auto p = pg::vector<"p", 2>;
constexpr auto v = pg::vector<"v", 2>;
constexpr auto linear = pg::dot(p, v);   // whose gradient is v
constexpr auto of_linear = pg::vmap(pg::grad(linear, pg::wrt(p)));

template<class T>
std::vector<T> norms_of(const std::vector<T>& gradients) {
    const auto found = (of_linear | pg::norms())(p = std::vector<T>{1, 1}, v = pg::each(gradients));
    return {found.flat().begin(), found.flat().end()};
}
template<class T>
std::vector<T> clipped_sum(const std::vector<T>& gradients, double limit) {
    const auto found = (of_linear | pg::clip_norm(limit) | pg::sum())(p = std::vector<T>{1, 1}, v = pg::each(gradients));
    return {found.flat().begin(), found.flat().end()};
}

template<class T>
void check_close(const std::vector<T>& found, const std::vector<T>& expected, double units = 2) {
    BOOST_TEST_REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        BOOST_TEST(std::abs(found[i] - expected[i]) <= units * std::numeric_limits<T>::epsilon() * std::abs(expected[i]),
                   "number " << i << ": " << found[i] << " and not " << expected[i]);
}

template<class Model, class T>
struct in {
    using model = Model;
    using scalar = T;
    using batch = batch_of<Model, T>;
    static constexpr auto f = pg::vmap(pg::grad(Model::loss, Model::wrt));
    static constexpr auto looped = pg::vmap(pg::grad(Model::loss, Model::wrt), pg::looped);
};
using every_model = boost::mpl::list<in<scalar_model, double>, in<affine_model, float>, in<logistic_model, float>,
                                     in<network_model, double>, in<classes_model, float>>;

}  // namespace

BOOST_AUTO_TEST_SUITE(norms)

BOOST_AUTO_TEST_CASE_TEMPLATE(norms_and_clipped_sums_are_those_of_the_gradients, Case, every_model) {
    using T = typename Case::scalar;
    constexpr std::size_t D = Case::model::parameters;
    const typename Case::batch batch(37);
    const auto rows = batch.gradients();
    std::vector<T> norms(37);
    std::vector<double> sum(D), size(D);
    const double limit = 0.7;
    for (std::size_t n = 0; n < 37; ++n) {
        double squares = 0;
        for (std::size_t i = 0; i < D; ++i) squares += rows[n * D + i] * rows[n * D + i];
        norms[n] = static_cast<T>(std::sqrt(squares));
        for (std::size_t i = 0; i < D; ++i) {
            const double part = std::min(1.0, limit / std::sqrt(squares)) * rows[n * D + i];
            sum[i] += part;
            size[i] += std::abs(part);
        }
    }
    const auto check = [&](const auto& f) {
        const auto found = batch.run(f | pg::norms());
        check_close(std::vector<T>(found.flat().begin(), found.flat().end()), norms, 30);
        const auto total = batch.run(f | pg::clip_norm(limit) | pg::sum());
        const auto mean = batch.run(f | pg::clip_norm(limit) | pg::mean());
        for (std::size_t i = 0; i < D; ++i) {
            const double close = 30 * double(std::numeric_limits<T>::epsilon()) * size[i];
            BOOST_TEST(std::abs(double(total.flat()[i]) - sum[i]) <= close);
            BOOST_TEST(std::abs(37 * double(mean.flat()[i]) - sum[i]) <= 2 * close);
        }
    };
    check(Case::f);
    check(Case::looped);
}

BOOST_AUTO_TEST_CASE(three_examples_are_clipped_exactly_with_no_epsilon) {
    check_close(norms_of<double>({3, 4, 0, 0.5, 0, 0}), {5, 0.5, 0}, 0);
    check_close(clipped_sum<double>({3, 4, 0, 0.5, 0, 0}, 1), {0.6, 1.3});
    check_close(clipped_sum<float>({3, 4}, 1), {0.6f, 0.8f}, 1);
    // at the limit nothing changes
    check_close(clipped_sum<double>({3, 4}, 5), {3, 4}, 0);
}

BOOST_AUTO_TEST_CASE(a_limit_of_zero_and_of_infinity) {
    check_close(clipped_sum<double>({0, 0, 3, 4}, 0), {0, 0}, 0);
    check_close(clipped_sum<double>({0, 0, 3, 4, 4, 3}, std::numeric_limits<double>::infinity()), {7, 7}, 0);
}

BOOST_AUTO_TEST_CASE(norms_beyond_the_range_of_squares_are_exact) {
    check_close(norms_of<double>({1e200, 1e200, 3e-300, 4e-300, 1e-200, 0}), {std::sqrt(2.0) * 1e200, 5e-300, 1e-200});
    check_close(norms_of<float>({1e30f, 1e30f, 3e-30f, 4e-30f}), {1.41421356e30f, 5e-30f});
}

BOOST_AUTO_TEST_CASE(a_gradient_whose_norm_overflows_is_clipped_all_the_same) {
    check_close(clipped_sum<double>({1e200, 1e200}, 1), {0.70710678118654752, 0.70710678118654752});
    check_close(clipped_sum<double>({std::numeric_limits<double>::max(), 1}, 1), {1, 5.56268464626800408e-309});
    check_close(clipped_sum<float>({1e30f, 1e30f}, 1), {0.707106781f, 0.707106781f});
    check_close(clipped_sum<float>({3e38f, 3e38f}, 1), {0.707106781f, 0.707106781f});
    check_close(clipped_sum<double>({1e-200, 0}, 1), {1e-200, 0}, 0);
}

BOOST_AUTO_TEST_CASE(a_parameter_that_is_used_twice_counts_as_one) {
    // w (w x): g = 2 w x = 6; counted as two parameters it would be sqrt(18)
    constexpr auto w = scalar_model::w;
    constexpr auto x1 = pg::scalar<"x1">;
    const auto tied = (pg::vmap(pg::grad(w * (w * x1), pg::wrt(w))) | pg::norms())(w = 1.0, x1 = pg::each({3.0, -2.0}));
    check_close(std::vector<double>(tied.flat().begin(), tied.flat().end()), {6, 4}, 0);
    // uses that cancel
    const auto none = (pg::vmap(pg::grad(w * x1 - w * x1, pg::wrt(w))) | pg::norms())(w = 1.0, x1 = pg::each({3.0, -2.0}));
    BOOST_TEST(none[0] == 0);
    constexpr auto m = pg::matrix<"m", 2, 2>;
    const auto twice = (pg::vmap(pg::grad(pg::dot(v, pg::dot(m, v)) + pg::sum(pg::dot(m, v)), pg::wrt(m))) | pg::norms())(
        m = std::vector<double>(4), v = pg::each({1.0, 2.0}));
    BOOST_TEST(std::abs(twice[0] - std::sqrt(4 + 16 + 9 + 36.0)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_parameter_that_is_not_asked_for_does_not_count) {
    // (w x + b)^2 by w alone: 2 (w x + b) x = 12
    constexpr auto w = scalar_model::w;
    constexpr auto x1 = pg::scalar<"x1">;
    constexpr auto b = pg::scalar<"b">;
    const auto found = (pg::vmap(pg::grad(pg::square(w * x1 + b), pg::wrt(w))) | pg::norms())(w = 1.0, b = 1.0, x1 = pg::each({2.0}));
    BOOST_TEST(found[0] == 12);
}

BOOST_AUTO_TEST_CASE(the_losses_come_along_and_are_not_clipped) {
    const auto f = pg::vmap(pg::value_and_grad(linear, pg::wrt(p))) | pg::clip_norm(1) | pg::sum();
    const auto found = f(p = std::vector<double>{1, 1}, v = pg::each({3.0, 4.0, 0.0, 0.5}));
    BOOST_TEST(found.value() == 7.5);
    check_close(std::vector<double>(found.flat().begin(), found.flat().end()), {0.6, 1.3});
}

BOOST_AUTO_TEST_CASE(a_neighbour_that_overflows_changes_no_bit) {
    const std::vector<float> alone = norms_of<float>({0.3f, 0.7f});
    const std::vector<float> beside = norms_of<float>({1e30f, 1e30f, 0.3f, 0.7f, 0, 0});
    BOOST_TEST(alone[0] == beside[1]);
}

BOOST_AUTO_TEST_CASE(a_limit_must_be_a_number_that_is_not_negative) {
    for (const double limit : {-1.0, std::numeric_limits<double>::quiet_NaN()})
        BOOST_CHECK_EXCEPTION(pg::clip_norm(limit), std::invalid_argument, [](const std::invalid_argument& e) {
            return std::string(e.what()).find("clip_norm") != std::string::npos;
        });
}

BOOST_AUTO_TEST_CASE(no_examples_have_no_norms) { BOOST_TEST(norms_of<double>({}).empty()); }

BOOST_AUTO_TEST_SUITE_END()
