// explain: the plan of a call, in words. In: a callable, and the bindings of a call, of which nothing is run. Out: an
// `explanation`: text, and the figures in it.
#pragma once

#include <ostream>

#include <pergrad/inspect/facts.hpp>
#include <pergrad/transform/grad.hpp>

namespace pergrad {

/// What a machine can do, for a limit: bytes from and to memory, and floating-point operations (a multiply-add is two), in
/// a nanosecond. perf/run measures them.
struct machine {
    double bytes_per_ns, operations_per_ns;
};

/// What `explain` says of a call.
struct explanation {
    plan_facts facts;
    std::size_t examples;
    double bytes_read, bytes_written;  ///< of an example: inputs with an entry for each example; results kept for each
    std::size_t workspace;             ///< bytes that the run works in besides, at most

    /// Nanoseconds an example that no plan can do without: of moving the bytes, or of the operations, what takes longer.
    double limit(const machine& on) const {
        return std::max((bytes_read + bytes_written) / on.bytes_per_ns, facts.operations / on.operations_per_ns);
    }
    /// A line for each node and each result, then the figures.
    std::string text() const;
    /// And the limit on a machine.
    std::string text(const machine& on) const;
};

namespace detail {

inline std::string words_for(const extents& shape) {
    std::string text = "(";
    for (int axis = 0; axis < shape.rank; ++axis) text += (axis > 0 ? ", " : "") + std::to_string(shape.length[axis]);
    return text + ")";
}

inline std::string words_for(const node_facts& of) {
    switch (of.product) {
    case product_layout::lanes:
        break;
    case product_layout::row_dots:
        return "stored in lanes; dot products along the rows, reduced together";
    case product_layout::rows:
        return "stored in lanes; packed matrix times rows, in registers";
    }
    switch (of.place) {
    case node_place::constant:
        return "a constant";
    case node_place::bound:
        return "shared, read where it is bound";
    case node_place::rows:
        return "read along the rows where they are bound";
    case node_place::lanes:
        return "stored in lanes";
    case node_place::scalar:
        return "stored once";
    case node_place::in_reader:
        return "computed inside " + std::to_string(of.reader);
    case node_place::view:
        break;
    }
    return "other indices, not stored";
}

inline std::string words_for(const result_facts& of, use_of_gradient use) {
    const std::string value = of.right < 0
                                  ? "node " + std::to_string(of.left)
                                  : "node " + std::to_string(of.left) + " times node " + std::to_string(of.right) +
                                        ", " + std::to_string(of.rows) + " x " + std::to_string(of.columns);
    switch (use) {
    case use_of_gradient::kept:
        return value + (of.along_rows ? ", written along its rows" : ", turned from lanes and written");
    case use_of_gradient::summed:
        return value + (of.along_rows ? ", summed along its rows" : ", summed in lanes");
    case use_of_gradient::clipped_and_summed:
        return value + (of.right < 0 ? ", its norm" : ", norm by norm") +
               (of.along_rows ? ", summed along its rows" : ", summed in lanes");
    case use_of_gradient::norm_kept:
        break;
    }
    return value + (of.right < 0 ? ", its norm" : ", norm by norm, not formed");
}

inline const char* words_for(phase when) {
    return when == phase::before ? "once, before the batch"
           : when == phase::tile ? "for each tile of examples"
                                 : "once, from the sums over the examples";
}

inline const char* words_for(use_of_gradient use) {
    switch (use) {
    case use_of_gradient::kept:
        return "each one kept";
    case use_of_gradient::summed:
        return "summed over the examples";
    case use_of_gradient::clipped_and_summed:
        return "clipped and summed over the examples";
    case use_of_gradient::norm_kept:
        break;
    }
    return "its norm kept";
}

/// Who is asked: a callable's program for a call, its number type, its sink.
template<class Derivative, class Policy, template<class, class> class Sink, use_of_gradient Use>
struct explainer {
    template<class... X>
    explanation operator()(const X&... x) const {
        const auto inputs = collect_inputs(x...);
        using bound_inputs = std::remove_const_t<decltype(inputs)>;
        using types = input_types<bound_inputs>;
        using T = typename decltype(Derivative::template checked<types>())::type;
        if constexpr (!types::any_each) {
            return typename error::vmap_without_each<label<typename Derivative::loss>>::stop{};
        } else {
            using program = typename Derivative::template program_for<types, extent::batch>;
            if constexpr (program::p.second_pass)
                return typename error::gradient_needs_a_second_pass_over_the_examples<
                    label<typename Derivative::loss>>::stop{};
            using L = std::conditional_t<std::is_same_v<Policy, looped_scalars>, T, lane::batch<T>>;
            using run_type = execution<program, L, bound_inputs>;
            const run_type run(inputs, nullptr);  // which checks, and counts the examples; numbers are not looked at
            constexpr double written = Use == use_of_gradient::kept ? program::wrt::elements + program::with_value
                                       : Use == use_of_gradient::norm_kept ? 1
                                                                           : 0;
            return {facts_of<program, static_cast<int>(lane::lanes<L>)>(Use), run.size(),
                    bytes_read<program, T, types>(std::make_integer_sequence<int, types::size>{}), written * sizeof(T),
                    run_type::template workspace_bytes<Sink<program, detail::number_of<program, L>>>};
        }
    }

private:
    template<class Program, class T, class Types, int... K>
    static double bytes_read(std::integer_sequence<int, K...>) {
        return (0.0 + ... + bytes_of<Program, T, typename Types::template at<K>>());
    }
    /// Of an entry of an input, if the loss uses it and has one for each example.
    template<class Program, class T, class Bound>
    static double bytes_of() {
        const int n = input_node(Program::g, Bound::name.view());
        if (n < 0 || !Program::p.needed[n] || !Program::g.nodes[n].per_example) return 0;
        std::size_t bytes = sizeof(T);
        if constexpr (!std::is_void_v<typename Bound::variable>) bytes = sizeof(typename Bound::memory_type::element);
        return static_cast<double>(Program::g.nodes[n].shape.size()) * static_cast<double>(bytes);
    }
};

template<class Program, class S>
using plain_total = total<Program, S, unweighted>;
template<class Program, class S>
using clipped_total = total<Program, S, clipped>;

}  // namespace detail

/// explain(f)(w = W, x = each(X)) tells how f(w = W, x = each(X)) runs: what is computed when and where, what is written
/// how, bytes, operations, workspace. f: vmap(grad(...)), alone or into a sink, or grad of a batch loss. The bindings are
/// checked as in a call, and nothing is run. Costs compiling the plan, not the run.
template<class Derivative, std::size_t Numbers, class Policy>
constexpr auto explain(gradients_function<Derivative, Numbers, Policy>) {
    return detail::explainer<Derivative, Policy, keep, use_of_gradient::kept>{};
}
template<class Derivative, std::size_t Numbers, class Policy, class Reduction>
constexpr auto explain(reduced_function<Derivative, Numbers, Policy, unweighted, Reduction>) {
    return detail::explainer<Derivative, Policy, detail::plain_total, use_of_gradient::summed>{};
}
template<class Derivative, std::size_t Numbers, class Policy, class Reduction>
constexpr auto explain(reduced_function<Derivative, Numbers, Policy, clipped, Reduction>) {
    return detail::explainer<Derivative, Policy, detail::clipped_total, use_of_gradient::clipped_and_summed>{};
}
template<class Derivative, std::size_t Numbers, class Policy>
constexpr auto explain(norms_function<Derivative, Numbers, Policy>) {
    return detail::explainer<Derivative, Policy, keep_norms, use_of_gradient::norm_kept>{};
}
template<class Derivative, std::size_t Numbers>
    requires sums_over_examples<typename Derivative::loss>
constexpr auto explain(gradient_function<Derivative, Numbers>) {
    return detail::explainer<Derivative, in_lanes, detail::plain_total, use_of_gradient::summed>{};
}

inline std::string explanation::text() const {
    std::ostringstream out;
    out << facts.parameters << " derivatives, " << detail::words_for(facts.use) << "; " << examples << " examples, "
        << (facts.lanes == 1 ? std::string("one after the other")
                             : std::to_string(facts.lanes) + " side by side in lanes")
        << '\n';
    if (!facts.unrolled) out << "a large loss: run node by node from a table\n";
    for (const phase when : {phase::before, phase::tile, phase::after}) {
        bool first = true;
        for (const node_facts& node : facts.nodes) {
            if (node.when != when || node.place == node_place::constant || node.place == node_place::bound) continue;
            if (std::exchange(first, false)) out << detail::words_for(when) << '\n';
            out << "  " << node.node << "  " << node.formula << ' ' << detail::words_for(node.shape) << ": "
                << detail::words_for(node) << '\n';
        }
    }
    out << "shared by all examples:";
    for (const node_facts& node : facts.nodes)
        if (node.place == node_place::constant || node.place == node_place::bound)
            out << ' ' << node.node << " = " << node.formula << ';';
    out << "\nresults\n";
    for (const result_facts& result : facts.results)
        out << "  " << result.name << ": " << detail::words_for(result, facts.use) << '\n';
    out << "an example: " << bytes_read << " bytes read, " << bytes_written << " written, " << facts.operations
        << " operations; workspace " << workspace << " bytes\n";
    return out.str();
}

inline std::string explanation::text(const machine& on) const {
    std::ostringstream out;
    const bool memory = (bytes_read + bytes_written) / on.bytes_per_ns >= facts.operations / on.operations_per_ns;
    out << text() << "limit: " << limit(on) << " ns an example, of " << (memory ? "moving the bytes" : "the operations")
        << '\n';
    return out.str();
}

inline std::ostream& operator<<(std::ostream& out, const explanation& of) { return out << of.text(); }

}  // namespace pergrad
