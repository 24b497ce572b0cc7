// Relatives of the workloads: sizes that are no multiple of anything, and batches that fill the caches or many times more.
// None of them is what a kernel, a tile or a rule was made for.
#pragma once

#include "w2.hpp"
#include "w3.hpp"
#include "w4.hpp"
#include "w5.hpp"
#include "w6.hpp"

namespace workloads {

template<class Workload, std::size_t Examples, pg::fixed_string Name>
struct relative : Workload {
    static constexpr std::string_view name = Name.view();
    static constexpr std::size_t examples = Examples;

    template<class T>
    static batch<relative, T> make(std::size_t count = examples) {
        if constexpr (requires { Workload::template make_batch<relative, T>(count); })
            return Workload::template make_batch<relative, T>(count);
        else return random_batch<relative, T>(count);
    }
};

/// Of which only sums are asked for.
template<int Inputs, int Hidden, int Classes>
struct large_classifier : relu_classifier<Inputs, Hidden, Classes> {
    static constexpr bool only_sums = true;
};

using features_31 = relative<squared_error<31>, 16'384, "W2, 31 features">;
using features_33 = relative<squared_error<33>, 16'384, "W2, 33 features">;
using features_100 = relative<squared_error<100>, 4'096, "W2, 100 features">;
using affine_6_9 = relative<affine_loss<6, 9>, 16'384, "W3, 6 x 9">;
using network_17_33_31_2 = relative<tanh_network<17, 33, 31, 2>, 1'024, "W5, 17-33-31-2">;
using edge_of_caches = relative<w4, 65'536, "W4, more examples">;
using beyond_caches = relative<w4, 1'000'000, "W4, a million examples">;
using classifier_783_65_11 = relative<large_classifier<783, 65, 11>, 1'024, "W6, 783-65-11">;

}  // namespace workloads
