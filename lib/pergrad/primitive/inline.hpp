// For the small functions that a tile's straight-line code is made of: whatever the optimizer thinks of their
// number, they must not become calls, or every batch of lanes would travel through memory.
#pragma once
#define PERGRAD_INLINE [[gnu::always_inline]] inline
/// The same for a lambda, between its parameters and its body.
#define PERGRAD_INLINE_LAMBDA __attribute__((always_inline))

/// A loop compiled exactly once, so that an example's bits can't depend on which copy of it ran: g++ clones functions
/// that are merely not inlined.
#if defined __clang__
#define PERGRAD_ONE_COPY [[gnu::noinline]]
#else
#define PERGRAD_ONE_COPY [[gnu::noipa]]
#endif
