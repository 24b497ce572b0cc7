// The largest and the smallest of many: a choice among elements, whose slope goes to what was chosen.
#pragma once

#include <pergrad/primitive/choice.hpp>
#include <pergrad/primitive/tensor.hpp>

namespace pergrad::primitive {

/// The largest of all elements, or the smallest: NaN if one is, and then with slopes 0. Those that are equal to it share
/// the slope.
template<class Choice>
struct extreme : structural<1> {
    static constexpr auto derivative = flow::selective;

    template<class Node, class S>
    PERGRAD_INLINE static void value(auto store, auto x) {
        constexpr int n = Node::operand(0).size();
        const auto chosen_of = [&](auto element) PERGRAD_INLINE_LAMBDA {
            auto chosen = element(0);
            for (int k = 1; k < n; ++k) chosen = apply<Choice>(chosen, element(k));
            return chosen;
        };
        if constexpr (symbolic<S>) {  // dual numbers: by x - x, which is 0 and has the tangents
            const S y = chosen_of([&](int k) { return S(apply<stop_gradient>(S(x(k)))); });
            S sum(0), count(0);
            for (int k = 0; k < n; ++k) {
                const auto is_chosen = apply<equal>(S(x(k)), y);
                sum = sum + apply<select>(is_chosen, apply<distance>(S(x(k)), S(apply<stop_gradient>(S(x(k))))), S(0));
                count = count + S(apply<select>(is_chosen, S(1), S(0)));
            }
            store(0, S(y + sum / apply<max>(count, S(1))));
        } else {
            store(0, chosen_of([&](int k) PERGRAD_INLINE_LAMBDA { return S(x(k)); }));
        }
    }
    /// 1 / m at each of the m elements that are equal to y.
    static constexpr auto shares = [](auto x, auto y) {
        const auto chosen = apply<select>(apply<equal>(x, y), 1, 0);
        return chosen / apply<max>(make<sum>({}, {every_axis, x.shape().size()}, chosen), 1);
    };
    static constexpr auto pullback = per_operand{[](auto d, auto x, auto y) { return d * shares(x, y); }};
    static constexpr auto pushforward =
        per_operand{[](auto t, auto x, auto y) { return inner_product(t, shares(x, y)); }};
};
struct largest : extreme<max> {
    static constexpr auto name = "max";
};
struct smallest : extreme<min> {
    static constexpr auto name = "min";
};

}  // namespace pergrad::primitive
