// One call that runs a loss in every way there is and checks that all of them agree: one example by reverse mode and by
// dual numbers, a batch in lanes by both and by forward mode, looped, and central differences. What they agree on comes back, to be compared
// with what is known of it.
#pragma once

#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace agreement {

namespace pg = pergrad;

/// What a variable is bound to: the elements of each example, one after the other, or elements that all examples share.
template<class Variable, class T, bool per_example>
struct input {
    using variable = Variable;
    static constexpr bool is_per_example = per_example;
    static constexpr std::size_t width = static_cast<std::size_t>(Variable::shape::value.size());
    std::vector<T> numbers;

    std::span<const T> of_example(std::size_t n) const {
        return std::span<const T>(numbers).subspan(per_example ? n * width : 0, width);
    }
    /// The same examples in another order: example n becomes example n + shift.
    input rotated(std::size_t shift) const {
        input result = *this;
        if (per_example)
            std::rotate(result.numbers.rbegin(),
                        result.numbers.rbegin() + static_cast<std::ptrdiff_t>(shift * width % numbers.size()),
                        result.numbers.rend());
        return result;
    }
    auto bound_to_one(std::size_t n) const { return Variable{} = of_example(n); }
    auto bound() const {
        if constexpr (per_example) return Variable{} = pg::each(numbers);
        else return Variable{} = std::span<const T>(numbers);
    }
};

template<class Variable, class T>
using element_of = std::conditional_t<Variable::result == pg::kind::integer, int, T>;

/// x for each example.
template<class T = double, class Variable>
auto given(Variable, std::vector<element_of<Variable, T>> numbers) {
    return input<Variable, element_of<Variable, T>, true>{std::move(numbers)};
}
/// w for all of them.
template<class T = double, class Variable>
auto shared(Variable, std::vector<element_of<Variable, T>> numbers) {
    return input<Variable, element_of<Variable, T>, false>{std::move(numbers)};
}

/// How closely things have to agree.
struct within {
    double modes = 1e-13;       ///< between any two modes, relative to the number itself
    double scale = 0;           ///< or relative to this, where terms cancel
    double differences = 1e-7;  ///< with central differences, relative to 1, the loss and the slope; 0: not compared
};
/// At a singular point, or where no step is small enough: modes only.
inline constexpr within modes_only{.differences = 0};

/// The losses of the examples, and their gradients row after row.
template<class T>
struct outcome {
    std::vector<T> values, gradients;
};

/// Equal as far as it matters: NaN is NaN, infinity is that infinity.
inline bool near(double a, double b, double relative, double scale = 0) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return true;
    return std::abs(a - b) <= relative * std::max({std::abs(a), std::abs(b), scale}) && std::isfinite(a) &&
           std::isfinite(b);
}

template<class T>
void check_near(const std::vector<T>& found, const std::vector<T>& expected, double relative, double scale,
                const std::string& what) {
    BOOST_REQUIRE_EQUAL(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k)
        BOOST_TEST(near(found[k], expected[k], relative, scale),
                   what << ", number " << k << ": " << found[k] << " and not " << expected[k]);
}

/// Compares with what is known: values and gradients of all examples.
template<class T>
void check_is(const outcome<T>& found, const std::vector<T>& values, const std::vector<T>& gradients,
              double relative = std::is_same_v<T, float> ? 1e-6 : 1e-14, double scale = 0) {
    check_near(found.values, values, relative, scale, "value against what is known");
    check_near(found.gradients, gradients, relative, scale, "gradient against what is known");
}

template<class T, class F, class... Input>
outcome<T> one_by_one(const F& f, std::size_t examples, const Input&... inputs) {
    outcome<T> result;
    for (std::size_t n = 0; n < examples; ++n) {
        const auto g = f(inputs.bound_to_one(n)...);
        result.values.push_back(g.value());
        result.gradients.insert(result.gradients.end(), g.flat().begin(), g.flat().end());
    }
    return result;
}
template<class T, class F, class... Input>
outcome<T> at_once(const F& f, const Input&... inputs) {
    const auto g = f(inputs.bound()...);
    const auto all = g.flat();
    return {{g.value().begin(), g.value().end()}, {all.begin(), all.end()}};
}

/// How many examples the inputs have.
template<class First, class... Rest>
std::size_t count_examples(const First& first, const Rest&... rest) {
    if constexpr (First::is_per_example) return first.numbers.size() / First::width;
    else return count_examples(rest...);
}

/// Central differences by every element of wrt, in wrt order, with the values that f gives.
template<class T, class F, class... Variable, class... Input>
std::vector<T> differences(const F& f, pg::variables<Variable...>, std::size_t n, const Input&... inputs) {
    std::vector<T> result;
    std::tuple<Input...> moved(inputs...);
    const auto value = [&] {
        return std::apply([&](const auto&... input) { return f(input.bound_to_one(n)...).value(); }, moved);
    };
    const auto by_variable = [&](auto variable) {
        const auto by_input = [&](auto& input) {
            using I = std::remove_reference_t<decltype(input)>;
            if constexpr (std::is_same_v<typename I::variable, decltype(variable)>)
                for (std::size_t k = 0; k < I::width; ++k) {
                    auto& x = input.numbers[(I::is_per_example ? n * I::width : 0) + k];
                    const T at = x, step = std::cbrt(std::numeric_limits<T>::epsilon()) * std::max(T(1), std::abs(at));
                    x = at + step;
                    const T above = value(), right = x;
                    x = at - step;
                    result.push_back((above - value()) / (right - x));
                    x = at;
                }
        };
        std::apply([&](auto&... input) { (by_input(input), ...); }, moved);
    };
    (by_variable(Variable{}), ...);
    return result;
}

/// Runs `loss` and its gradient by `wrt` in every mode, and checks that they agree: `agree(loss, wrt(w), {}, shared(w, {2}),
/// given(x, {1, 2, 3}))`. Every example also takes each place in the batch in turn, and gives the same bits there.
template<class T = double, class Loss, class Wrt, class... Input>
outcome<T> agree(Loss loss, Wrt wrt, within tolerance, const Input&... inputs) {
    const std::size_t examples = count_examples(inputs...);
    const auto reverse = pg::value_and_grad(loss, wrt, pg::reverse);
    const auto dual = pg::value_and_grad(loss, wrt, pg::dual);
    const auto in_lanes = pg::vmap(reverse);

    const outcome<T> result = at_once<T>(in_lanes, inputs...);
    const auto compare = [&](const outcome<T>& other, const char* mode) {
        check_near(other.values, result.values, tolerance.modes, tolerance.scale, std::string("value, ") + mode);
        check_near(other.gradients, result.gradients, tolerance.modes, tolerance.scale, std::string("gradient, ") + mode);
    };
    compare(one_by_one<T>(reverse, examples, inputs...), "one example in reverse against lanes in reverse");
    compare(one_by_one<T>(dual, examples, inputs...), "one dual example against lanes in reverse");
    compare(at_once<T>(pg::vmap(dual), inputs...), "dual lanes against lanes in reverse");
    compare(at_once<T>(pg::vmap(pg::value_and_grad(loss, wrt, pg::forward)), inputs...),
            "lanes in forward against lanes in reverse");
    compare(at_once<T>(pg::vmap(reverse, pg::looped), inputs...), "looped against lanes in reverse");

    for (std::size_t shift = 1; shift <= 2 * static_cast<std::size_t>(pg::lane::lanes<pg::lane::batch<T>>); ++shift) {
        outcome<T> moved = at_once<T>(in_lanes, inputs.rotated(shift)...);
        const auto back = [&](std::vector<T>& numbers) {
            const std::size_t width = numbers.size() / examples;
            std::rotate(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(shift * width % numbers.size()),
                        numbers.end());
        };
        back(moved.values);
        back(moved.gradients);
        check_near(moved.values, result.values, 0, 0, "value in another lane");
        check_near(moved.gradients, result.gradients, 0, 0, "gradient in another lane");
    }

    if (tolerance.differences > 0)
        for (std::size_t n = 0; n < examples; ++n) {
            const std::vector<T> found = differences<T>(reverse, wrt, n, inputs...);
            for (std::size_t k = 0; k < found.size(); ++k) {
                const T slope = result.gradients[n * found.size() + k];
                BOOST_TEST(near(found[k], slope, tolerance.differences, std::max(1.0, std::abs(double(result.values[n])))),
                           "central difference " << found[k] << ", derivative " << slope << ", example " << n
                                                 << ", number " << k);
            }
        }
    return result;
}

}  // namespace agreement
