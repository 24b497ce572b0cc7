// How large a value is: its rank and the length of each axis, row-major. In: nothing. Out: `extents`, a plain constant
// that primitives, expressions and graphs all speak of. What a value consists of is its `kind`.
#pragma once

namespace pergrad {

/// Real numbers are differentiated; integers are data (labels, indices); conditions choose.
enum class kind { real, integer, condition };

/// Rank 0 is a scalar, (5) is not (5, 1). At most four axes.
struct extents {
    int rank = 0;
    int length[4] = {};

    constexpr bool operator==(const extents&) const = default;

    constexpr int at(int axis) const { return length[axis]; }

    /// The number of elements; 1 for a scalar.
    constexpr int size() const {
        int product = 1;
        for (int axis = 0; axis < rank; ++axis) product *= length[axis];
        return product;
    }

    /// The number of elements that one step along `axis` skips.
    constexpr int stride(int axis) const {
        int product = 1;
        for (int inner = axis + 1; inner < rank; ++inner) product *= length[inner];
        return product;
    }

    constexpr extents without(int axis) const {
        extents result{.rank = rank - 1};
        for (int k = 0; k < result.rank; ++k) result.length[k] = length[k < axis ? k : k + 1];
        return result;
    }

    constexpr extents with(int axis, int extent) const {
        extents result{.rank = rank + 1};
        for (int k = 0; k < result.rank; ++k)
            result.length[k] = k < axis ? length[k] : k == axis ? extent : length[k - 1];
        return result;
    }

    /// The axes followed by those of `inner`: what a batch, or an outer product, of values has.
    constexpr extents then(extents inner) const {
        extents result = *this;
        for (int k = 0; k < inner.rank; ++k) result.length[result.rank++] = inner.length[k];
        return result;
    }
};

}  // namespace pergrad
