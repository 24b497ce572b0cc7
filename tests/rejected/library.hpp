// What all rejected programs include.
#include <pergrad/pergrad.hpp>
