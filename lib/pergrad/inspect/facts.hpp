// What the plan of a run says, as plain data. Everything here is asked of the functions that the run itself is compiled
// from. In: a program, the number of lanes of its tiles, what becomes of the gradients. Out: `plan_facts`.
#pragma once

#include <bit>
#include <sstream>
#include <string>
#include <vector>

#include <pergrad/batch/frame.hpp>

namespace pergrad {

/// What becomes of each example's gradient.
enum class use_of_gradient { kept, summed, clipped_and_summed, norm_kept };

/// Where a node's value is while a tile of examples is computed.
enum class node_place {
    constant,   ///< in the code
    bound,      ///< in the memory that the call binds: shared by all examples
    rows,       ///< there too, an entry for each example, read along its row
    lanes,      ///< stored, lane k for example k
    scalar,     ///< stored once, before the batch or after it
    in_reader,  ///< nowhere: computed element by element while its one reader is
    view        ///< nowhere: other indices into its operand
};

struct node_facts {
    int node;
    std::string formula;  ///< such as "multiply(3, 5)", with the numbers of the operands
    extents shape;
    phase when;
    node_place place;
    int reader;              ///< of a node in_reader; else -1
    product_layout product;  ///< where a product of a shared matrix and an example's vector is computed
};

/// One of the derivatives, or a term of a sum over the examples.
struct result_facts {
    std::string name;
    int left, right;  ///< nodes whose outer product it is; right is -1: it is node `left`
    int rows, columns;
    bool along_rows;  ///< written or added up along its rows; else in lanes
};

struct plan_facts {
    int lanes = 1;
    bool unrolled = true;  ///< straight-line code; else instructions in a table
    use_of_gradient use = use_of_gradient::kept;
    int parameters = 0;  ///< derivatives of an example
    std::vector<node_facts> nodes = {};
    std::vector<result_facts> results = {};
    double operations = 0;  ///< of an example: a function such as exp counts as one, a product's term as two
};

namespace detail {

/// Computed by its one reader: the reader, else -1.
template<class Program>
int reader_of(int n) {
    for (int user = n + 1; user < Program::g.size; ++user)
        for (int k = 0; k < Program::g.nodes[user].operand_count; ++k)
            if (Program::p.needed[user] && Program::g.operand(user, k) == n) return user;
    return -1;
}

template<class Program, int Lanes>
node_place place_of(int n) {
    const graph& g = Program::g;
    if (is<primitive::constant_value>(g, n) || is<primitive::example_count>(g, n)) return node_place::constant;
    if (is<primitive::stored_number>(g, n)) return node_place::bound;
    if (is<primitive::input>(g, n) && !g.nodes[n].per_example) return node_place::bound;
    if (g.nodes[n].op->is_view) return node_place::view;
    const phase when = Program::p.when[n];
    if (when == phase::tile && Lanes > 1 && (has_slot<Program, Lanes>(n, when) || !Program::p.unrolled))
        return node_place::lanes;
    if (is<primitive::input>(g, n)) return node_place::rows;
    return has_slot<Program, Lanes>(n, when) || is_leaf(g, n) ? node_place::scalar : node_place::in_reader;
}

template<class Program>
std::string formula_of(int n) {
    const graph& g = Program::g;
    std::ostringstream text;
    if (is<primitive::input>(g, n)) text << '"' << g.inputs[g.attribute(n, 0)].name << '"';
    else if (is<primitive::constant_value>(g, n)) text << std::bit_cast<double>(g.attribute(n, 0));
    else text << g.nodes[n].op->name;
    for (int k = 0; k < g.nodes[n].operand_count; ++k) text << (k == 0 ? "(" : ", ") << g.operand(n, k);
    if (g.nodes[n].operand_count > 0) text << ')';
    return text.str();
}

/// Operations of one evaluation of node n.
template<class Program>
double operations_of(int n) {
    const graph& g = Program::g;
    if (g.nodes[n].operand_count == 0 || g.nodes[n].op->is_view) return 0;
    if (is<primitive::product>(g, n))
        return 2.0 * static_cast<double>(g.attribute(n, 0) * g.attribute(n, 1) * g.attribute(n, 2));
    if (g.nodes[n].op->elementwise) return g.nodes[n].shape.size();
    double elements = 0;
    for (int k = 0; k < g.nodes[n].operand_count; ++k) elements += g.nodes[g.operand(n, k)].shape.size();
    return elements;
}

/// What result s is the derivative by: a variable, or one of several directions.
template<class Program>
std::string name_of_result(int s) {
    if constexpr (requires { Program::wrt::name; }) return std::string(Program::wrt::name[s]);
    else return "part " + std::to_string(s) + " of " + std::to_string(Program::directions) + " directions";
}

/// Operations that a sink adds to result s.
constexpr double operations_of_sink(const segment& s, use_of_gradient use) {
    const double outer = s.factored() ? s.size() : 0;                           // the products themselves
    const double squares = 2.0 * (s.factored() ? s.rows + s.columns : s.rows);  // |l r^T| = |l| |r|
    switch (use) {
    case use_of_gradient::kept:
        return outer;
    case use_of_gradient::summed:
        return outer + s.size();
    case use_of_gradient::clipped_and_summed:
        return squares + s.rows + outer + s.size();
    case use_of_gradient::norm_kept:
        break;
    }
    return squares;
}

}  // namespace detail

/// The facts of a program that runs in so many lanes. Cost: at run time, a few passes over the graph.
template<class Program, int Lanes>
plan_facts facts_of(use_of_gradient use) {
    const graph& g = Program::g;
    plan_facts facts{.lanes = Lanes, .unrolled = Program::p.unrolled, .use = use, .parameters = Program::wrt::elements};
    for (int n = 0; n < g.size; ++n) {
        if (!Program::p.needed[n]) continue;
        const node_place place = detail::place_of<Program, Lanes>(n);
        facts.nodes.push_back({n, detail::formula_of<Program>(n), g.nodes[n].shape, Program::p.when[n], place,
                               place == node_place::in_reader ? detail::reader_of<Program>(n) : -1,
                               layout_of_product<Program, Lanes>(n)});
        if (Program::p.when[n] == phase::tile) facts.operations += detail::operations_of<Program>(n);
    }
    constexpr int values = Program::with_value ? 1 : 0;
    for (int s = 0; s < Program::p.results.count; ++s) {
        const segment& of = Program::p.results.of[s];
        const bool is_gradient = !Program::of_batch_loss && !Program::is_dual && s >= values;
        facts.results.push_back({is_gradient              ? detail::name_of_result<Program>(s - values)
                                 : Program::of_batch_loss ? "sum over the examples"
                                                          : "loss",
                                 of.left, of.right, of.rows, of.columns, along_rows<Program, Lanes>(s)});
        if (is_gradient) facts.operations += detail::operations_of_sink(of, use);
        else if (Program::of_batch_loss) facts.operations += detail::operations_of_sink(of, use_of_gradient::summed);
    }
    constexpr int runs = (Program::all_directions + Program::directions - 1) / Program::directions;
    facts.operations *= runs;
    return facts;
}

}  // namespace pergrad
