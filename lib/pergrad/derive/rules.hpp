// The derivative rules of a program's primitives, by which the passes go. In: the list of types. Out: a table from
// operation to rule, with the rule of each primitive as its struct tells it.
#pragma once

#include <pergrad/graph/primitives.hpp>
#include <pergrad/graph/simplify.hpp>

namespace pergrad {

struct rule {
    /// Whether a derivative passes to operand k.
    bool (*passes)(int k);
    /// What operand k gets when node n has the adjoint d.
    reference (*pullback)(graph& g, int n, int k, reference d);
    /// What node n gets when operand k has the tangent t; not asked of linear functions.
    reference (*pushforward)(graph& g, int n, int k, reference t);
};

namespace detail {

template<class P>
constexpr bool passes_to(int k) {
    if constexpr (P::variadic) return true;
    else if constexpr (P::arity == 0) return false;
    else
        return [k]<int... K>(std::integer_sequence<int, K...>) {
            return ((k == K && has_rule<P, K>) || ...);
        }(std::make_integer_sequence<int, P::arity>{});
}

template<class P, int K>
constexpr reference pull_back_to(graph& g, int n, reference d, int operand) {
    if constexpr (!has_rule<P, K>) {
        return d;
    } else {
        const auto with_operands = [&]<int... I>(std::integer_sequence<int, I...>) {
            return rule_by<P, K>()(reference{&g, g.operand(n, I)}..., reference{&g, n});
        };
        const auto indices = std::make_integer_sequence<int, P::arity>{};
        if constexpr (!P::is_elementwise && P::variadic) {
            // The rule sees the one operand, and the attribute that belongs to it first.
            return rule_by<P, K>()(d, reference{&g, g.operand(n, operand)},
                                   reference{.in = &g, .id = n, .skip = operand});
        } else if constexpr (!P::is_elementwise) {
            return [&]<int... I>(std::integer_sequence<int, I...>) {
                return rule_by<P, K>()(d, reference{&g, g.operand(n, I)}..., reference{&g, n});
            }(indices);
        } else if constexpr (P::variadic) {
            return sum_to(d, g.nodes[g.operand(n, operand)].shape);
        } else {
            return sum_to(d * with_operands(indices), g.nodes[g.operand(n, operand)].shape);
        }
    }
}

template<class P>
constexpr reference pull_back(graph& g, int n, int k, reference d) {
    reference result = d;
    const bool found = [&]<int... K>(std::integer_sequence<int, K...>) {
        return (((P::variadic || k == K) && (result = pull_back_to<P, K>(g, n, d, k), true)) || ...);
    }(std::make_integer_sequence<int, P::variadic ? 1 : P::arity>{});
    return found ? result : d;
}

template<class P, int K>
constexpr reference push_forward_from(graph& g, int n, reference t) {
    if constexpr (!has_rule<P, K> || P::linear) {
        return t;
    } else {
        return [&]<int... I>(std::integer_sequence<int, I...>) {
            if constexpr (P::is_elementwise && P::variadic) return t;
            else if constexpr (P::is_elementwise)
                return rule_by<P, K>()(reference{&g, g.operand(n, I)}..., reference{&g, n}) * t;
            else return push_by<P, K>()(t, reference{&g, g.operand(n, I)}..., reference{&g, n});
        }(std::make_integer_sequence<int, P::arity>{});
    }
}

template<class P>
constexpr reference push_forward(graph& g, int n, int k, reference t) {
    reference result = t;
    [&]<int... K>(std::integer_sequence<int, K...>) {
        static_cast<void>(((k == K && (result = push_forward_from<P, K>(g, n, t), true)) || ...));
    }(std::make_integer_sequence<int, P::variadic ? 0 : P::arity>{});
    return result;
}

}  // namespace detail

/// Whether a slope of node n can be infinite, or is one of a product in which zero annihilates: it does from there on.
constexpr bool is_singular(const graph& g, int n) {
    return g.nodes[n].op->derivative == primitive::flow::singular ||
           (detail::is<primitive::product>(g, n) && g.attribute(n, 5) == 1);
}

/// The rules of a list of primitives, found by hashing.
struct rule_table {
    static constexpr int capacity = 256;
    std::uint64_t key[capacity];
    rule value[capacity];
    bool used[capacity];

    constexpr void add(const operation* op, rule r) {
        const int place = slot(op);
        key[place] = op->hash;
        value[place] = r;
        used[place] = true;
    }
    constexpr const rule& of(const operation* op) const { return value[slot(op)]; }

private:
    constexpr int slot(const operation* op) const {
        int place = static_cast<int>(op->hash % capacity);
        while (used[place] && key[place] != op->hash) place = (place + 1) % capacity;
        return place;
    }
};

template<class List>
inline constexpr rule_table rules_of{};
template<class... P>
inline constexpr rule_table rules_of<primitives<P...>> = [] {
    rule_table table{};
    (table.add(&operation_of<P>, {detail::passes_to<P>, detail::pull_back<P>, detail::push_forward<P>}), ...);
    return table;
}();

}  // namespace pergrad
