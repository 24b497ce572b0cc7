// What a loss of arrays and its gradient are, from a loop written by hand; and numbers whose products and sums no
// rounding touches, so that whatever adds them up, in whatever order, has to find the same bits.
#pragma once

#include "agree.hpp"

#include <initializer_list>
#include <vector>

namespace by_hand {

namespace pg = pergrad;
using namespace pg::literals;
using namespace agreement;

/// Not the library's arithmetic: the loops run in this.
using exact = long double;

/// Of losses whose numbers are all multiples of powers of two, and small, nothing is rounded in any mode.
inline constexpr within to_the_bit{.modes = 0};

/// Multiples of 1/8 from -2 to 2, without order.
inline std::vector<double> eighths(std::size_t count, unsigned seed) {
    std::vector<double> result;
    for (std::size_t k = 0; k < count; ++k) {
        seed = seed * 1664525u + 1013904223u;
        result.push_back((static_cast<double>(seed >> 27) - 16) / 8);
    }
    return result;
}

/// The losses of the examples and their gradients, as outcome has them.
struct result {
    outcome<double> known;

    void add(exact value, std::initializer_list<std::vector<exact>> gradient_by_variable) {
        known.values.push_back(static_cast<double>(value));
        for (const auto& gradient : gradient_by_variable)
            for (const exact g : gradient) known.gradients.push_back(static_cast<double>(g));
    }
    void check(const outcome<double>& found, double relative = 0, double scale = 0) const {
        check_is(found, known.values, known.gradients, relative, scale);
    }
};

}  // namespace by_hand
