// What a user asks about a gradient besides its value: how it is computed. Not part of pergrad.hpp, since it prints.
#pragma once

#include <pergrad/inspect/compare.hpp>
#include <pergrad/inspect/explain.hpp>
