// What a primitive computes with: a plain float or double, or a batch of lanes in which lane k is example k of the
// tile. Every function here is written alike for both, so that a primitive is told once, and is lane-pure: a lane's
// result depends on that lane alone.
//
// Call them qualified, `lane::exp(x)`: an unqualified call would find xsimd's function of that name too.
#pragma once

#include <pergrad/primitive/lane_arithmetic.hpp>
#include <pergrad/primitive/lane_by_lane.hpp>
#include <pergrad/primitive/lane_math.hpp>
#include <pergrad/primitive/lane_transpose.hpp>
