// A graph as a person would write it, so that a test can say what it expects: "add(multiply(x, x), y)".
#pragma once

#include <pergrad/pergrad.hpp>

#include <bit>
#include <initializer_list>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace graphs {

namespace pg = pergrad;

/// A node with all that it is made of. An input in parentheses has a value for each example. Behind the name of what
/// goes over arrays stand its axis, the places of its elements, or the sizes of its matrices, with a ' where it is read
/// as the transpose.
inline std::string text(const pg::graph& g, int n) {
    const pg::node& at = g.nodes[n];
    std::ostringstream out;
    if (pg::detail::is<pg::primitive::input>(g, n)) {
        const pg::graph_input& input = g.inputs[g.attribute(n, 0)];
        return input.per_example ? "(" + std::string(input.name) + ")" : std::string(input.name);
    }
    if (pg::detail::is_constant_node(g, n)) {
        out << std::bit_cast<double>(g.attribute(n, 0));
        return out.str();
    }
    out << at.op->name;
    if (pg::detail::is<pg::primitive::stored_number>(g, n)) {
        out << ' ' << g.attribute(n, 0);
        return out.str();
    }
    if (pg::detail::is<pg::primitive::product>(g, n))
        out << ' ' << g.attribute(n, 0) << 'x' << g.attribute(n, 1) << (g.attribute(n, 3) ? "' by " : " by ")
            << g.attribute(n, 1) << 'x' << g.attribute(n, 2) << (g.attribute(n, 4) ? "' " : " ");
    else if (pg::detail::is<pg::primitive::sum>(g, n) || pg::detail::is<pg::primitive::broadcast>(g, n))
        out << (g.attribute(n, 0) < 0 ? std::string(" all ") : " " + std::to_string(g.attribute(n, 0)) + " ");
    else if (pg::detail::is<pg::primitive::element>(g, n) || pg::detail::is<pg::primitive::assemble>(g, n)) {
        for (int k = 0; k < at.attribute_count; ++k) out << ' ' << g.attribute(n, k);
        out << ' ';
    }
    out << '(';
    for (int k = 0; k < at.operand_count; ++k) out << (k > 0 ? ", " : "") << text(g, g.operand(n, k));
    out << ')';
    return out.str();
}

/// The graph of a loss, made by calling the passes at run time.
struct written {
    std::unique_ptr<pg::graph> g = std::make_unique<pg::graph>();
    int loss = -1;

    template<class E>
    explicit written(E, std::initializer_list<std::string_view> per_example = {}) {
        loss = pg::lower(*g, pg::describe<typename pg::pure<E>::type>(),
                         {per_example.begin(), static_cast<int>(per_example.size())});
    }

    std::string text() const { return graphs::text(*g, loss); }
};

/// The derivative of E by each of the variables, as text; "none" where it does not depend on it.
template<class E, class... Variable>
std::vector<std::string> derivatives(E loss, std::initializer_list<std::string_view> per_example, Variable...) {
    const written of(loss, per_example);
    const int wrt[] = {pg::detail::input_node(*of.g, Variable::name.view())...};
    int found[sizeof...(Variable)];
    pg::add_derivatives(*of.g, pg::rules_of<pg::primitives_of<typename pg::pure<E>::type>>, of.loss, wrt,
                        sizeof...(Variable), found);
    std::vector<std::string> result;
    for (const int n : found) result.push_back(n < 0 ? "none" : text(*of.g, n));
    return result;
}

}  // namespace graphs
