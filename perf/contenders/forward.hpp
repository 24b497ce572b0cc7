// Libraries of dual numbers, as their users write them: the loss of one example over their number type, one direction for
// each parameter, example by example. Those that are found when the measurements are built.
#pragma once

#include "../workloads/w1.hpp"
#include "../workloads/w2.hpp"
#include "../workloads/w3.hpp"
#include "../workloads/w4.hpp"

#if PERGRAD_PERF_EIGEN
#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>
#endif
#if PERGRAD_PERF_CERES
#include <ceres/jet.h>
#endif

namespace contenders {

/// A workload's loss, for any number type of the parameters.
template<class Workload>
struct plain_loss;

template<>
struct plain_loss<workloads::w1> {
    template<class S>
    static S of(const S* w, const float* x, const float* y) {
        const S residual = *w * *x - *y;
        return residual * residual;
    }
};

/// Not by `auto`: what the products of these libraries are may be expressions that refer to temporaries.
template<int size, class S>
S dot(const S* p, const float* x) {
    S sum = p[0] * x[0];
    for (int i = 1; i < size; ++i) sum += p[i] * x[i];
    return sum;
}

template<>
struct plain_loss<workloads::w2> {
    template<class S>
    static S of(const S* p, const float* x, const float* y) {
        const S residual = dot<32>(p, x) - *y;
        return residual * residual;
    }
};

template<>
struct plain_loss<workloads::w3> {
    template<class S>
    static S of(const S* p, const float* x, const float* t) {
        S sum = S(0);
        for (int i = 0; i < 5; ++i) {
            const S residual = dot<7>(p + 7 * i, x) + p[35 + i] - t[i];
            sum += residual * residual;
        }
        return sum;
    }
};

template<>
struct plain_loss<workloads::w4> {
    template<class S>
    static S of(const S* p, const float* x, const float* y) {
        using std::exp;
        using std::log;
        const S power = exp(dot<64>(p, x) * -*y);
        return log(power + 1.0f);
    }
};

/// Number: the library's type for D directions, made of a value and a direction.
template<class Number>
struct one_by_one {
    template<class Workload>
    static void run(const workloads::batch<Workload, float>& batch, std::span<float> out, auto variable,
                    auto derivatives) {
        constexpr int D = static_cast<int>(Workload::parameters);
        std::vector<Number> p(Workload::parameters);
        for (int i = 0; i < D; ++i) p[std::size_t(i)] = variable(batch.parameters[std::size_t(i)], i);
        for (std::size_t n = 0; n < batch.examples; ++n) {
            const Number loss = plain_loss<Workload>::of(p.data(), batch.features.data() + n * Workload::features,
                                                         batch.targets.data() + n * Workload::targets);
            std::copy_n(derivatives(loss), D, out.data() + n * Workload::parameters);
        }
    }
};

#if PERGRAD_PERF_EIGEN
struct eigen_autodiff {
    static constexpr auto name = "eigen-autodiff";

    template<class Workload>
        requires requires { sizeof(plain_loss<Workload>); }
    static void each(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        constexpr int D = static_cast<int>(Workload::parameters);
        using number = Eigen::AutoDiffScalar<Eigen::Matrix<float, D, 1>>;
        one_by_one<number>::run(
            batch, out, [](float value, int direction) { return number(value, D, direction); },
            [](const number& loss) { return loss.derivatives().data(); });
    }
};
#endif

#if PERGRAD_PERF_CERES
struct jet {
    static constexpr auto name = "jet";

    template<class Workload>
        requires requires { sizeof(plain_loss<Workload>); }
    static void each(const workloads::batch<Workload, float>& batch, std::span<float> out) {
        using number = ceres::Jet<float, static_cast<int>(Workload::parameters)>;
        one_by_one<number>::run(
            batch, out, [](float value, int direction) { return number(value, direction); },
            [](const number& loss) { return loss.v.data(); });
    }
};
#endif

}  // namespace contenders
