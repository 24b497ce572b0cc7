// Losses 1 to 6 of those that the compiler puts together at random: whatever the graph, all modes and central
// differences agree.
#include "random_losses.hpp"

BOOST_AUTO_TEST_SUITE(random_losses)

BOOST_AUTO_TEST_CASE(losses_1_to_6_agree_in_all_modes) { random_losses::check<1>(); }

BOOST_AUTO_TEST_SUITE_END()
