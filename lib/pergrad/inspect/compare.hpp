// compare: one loss, one call's data, every way to differentiate it, and where they differ: what to call first when in
// doubt about a gradient. In: a loss, what to differentiate by, the bindings of a call. Out: a table.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iomanip>

#include <pergrad/inspect/explain.hpp>
#include <pergrad/transform/second_order.hpp>

namespace pergrad {

/// One way to compute the derivatives, against the first one.
struct compared_mode {
    std::string name;
    double
        difference;  ///< the largest, relative to the largest derivative of its example; NaN beside a number: infinite
    std::string where;   ///< of which derivative, such as "w[3] of example 7"
    double operations;   ///< of an example, from the plan; NaN where it has none
    double nanoseconds;  ///< an example, the shortest of three runs
};

struct comparison {
    std::size_t examples;
    std::vector<compared_mode> modes;
    std::string
        first_not_finite;  ///< the first node of the loss with a value that is no finite number, and where; or empty

    /// Whether no mode but the differences is further away than this.
    bool agrees(double tolerance) const {
        return std::all_of(modes.begin(), modes.end(), [&](const compared_mode& mode) {
            return mode.name.starts_with("differences") || mode.difference <= tolerance;
        });
    }
    std::string text() const {
        std::ostringstream out;
        out << std::left << std::setw(34) << "mode" << std::setw(14) << "difference" << std::setw(26) << "of"
            << std::right << std::setw(12) << "operations" << std::setw(12) << "ns" << '\n';
        for (const compared_mode& mode : modes) {
            out << std::left << std::setw(34) << mode.name << std::setw(14) << std::setprecision(2) << mode.difference
                << std::setw(26) << mode.where << std::right << std::setprecision(6) << std::setw(12);
            if (std::isnan(mode.operations)) out << "-";
            else out << mode.operations;
            out << std::setw(12) << std::setprecision(4) << mode.nanoseconds << '\n';
        }
        if (!first_not_finite.empty()) out << "the first value that is not finite: " << first_not_finite << '\n';
        return out.str();
    }
};
inline std::ostream& operator<<(std::ostream& out, const comparison& of) { return out << of.text(); }

namespace detail {

/// How many numbers every_node_mode gives.
template<class E>
struct nodes_layout {
    static constexpr int directions = 1, all_directions = 1, row = 0;
    static constexpr int elements = [] {
        const graph& g = lowered<E, names<>>.g;
        int sum = 0, outputs = 0;
        for (int n = 0; n < g.size && outputs < output_list::capacity; ++n)
            if (is_shown(g, n)) {
                sum += g.nodes[n].shape.size();
                ++outputs;
            }
        return sum;
    }();
};

/// Runs f(bindings...) three times: all numbers of its result, and the shortest time.
template<class F, class... X>
std::vector<double> measure(const F& f, std::size_t examples, double& nanoseconds, const X&... x) {
    std::vector<double> result;
    nanoseconds = std::numeric_limits<double>::infinity();
    for (int run = 0; run < 3; ++run) {
        const auto start = std::chrono::steady_clock::now();
        const auto found = f(x...);
        const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
        nanoseconds = std::min(nanoseconds, taken.count() / static_cast<double>(std::max(examples, std::size_t{1})));
        const auto all = found.flat();
        result.assign(all.begin(), all.end());
    }
    return result;
}

template<class Wrt>
std::string name_of_element(int element) {
    int k = 0;
    while (k + 1 < Wrt::size && Wrt::offset(k + 1) <= element) ++k;
    std::string name(Wrt::name[k]);
    if (Wrt::shape[k].rank > 0) name += "[" + std::to_string(element - Wrt::offset(k)) + "]";
    return name;
}

template<class Callable>
struct derivative_of_callable;
template<class Derivative, std::size_t Numbers>
struct derivative_of_callable<gradient_function<Derivative, Numbers>> : std::type_identity<Derivative> {};

/// Loss and Wrt, and whether second derivatives are compared.
template<class Loss, class Wrt, bool second>
struct comparer {
    Loss loss;

    template<class... X>
    comparison operator()(const X&... x) const {
        const auto inputs = collect_inputs(x...);
        using types = input_types<std::remove_const_t<decltype(inputs)>>;
        comparison result{.examples = static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, common_examples(inputs))),
                          .modes = {},
                          .first_not_finite = find_not_finite<types>(inputs)};
        std::vector<double> expected;
        const auto add = [&](std::string name, const auto& f) {
            using derivative = typename derivative_of_callable<std::remove_cvref_t<decltype(f)>>::type;
            const auto add_run = [&](std::string how, const auto& callable, bool planned) {
                compared_mode mode{name + how, 0, "", std::numeric_limits<double>::quiet_NaN(), 0};
                const std::vector<double> found = measure(callable, result.examples, mode.nanoseconds, x...);
                if (expected.empty()) expected = found;
                note_difference(mode, found, expected, result.examples);
                if constexpr (types::any_each && !std::is_same_v<typename derivative::mode, dual_mode>)
                    if (planned)
                        mode.operations = facts_of<typename derivative::template program_for<types, extent::batch>, 1>(
                                              use_of_gradient::kept)
                                              .operations;
                result.modes.push_back(mode);
            };
            if constexpr (types::any_each) {
                add_run(", batched", vmap(f), true);
                add_run(", looped", vmap(f, looped), false);
            } else {
                add_run("", f, false);
            }
        };
        if constexpr (second) {
            add("forward over reverse", hessian(loss, Wrt{}));
            add("reverse over forward", hessian(loss, Wrt{}, reverse_over_forward));
            add("reverse over reverse", hessian(loss, Wrt{}, reverse_over_reverse));
            add("differences over reverse", hessian(loss, Wrt{}, differences_over_reverse));
        } else {
            add("reverse", grad(loss, Wrt{}));
            add("forward", grad(loss, Wrt{}, forward));
            add("dual", grad(loss, Wrt{}, dual));
            add("differences", grad(loss, Wrt{}, differences));
        }
        return result;
    }

private:
    static void note_difference(compared_mode& mode, const std::vector<double>& found,
                                const std::vector<double>& expected, std::size_t examples) {
        const std::size_t columns = found.size() / std::max(examples, std::size_t{1});
        for (std::size_t n = 0; n < examples; ++n) {
            double scale = 0;
            for (std::size_t k = 0; k < columns; ++k)
                if (std::isfinite(expected[n * columns + k]))
                    scale = std::max(scale, std::abs(expected[n * columns + k]));
            for (std::size_t k = 0; k < columns; ++k) {
                const double a = found[n * columns + k], b = expected[n * columns + k];
                if (a == b || (std::isnan(a) && std::isnan(b))) continue;
                const double distance = std::abs(a - b) / (scale > 0 ? scale : 1);
                const double difference = std::isnan(distance) ? std::numeric_limits<double>::infinity() : distance;
                if (difference <= mode.difference) continue;
                mode.difference = difference;
                const int D = Wrt::elements, element = static_cast<int>(k);
                mode.where = second ? name_of_element<Wrt>(element / D) + " " + name_of_element<Wrt>(element % D)
                                    : name_of_element<Wrt>(element);
                if (examples > 1) mode.where += " of example " + std::to_string(n);
            }
        }
    }

    template<class Types>
    std::string find_not_finite(const auto& inputs) const {
        using pure_loss = typename pure<Loss>::type;
        using layout = nodes_layout<pure_loss>;
        using program = pergrad::program<pure_loss, layout, typename Types::each, every_node_mode, false,
                                         Types::any_each ? extent::batch : extent::single>;
        using T = typename decltype(scalar_of_checked_call<program, Wrt, Types>())::type;
        const auto numbers = numbers_of(loss);
        execution<program, T, std::remove_cvref_t<decltype(inputs)>> run(inputs, numbers.data());
        std::vector<T> values(run.size() * static_cast<std::size_t>(layout::elements));
        run.run_each(nullptr, values.data());
        for (std::size_t n = 0; n < run.size(); ++n) {
            const T* value = values.data() + n * static_cast<std::size_t>(layout::elements);
            for (int k = 0; k < program::source.outputs.size; ++k) {
                const int node = program::source.outputs.node[k];
                for (int i = 0; i < program::g.nodes[node].shape.size(); ++i, ++value)
                    if (!std::isfinite(*value)) {
                        std::ostringstream text;
                        text << written_out<program>(node) << " is " << *value;
                        if (program::g.nodes[node].shape.rank > 0) text << ", element " << i;
                        if (Types::any_each) text << ", of example " << n;
                        return text.str();
                    }
            }
        }
        return {};
    }
    /// The formula of a node with those of its operands, a few levels deep.
    template<class Program>
    static std::string written_out(int n, int levels = 3) {
        const graph& g = Program::g;
        if (g.nodes[n].operand_count == 0) return formula_of<Program>(n);
        std::string text(g.nodes[n].op->name);
        text += '(';
        for (int k = 0; k < g.nodes[n].operand_count; ++k)
            text += (k == 0 ? "" : ", ") + (levels == 0 ? "..." : written_out<Program>(g.operand(n, k), levels - 1));
        return text + ')';
    }
};

}  // namespace detail

/// compare(loss, wrt(w))(w = W, x = each(X)): the gradient in reverse, forward, over dual numbers and by central
/// differences, batched and looped where there are each(...), else of the one example: how far each is from the first,
/// and where; operations, time; the first node of the loss that is not finite. The bindings as in a call. Costs compiling
/// and running all of them.
template<is_expression E, class Wrt>
constexpr auto compare(E loss, Wrt) {
    if constexpr (detail::loss_is_valid<E>())
        return detail::comparer<E, typename detail::resolve_wrt<E, Wrt>::type, false>{loss};
}

/// The same of the Hessian: in three ways, and by central differences of gradients.
template<is_expression E, class Wrt>
constexpr auto compare_second_order(E loss, Wrt) {
    if constexpr (detail::loss_is_valid<E>() && detail::stores_no_numbers<E>())
        return detail::comparer<E, typename detail::resolve_wrt<E, Wrt>::type, true>{loss};
}

}  // namespace pergrad
