// Golden files: what JAX computed for small models (make.py says how, and what the arrays are called), and the
// comparison of every way that pergrad has of computing the same. A file that doesn't read as it should throws
// std::runtime_error with the file's name, the array and the fault.
#pragma once

#include <pergrad/pergrad.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <istream>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#ifndef GOLDEN_FOLDER
#error "GOLDEN_FOLDER: the folder of the golden files, as a string; tests/meson.build defines it"
#endif

namespace golden {

namespace pg = pergrad;

struct array {
    std::vector<int> lengths;
    std::vector<double> numbers;
};

/// The named arrays of one file.
class arrays {
public:
    arrays(std::istream& in, std::string file_name) : name(std::move(file_name)) {
        array* last = nullptr;
        std::string line, word;
        while (std::getline(in, line)) {
            std::istringstream words(line);
            if (line.starts_with("#")) continue;
            if (line.starts_with("array ")) {
                if (last != nullptr) check_size(last_name, *last);
                words >> word >> last_name;
                if (found.contains(last_name)) fail(last_name, "is there twice");
                last = &found[last_name];
                while (words >> word) last->lengths.push_back(static_cast<int>(number(word)));
            } else {
                while (words >> word) {
                    if (last == nullptr) fail(word, "stands before the first array");
                    last->numbers.push_back(number(word));
                }
            }
        }
        if (last == nullptr) fail("array", "is not there, nor any other");
        check_size(last_name, *last);
    }

    bool contains(const std::string& key) const { return found.contains(key); }
    const array& operator[](const std::string& key) const {
        const auto at = found.find(key);
        if (at == found.end()) fail(key, "is not there");
        return at->second;
    }
    /// The same, of exactly these lengths.
    const std::vector<double>& of_shape(const std::string& key, const std::vector<int>& lengths) const {
        const array& a = (*this)[key];
        if (a.lengths != lengths) fail(key, "has " + text(a.lengths) + ", needed: " + text(lengths));
        return a.numbers;
    }

private:
    [[noreturn]] void fail(const std::string& what, const std::string& fault) const {
        throw std::runtime_error("golden file \"" + name + "\": \"" + what + "\" " + fault);
    }
    double number(const std::string& word) const {
        char* end = nullptr;
        const double result = std::strtod(word.c_str(), &end);
        if (*end != '\0') fail(word, "is no number");
        return result;
    }
    void check_size(const std::string& key, const array& a) const {
        std::size_t size = 1;
        for (const int length : a.lengths) size *= static_cast<std::size_t>(length);
        if (a.numbers.size() != size)
            fail(key, "has " + std::to_string(a.numbers.size()) + " numbers for the shape " + text(a.lengths));
    }
    static std::string text(const std::vector<int>& lengths) {
        std::string result = "(";
        for (const int length : lengths) result += (result.size() > 1 ? ", " : "") + std::to_string(length);
        return result + ")";
    }

    std::string name, last_name;
    std::map<std::string, array> found;
};

inline arrays open(const std::string& name) {
    const std::string path = std::string(GOLDEN_FOLDER) + "/" + name + ".txt";
    std::ifstream in(path);
    if (!in) throw std::runtime_error("golden file \"" + path + "\" can't be read; tests/golden/make.py makes it");
    return {in, name};
}

// ---- what the variables are bound to

template<class Variable>
std::vector<int> shape_of(Variable, int examples = -1) {
    std::vector<int> lengths;
    if (examples >= 0) lengths.push_back(examples);
    for (int axis = 0; axis < Variable::shape::value.rank; ++axis)
        lengths.push_back(Variable::shape::value.length[axis]);
    return lengths;
}

template<class T, class Variable>
auto convert(Variable, const std::vector<double>& numbers) {
    using element = std::conditional_t<Variable::result == pg::kind::integer, int, T>;
    std::vector<element> result;
    for (const double number : numbers) result.push_back(static_cast<element>(number));
    return result;
}

/// A w for all examples: its numbers in a file, and the binding that a call takes.
template<class Variable>
struct shared {
    Variable variable;
    template<class T>
    auto numbers(const arrays& file) const {
        return convert<T>(variable, file.of_shape(std::string(Variable::name.view()), shape_of(variable)));
    }
    auto bind(const auto& numbers) const { return Variable{} = numbers; }
};
/// An x for each example.
template<class Variable>
struct each {
    Variable variable;
    template<class T>
    auto numbers(const arrays& file) const {
        const std::string name(Variable::name.view());
        return convert<T>(variable, file.of_shape(name, shape_of(variable, file[name].lengths.at(0))));
    }
    auto bind(const auto& numbers) const { return Variable{} = pg::each(numbers); }
};
/// An x for each example: the rows of an array that `chosen` numbers.
template<class Variable>
struct each_chosen : each<Variable> {
    const std::vector<int>& chosen;
    auto bind(const auto& numbers) const { return Variable{} = pg::each(numbers, chosen); }
};

template<class Variable>
each_chosen<Variable> chosen_of(Variable variable, const std::vector<int>& chosen) {
    return {{variable}, chosen};
}

/// Calls f with the inputs, read from the file as T.
template<class T, class F, class... Input>
auto call(const F& f, const arrays& file, const Input&... inputs) {
    return f(inputs.bind(inputs.template numbers<T>(file))...);
}

// ---- comparison

/// What an error is measured by: the largest number of the array, or the number itself, and at least 1.
enum class scale { of_array, of_number };

/// The one tolerance of these tests: 3.6e-15 in double, 1.9e-6 in float. The largest error seen is a quarter of it.
template<class T>
inline constexpr double tolerance = 16 * static_cast<double>(std::numeric_limits<T>::epsilon());

/// What the terms of a sum over the examples add up to in size, the largest of the array: where they cancel, the sum's
/// error is still theirs. 0 if the file doesn't have each example's gradient.
inline double size_of_terms(const arrays& file, const std::string& prefix, const std::string& variable) {
    if (!file.contains("gradient." + variable)) return 0;
    const array& terms = file["gradient." + variable];
    const auto examples = static_cast<std::size_t>(terms.lengths.at(0));
    std::vector<double> sizes(terms.numbers.size() / examples);
    for (std::size_t k = 0; k < terms.numbers.size(); ++k) sizes[k % sizes.size()] += std::abs(terms.numbers[k]);
    return *std::max_element(sizes.begin(), sizes.end()) / (prefix == "mean" ? static_cast<double>(examples) : 1.0);
}

/// NaN is NaN, infinity is that infinity. `largest` may say that the array stands for something larger than itself.
template<class T>
void check(const auto& found, const std::vector<double>& expected, scale by, const std::string& what,
           double largest = 0) {
    for (const double e : expected)
        if (std::isfinite(e)) largest = std::max(largest, std::abs(e));
    std::size_t k = 0;
    for (const T number : found) {
        BOOST_REQUIRE_LT(k, expected.size());
        const double f = static_cast<double>(number), e = expected[k];
        const double allowed = tolerance<T> * (by == scale::of_array ? largest : std::max(1.0, std::abs(e)));
        const bool near = f == e || (std::isnan(f) && std::isnan(e)) ||
                          (std::isfinite(f) && std::isfinite(e) && std::abs(f - e) <= allowed);
        BOOST_TEST(near, what << std::setprecision(17) << ", number " << k << " is " << f << ", JAX: " << e);
        ++k;
    }
    BOOST_REQUIRE_EQUAL(k, expected.size());
}

/// The derivatives by each variable, against the arrays PREFIX.VARIABLE.
template<class T, class... Variable>
void check_parts(const auto& found, pg::variables<Variable...>, const arrays& file, const std::string& prefix,
                 int examples, scale by, const std::string& way) {
    const auto part = [&](auto variable) {
        const std::string key = prefix + "." + std::string(variable.name.view());
        const double terms = examples < 0 ? size_of_terms(file, prefix, std::string(variable.name.view())) : 0;
        check<T>(found[variable], file.of_shape(key, shape_of(variable, examples)), by, way + ", " + key, terms);
    };
    (part(Variable{}), ...);
}

/// The losses and gradients of all examples.
template<class T>
void check_each(const auto& found, auto wrt, const arrays& file, scale by, const std::string& way) {
    const int examples = file["value"].lengths.at(0);
    BOOST_REQUIRE_EQUAL(found.size(), static_cast<std::size_t>(examples));
    check<T>(found.value(), file["value"].numbers, by, way + ", value");
    check_parts<T>(found, wrt, file, "gradient", examples, by, way);
}

/// Each example's loss and gradient by reverse mode in lanes, their sum and their mean; in double also by dual numbers
/// in lanes, and looped.
template<class T, class... Input>
void check_examples(const arrays& file, auto loss, auto wrt, scale by, const Input&... inputs) {
    const auto reverse = pg::value_and_grad(loss, wrt, pg::reverse);
    check_each<T>(call<T>(pg::vmap(reverse), file, inputs...), wrt, file, by, "reverse in lanes");
    check_parts<T>(call<T>(pg::vmap(reverse) | pg::sum(), file, inputs...), wrt, file, "sum", -1, by, "sum");
    check_parts<T>(call<T>(pg::vmap(reverse) | pg::mean(), file, inputs...), wrt, file, "mean", -1, by, "mean");
    if constexpr (std::is_same_v<T, double>) {
        const auto dual = pg::value_and_grad(loss, wrt, pg::dual);
        check_each<T>(call<T>(pg::vmap(dual), file, inputs...), wrt, file, by, "dual in lanes");
        check_each<T>(call<T>(pg::vmap(reverse, pg::looped), file, inputs...), wrt, file, by, "looped");
    }
}

/// The loss of a whole batch and its gradient, against PREFIX.value and PREFIX.VARIABLE.
template<class T, class... Input>
void check_batch(const arrays& file, auto batch_loss, auto wrt, const std::string& prefix, const Input&... inputs) {
    const auto found = call<T>(pg::value_and_grad(batch_loss, wrt), file, inputs...);
    check<T>(std::vector{found.value()}, file.of_shape(prefix + ".value", {}), scale::of_array, prefix + ".value");
    check_parts<T>(found, wrt, file, prefix, -1, scale::of_array, "batch's loss");
}

/// Everything there is of a loss whose wrt variables are all shared, in double and in float.
template<class... Input>
void check_model(const std::string& name, auto loss, auto wrt, const Input&... inputs) {
    const arrays file = open(name);
    const auto with = [&]<class T>(T) {
        check_examples<T>(file, loss, wrt, scale::of_array, inputs...);
        check_batch<T>(file, pg::sum(pg::vmap(loss)), wrt, "batch", inputs...);
    };
    with(double());
    with(float());
    const auto dual = call<float>(pg::vmap(pg::value_and_grad(loss, wrt, pg::dual)), file, inputs...);
    check_each<float>(dual, wrt, file, scale::of_array, "dual in lanes");
}

}  // namespace golden
