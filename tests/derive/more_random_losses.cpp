// Losses 7 to 12 of those that the compiler puts together at random: whatever the graph, all modes and central
// differences agree.
#include "random_losses.hpp"

BOOST_AUTO_TEST_SUITE(more_random_losses)

BOOST_AUTO_TEST_CASE(losses_7_to_12_agree_in_all_modes) { random_losses::check<7>(); }

BOOST_AUTO_TEST_SUITE_END()
