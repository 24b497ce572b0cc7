// Comparisons, logic and the functions that choose. Their adjoint is selected, not multiplied, so that what was not
// chosen can be infinite or NaN without harm. Conventions at a tie or a kink stand beside each.
#pragma once

#include <pergrad/primitive/primitive.hpp>

namespace pergrad::primitive {

/// A comparison of two numbers, or a connective of conditions: no derivative.
template<int Arity, kind Operand>
struct decision : elementwise<Arity> {
    static constexpr auto derivative = flow::blocked;
    static constexpr auto result = kind::condition;
    static constexpr kind operand(int) { return Operand; }
};
using comparison = decision<2, kind::real>;

struct less : comparison {
    static constexpr auto name = "less";
    static constexpr auto value = [](auto x, auto y) { return lane::less(x, y); };
};
struct less_equal : comparison {
    static constexpr auto name = "less_equal";
    static constexpr auto value = [](auto x, auto y) { return lane::less_equal(x, y); };
};
struct greater : comparison {
    static constexpr auto name = "greater";
    static constexpr auto value = [](auto x, auto y) { return lane::greater(x, y); };
};
struct greater_equal : comparison {
    static constexpr auto name = "greater_equal";
    static constexpr auto value = [](auto x, auto y) { return lane::greater_equal(x, y); };
};
struct equal : comparison {
    static constexpr auto name = "equal";
    static constexpr auto value = [](auto x, auto y) { return lane::equal(x, y); };
};
struct not_equal : comparison {
    static constexpr auto name = "not_equal";
    static constexpr auto value = [](auto x, auto y) { return lane::not_equal(x, y); };
};

struct both : decision<2, kind::condition> {
    static constexpr auto name = "both";
    static constexpr auto value = [](auto a, auto b) { return lane::both(a, b); };
};
struct either : decision<2, kind::condition> {
    static constexpr auto name = "either";
    static constexpr auto value = [](auto a, auto b) { return lane::either(a, b); };
};
struct negated : decision<1, kind::condition> {
    static constexpr auto name = "negated";
    static constexpr auto value = [](auto a) { return lane::negated(a); };
};

/// x where the condition holds, else y: both are computed, only the chosen one has a derivative.
struct select : elementwise<3> {
    static constexpr auto name = "select";
    static constexpr auto derivative = flow::selective;
    static constexpr kind operand(int k) { return k == 0 ? kind::condition : kind::real; }
    static constexpr auto value = [](auto condition, auto x, auto y) { return lane::select(condition, x, y); };
    static constexpr auto slope =
        per_operand{no_slope{}, [](auto condition, auto, auto, auto) { return apply<select>(condition, 1, 0); },
                    [](auto condition, auto, auto, auto) { return apply<select>(condition, 0, 1); }};
};

/// The larger one; NaN if either is NaN. At a tie both have slope 1/2.
struct max : elementwise<2> {
    static constexpr auto name = "max";
    static constexpr auto derivative = flow::selective;
    static constexpr auto value = [](auto x, auto y) {
        return lane::select(lane::either(lane::greater(x, y), lane::not_equal(x, x)), x, y);
    };
    static constexpr auto share = [](auto mine, auto other) {
        return apply<select>(apply<greater>(mine, other), 1, apply<select>(apply<equal>(mine, other), 0.5, 0));
    };
    static constexpr auto slope =
        per_operand{[](auto x, auto y, auto) { return share(x, y); }, [](auto x, auto y, auto) { return share(y, x); }};
};

/// The smaller one; NaN if either is NaN. At a tie both have slope 1/2.
struct min : elementwise<2> {
    static constexpr auto name = "min";
    static constexpr auto derivative = flow::selective;
    static constexpr auto value = [](auto x, auto y) {
        return lane::select(lane::either(lane::less(x, y), lane::not_equal(x, x)), x, y);
    };
    static constexpr auto slope = per_operand{[](auto x, auto y, auto) { return max::share(y, x); },
                                              [](auto x, auto y, auto) { return max::share(x, y); }};
};

/// max(x, 0), NaN for NaN; slope 0 at 0, as in machine learning.
struct relu : elementwise<1> {
    static constexpr auto name = "relu";
    static constexpr auto derivative = flow::selective;
    static constexpr auto value = [](auto x) {
        const auto zero = lane::broadcast<decltype(x)>(0);
        return lane::select(lane::less(x, zero), zero, x);
    };
    static constexpr auto slope = [](auto x, auto) { return apply<select>(apply<greater>(x, 0), 1, 0); };
};

/// |x|; slope 0 at 0.
struct abs : elementwise<1> {
    static constexpr auto name = "abs";
    static constexpr auto derivative = flow::selective;
    static constexpr auto value = [](auto x) { return lane::abs(x); };
    static constexpr auto slope = [](auto x, auto) {
        return apply<select>(apply<greater>(x, 0), 1, apply<select>(apply<less>(x, 0), -1, 0));
    };
};

}  // namespace pergrad::primitive
