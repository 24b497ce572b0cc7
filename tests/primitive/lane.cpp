// Lanes: right to the last bits and at every edge, each lane by itself, the same face for a plain number and for a
// batch.
#include <pergrad/primitive/lane.hpp>
#include <pergrad/primitive/primitive.hpp>

#include <boost/mpl/list.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace lane = pergrad::lane;

namespace {

using exact   = boost::multiprecision::cpp_bin_float_50;
using kinds   = boost::mpl::list<float, double, lane::batch<float>, lane::batch<double>>;
using batches = boost::mpl::list<lane::batch<float>, lane::batch<double>>;

template<class S> using lanes_of = std::array<lane::scalar_of<S>, lane::lanes<S>>;

template<class S> S from(const lanes_of<S> &a) { return lane::load<S>(a.data()); }
template<class S> lanes_of<S> to(S a) {
    lanes_of<S> result;
    lane::store(result.data(), a);
    return result;
}

template<class T> bool same_bits(T a, T b) { return std::memcmp(&a, &b, sizeof a) == 0; }
/// Any NaN is as good as another.
template<class T> bool same(T a, T b) { return same_bits(a, b) || (std::isnan(a) && std::isnan(b)); }

template<class C> bool holds(C condition) {
    BOOST_TEST(lane::any(condition) == lane::all(condition));
    return lane::all(condition);
}

// ---- the functions, what they should be, and how far they may be off

struct exponential {
    static constexpr auto name     = "exp";
    static constexpr auto run      = [](auto x) { return lane::exp(x); };
    static constexpr auto standard = [](auto x) { return std::exp(x); };
    static exact truth(const exact &x) { return exp(x); }
    static constexpr double ulps = 1.5;
};
struct exponential_minus_one {
    static constexpr auto name     = "expm1";
    static constexpr auto run      = [](auto x) { return lane::expm1(x); };
    static constexpr auto standard = [](auto x) { return std::expm1(x); };
    static exact truth(const exact &x) { return abs(x) < 1e-12 ? x + x * x / 2 + x * x * x / 6 : exp(x) - 1; }
    static constexpr double ulps = 2.5;
};
struct logarithm {
    static constexpr auto name     = "log";
    static constexpr auto run      = [](auto x) { return lane::log(x); };
    static constexpr auto standard = [](auto x) { return std::log(x); };
    static exact truth(const exact &x) { return log(x); }
    static constexpr double ulps = 1.5;
};
struct logarithm_of_one_plus {
    static constexpr auto name     = "log1p";
    static constexpr auto run      = [](auto x) { return lane::log1p(x); };
    static constexpr auto standard = [](auto x) { return std::log1p(x); };
    static exact truth(const exact &x) { return abs(x) < 1e-12 ? x - x * x / 2 + x * x * x / 3 : log(1 + x); }
    static constexpr double ulps = 2;
};
struct hyperbolic_tangent {
    static constexpr auto name     = "tanh";
    static constexpr auto run      = [](auto x) { return lane::tanh(x); };
    static constexpr auto standard = [](auto x) { return std::tanh(x); };
    static exact truth(const exact &x) {
        if (abs(x) > 60) return x > 0 ? 1 : -1;
        return abs(x) < 1e-10 ? x - x * x * x / 3 : 1 - 2 / (exp(2 * x) + 1);
    }
    static constexpr double ulps = 3.5;
};
struct square_root {
    static constexpr auto name     = "sqrt";
    static constexpr auto run      = [](auto x) { return lane::sqrt(x); };
    static constexpr auto standard = [](auto x) { return std::sqrt(x); };
    static exact truth(const exact &x) { return sqrt(x); }
    static constexpr double ulps = 0.5;
};
struct power_with_itself {
    static constexpr auto name     = "pow(|x|, x)";
    static constexpr lane::lane_by_lane raised{[](auto x, auto y) { return std::pow(x, y); }};
    static constexpr auto run      = [](auto x) { return raised(lane::abs(x), x); };
    static constexpr auto standard = [](auto x) { return std::pow(std::abs(x), x); };
    static exact truth(const exact &x) { return exp(x * log(abs(x))); }
    static constexpr double ulps = 1;
};

template<class Check> void for_each_function(Check check) {
    check(exponential{});
    check(exponential_minus_one{});
    check(logarithm{});
    check(logarithm_of_one_plus{});
    check(hyperbolic_tangent{});
    check(square_root{});
    check(power_with_itself{});
}

/// How many units in the last place of T lie between y and the truth.
template<class T> double error(T y, const exact &truth) {
    int exponent = 0;
    frexp(truth, &exponent);
    using limits   = std::numeric_limits<T>;
    const int last = std::max(exponent - limits::digits, limits::min_exponent - limits::digits);
    return static_cast<double>(abs(exact(y) - truth) * ldexp(exact(1), -last));
}

/// Where functions go wrong: the ends of the numbers, of a function's range, of its pieces; and numbers of every size
/// between.
template<class T> std::vector<T> points() {
    using limits          = std::numeric_limits<T>;
    std::vector<T> result = {0,
                             limits::infinity(),
                             limits::quiet_NaN(),
                             limits::max(),
                             limits::min(),
                             limits::denorm_min(),
                             limits::epsilon(),
                             1,
                             2,
                             5};
    for (T edge :
         {T(88.3763),    T(88.72283),   T(88.73),      T(87.3365),    T(103.278), T(103.9721), T(103.98), T(708.39),
          T(708.4),      T(709.436),    T(709.78),     T(709.79),     T(744.44),  T(745.13),   T(745.14), T(0.34657359),
          T(0.70710678), T(1.41421356), T(0.41421356), T(0.29289322), T(0.625),   T(9.01),     T(18.7),   T(1000)})
        result.insert(result.end(), {edge, std::nextafter(edge, T(0)), std::nextafter(edge, limits::infinity())});
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> mantissa(1, 2);
    for (int exponent = limits::min_exponent - limits::digits; exponent < limits::max_exponent;
         exponent += exponent < -20 || exponent > 12 ? 9 : 1)
        for (int i = 0; i < (exponent < -12 || exponent > 12 ? 3 : 60); ++i)
            result.push_back(static_cast<T>(std::ldexp(mantissa(random), exponent)));
    const std::size_t positive = result.size();
    for (std::size_t i = 0; i < positive; ++i) result.push_back(-result[i]);
    return result;
}

template<class F, class S> lane::scalar_of<S> alone(lane::scalar_of<S> x) {
    return lane::first(F::run(lane::broadcast<S>(x)));
}

} // namespace

BOOST_AUTO_TEST_SUITE(lanes)

BOOST_AUTO_TEST_CASE_TEMPLATE(functions_are_exact_to_a_few_ulp_and_right_at_the_edges, S, kinds) {
    using T = lane::scalar_of<S>;
    for_each_function([]<class F>(F) {
        double worst = 0;
        T where      = 0;
        for (T x : points<T>()) {
            const T y = alone<F, S>(x), expected = F::standard(x);
            // The standard's function knows the edges; the exact one has no infinities, and takes forever with some.
            if (!std::isfinite(x) || !std::isfinite(expected) || expected == 0 || std::abs(expected) == 1) {
                const bool right = same(y, expected);
                BOOST_TEST(right, F::name << "(" << x << ") is " << y << ", not " << expected);
                continue;
            }
            const double e = error(y, F::truth(exact(x)));
            if (e > worst) worst = e, where = x;
        }
        BOOST_TEST(worst <= F::ulps, F::name << "(" << where << ") errs by " << worst << " ulp");
        BOOST_TEST_MESSAGE(F::name << " in " << lane::lanes<S> << " lanes of " << sizeof(T) << " bytes: " << worst
                                   << " ulp");
    });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_lane_has_the_same_bits_whatever_its_neighbours_are, S, batches) {
    using T                  = lane::scalar_of<S>;
    const std::vector<T> all = points<T>();
    std::mt19937_64 random(2);
    for_each_function([&]<class F>(F) {
        std::vector<T> expected;
        for (T x : all) expected.push_back(alone<F, S>(x));
        bool pure = true;
        for (int trial = 0; trial < 2'000; ++trial) {
            lanes_of<S> x;
            std::array<std::size_t, lane::lanes<S>> chosen;
            for (std::size_t i = 0; i < x.size(); ++i) x[i] = all[chosen[i] = random() % all.size()];
            const auto y = to(F::run(from<S>(x)));
            for (std::size_t i = 0; i < x.size(); ++i) pure = pure && same(y[i], expected[chosen[i]]);
        }
        BOOST_TEST(pure, F::name);
    });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(comparisons_know_nan_and_take_both_zeros_for_one, S, kinds) {
    using T          = lane::scalar_of<S>;
    const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
    for (T a : {T(-1), T(-0.0), T(0), T(1), infinity, -infinity, nan})
        for (T b : {T(-1), T(-0.0), T(0), T(1), infinity, -infinity, nan}) {
            const S x = lane::broadcast<S>(a), y = lane::broadcast<S>(b);
            BOOST_TEST(holds(lane::equal(x, y)) == (a == b));
            BOOST_TEST(holds(lane::not_equal(x, y)) == (a != b));
            BOOST_TEST(holds(lane::less(x, y)) == (a < b));
            BOOST_TEST(holds(lane::less_equal(x, y)) == (a <= b));
            BOOST_TEST(holds(lane::greater(x, y)) == (a > b));
            BOOST_TEST(holds(lane::greater_equal(x, y)) == (a >= b));
        }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(conditions_are_joined_lane_by_lane, S, kinds) {
    using T = lane::scalar_of<S>;
    lanes_of<S> a, b;
    for (std::size_t shift = 0; shift < 4;
         ++shift) { // a plain number goes through the four cases, a batch holds them all
        for (std::size_t i = 0; i < a.size(); ++i) a[i] = T((i + shift) % 2), b[i] = T((i + shift) / 2 % 2);
        const auto c    = lane::greater(from<S>(a), lane::broadcast<S>(T(0))),
                   d    = lane::greater(from<S>(b), lane::broadcast<S>(T(0)));
        const auto told = [](auto condition) {
            return to(lane::select(condition, lane::broadcast<S>(T(1)), lane::broadcast<S>(T(0))));
        };
        const auto both = told(lane::both(c, d)), either = told(lane::either(c, d)), differ = told(lane::differ(c, d)),
                   negated = told(lane::negated(c));
        bool any = false, all = true;
        for (std::size_t i = 0; i < a.size(); ++i) {
            BOOST_TEST(both[i] == T(a[i] != 0 && b[i] != 0));
            BOOST_TEST(either[i] == T(a[i] != 0 || b[i] != 0));
            BOOST_TEST(differ[i] == T(a[i] != b[i]));
            BOOST_TEST(negated[i] == T(a[i] == 0));
            any = any || a[i] != 0;
            all = all && a[i] != 0;
        }
        BOOST_TEST(lane::any(c) == any);
        BOOST_TEST(lane::all(c) == all);
        BOOST_TEST(!lane::any(lane::differ(c, c)));
        BOOST_TEST(lane::all(lane::differ(c, lane::negated(c))));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_select_does_not_choose_leaves_no_trace, S, kinds) {
    using T     = lane::scalar_of<S>;
    const S nan = lane::broadcast<S>(std::numeric_limits<T>::quiet_NaN()), one = lane::broadcast<S>(T(1)),
            zero = lane::broadcast<S>(T(0));
    BOOST_TEST(lane::first(lane::select(lane::less(zero, one), one, nan)) == 1);
    BOOST_TEST(lane::first(lane::select(lane::less(nan, one), nan, one)) == 1);
    BOOST_TEST(std::isnan(lane::first(lane::select(lane::less(zero, one), nan, one))));
    BOOST_TEST(lane::first(lane::select(true, one, nan)) == 1);
    BOOST_TEST(lane::first(lane::select(false, nan, one)) == 1);
    // relu as it must be written: NaN passes
    const auto relu = [&](S x) { return lane::first(lane::select(lane::less(x, zero), zero, x)); };
    BOOST_TEST(std::isnan(relu(nan)));
    BOOST_TEST(relu(lane::negate(one)) == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(signs_are_bits, S, kinds) {
    using T = lane::scalar_of<S>;
    for (T x : points<T>()) {
        const S a = lane::broadcast<S>(x);
        BOOST_TEST(same_bits(lane::first(lane::negate(a)), -x));
        BOOST_TEST(same_bits(lane::first(lane::abs(a)), std::abs(x)));
        BOOST_TEST(same_bits(lane::first(lane::copysign(a, lane::broadcast<S>(T(-0.0)))), std::copysign(x, T(-0.0))));
        BOOST_TEST(same_bits(lane::first(lane::copysign(lane::broadcast<S>(T(3)), a)), std::copysign(T(3), x)));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_batch_fuses_multiply_and_add_where_the_machine_can, S, batches) {
    using T   = lane::scalar_of<S>;
    const T a = 1 + std::numeric_limits<T>::epsilon();
    // a^2 - 1 - 2 epsilon is epsilon^2: lost if the square is rounded. Volatile: nothing is computed while compiling.
    volatile T factor = a;
    const S x         = lane::broadcast<S>(T(factor));
    const T rest      = lane::first(lane::fma(x, x, lane::broadcast<S>(T(-1) - 2 * std::numeric_limits<T>::epsilon())));
    BOOST_TEST(rest == (lane::fuses ? std::numeric_limits<T>::epsilon() * std::numeric_limits<T>::epsilon() : T(0)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(partial_loads_and_stores_touch_nothing_beyond, S, kinds) {
    using T = lane::scalar_of<S>;
    for (std::size_t count = 0; count <= lane::lanes<S> + 1; ++count) {
        const std::size_t used = std::min(count, lane::lanes<S>);
        const auto memory = std::make_unique<T[]>(used); // of the exact size: the address sanitizer sees what is beyond
        for (std::size_t i = 0; i < used; ++i) memory[i] = T(i + 1);
        const auto loaded = to(lane::load_partial<S>(memory.get(), count));
        for (std::size_t i = 0; i < loaded.size(); ++i) BOOST_TEST(loaded[i] == (i < count ? T(i + 1) : T(0)));

        std::vector<T> written(lane::lanes<S> + 2, T(-1));
        lane::store_partial(written.data(), lane::broadcast<S>(T(7)), count);
        for (std::size_t i = 0; i < written.size(); ++i) BOOST_TEST(written[i] == (i < used ? T(7) : T(-1)));
        lane::store_partial(memory.get(), lane::broadcast<S>(T(7)), count);
    }
    BOOST_TEST(lane::first(lane::load_partial<S>(static_cast<const T *>(nullptr), 0)) == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_block_is_transposed, S, batches) {
    using T                 = lane::scalar_of<S>;
    constexpr std::size_t n = lane::lanes<S>;
    lanes_of<S> in[n];
    S rows[n];
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) in[i][j] = T(i * n + j);
        rows[i] = from<S>(in[i]);
    }
    lane::transpose(rows);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) BOOST_TEST(lane::get(rows[i], j) == in[j][i]);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(rows_of_any_length_become_columns_and_columns_rows, S, batches) {
    using T                 = lane::scalar_of<S>;
    constexpr std::size_t n = lane::lanes<S>;
    pergrad::for_each_index<static_cast<int>(n)>([](auto index) {
        constexpr std::size_t used = index + 1;
        for (const std::size_t stride : {used, used + 3}) {
            const std::size_t size = (n - 1) * stride + used; // of the exact size, as above
            const auto in          = std::make_unique<T[]>(size);
            for (std::size_t i = 0; i < size; ++i) in[i] = T(i);
            S columns[n];
            lane::load_columns<used>(columns, in.get(), static_cast<std::ptrdiff_t>(stride));
            for (std::size_t j = 0; j < used; ++j)
                for (std::size_t i = 0; i < n; ++i) BOOST_TEST(lane::get(columns[j], i) == in[i * stride + j]);

            for (std::size_t count = 0; count <= n; ++count) {
                const std::size_t written = count == 0 ? 0 : (count - 1) * stride + used;
                const auto out            = std::make_unique<T[]>(written);
                for (std::size_t i = 0; i < written; ++i) out[i] = T(-1);
                S copies[n];
                std::copy(columns, columns + n, copies);
                lane::store_columns<used>(out.get(), static_cast<std::ptrdiff_t>(stride), copies, count);
                for (std::size_t i = 0; i < written; ++i) BOOST_TEST(out[i] == (i % stride < used ? in[i] : T(-1)));
            }
        }
    });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sums_are_trees_of_neighbours, S, kinds) {
    using T = lane::scalar_of<S>;
    std::mt19937_64 random(3);
    const auto row = [&] {
        lanes_of<S> a;
        for (T &x : a) x = static_cast<T>(std::ldexp(double(random() % 1'000'003) - 500'000, int(random() % 12)));
        return a;
    };
    const auto tree = [](lanes_of<S> a) {
        for (std::size_t left = a.size(); left > 1; left /= 2)
            for (std::size_t i = 0; i < left / 2; ++i) a[i] = a[2 * i] + a[2 * i + 1];
        return a[0];
    };
    for (int trial = 0; trial < 100; ++trial) {
        const auto a = row();
        BOOST_TEST(lane::reduce_add(from<S>(a)) == tree(a));
    }
    if constexpr (lane::batched<S>) {
        S rows[lane::lanes<S>];
        lanes_of<S> expected;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto a = row();
            rows[i]      = from<S>(a);
            expected[i]  = tree(a);
        }
        BOOST_TEST(to(lane::reduce_add_rows(rows)) == expected, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_SUITE_END()
