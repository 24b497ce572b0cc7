// The best we know to write for a workload by hand, in registers, with its derivative and its plan worked out on paper:
// the bar for "batched".
#pragma once

#include "hand_vectorised/affine.hpp"
#include "hand_vectorised/classifier.hpp"
#include "hand_vectorised/dot_rows.hpp"
#include "hand_vectorised/network.hpp"
#include "hand_vectorised/scalar.hpp"

namespace contenders {

struct hand_vectorised : by_kernels<vectorised::by_hand> {
    static constexpr auto name = "hand-vectorised";
};

}  // namespace contenders
