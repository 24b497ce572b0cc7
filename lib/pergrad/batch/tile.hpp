// The loop over the examples of a batch, a tile of as many as there are lanes at a time. It is compiled once for a
// program and a sink, and the tail runs through it padded: an example's bits depend on nothing but the example.
// In: bound memory, and a sink that takes what each tile computed. Out: what the sink makes of it.
#pragma once

#include <pergrad/batch/sequence.hpp>

namespace pergrad {

/// Runs `examples` examples from bound.data on: whole tiles, or one that is not. sink.take(evaluator, data, first, valid) is
/// called for each tile; sink.begin_run(first, examples) before the first, and sink.end_run(call) after the last, if
/// the sink has them: then the inputs may move.
template<class Program, class S, class Before, class Sink>
PERGRAD_ONE_COPY void run_tiles(const call<Program, lane::scalar_of<primal_t<S>>>& bound, Before* before, Sink& sink,
                                std::size_t first, std::size_t examples) {
    using T = lane::scalar_of<primal_t<S>>;
    constexpr std::size_t lanes = lane::lanes<primal_t<S>>;
    const auto each_input = [](auto f) PERGRAD_INLINE_LAMBDA {
        for_each_index<Program::g.input_size>([&](auto k) PERGRAD_INLINE_LAMBDA {
            if constexpr (Program::g.inputs[k].per_example) f(k);
        });
    };
    Sink mine = sink;  // a copy, and below one of the call: what vectors are stored to could be anything but a local
    const auto run = [&](const call<Program, T> from) PERGRAD_INLINE_LAMBDA {
        using tile_type = evaluator_of<Program, phase::tile, S, Before>;
        tile_type(from, before, from.tile_memory).prepare();
        const T* data[call<Program, T>::inputs];
        std::ptrdiff_t offset[call<Program, T>::inputs] = {};
        if constexpr (requires { mine.begin_run(first, examples); }) mine.begin_run(first, examples);
        for (std::size_t done = 0; done < examples; done += lanes) {
            each_input([&](auto k) PERGRAD_INLINE_LAMBDA { data[k] = from.input[k].data + offset[k]; });
            tile_type tile(from, before, from.tile_memory);
            tile.load(data);
            tile.run();
            mine.take(tile, data, first + done, examples - done < lanes ? examples - done : lanes);
            each_input([&](auto k) PERGRAD_INLINE_LAMBDA {
                offset[k] += static_cast<std::ptrdiff_t>(lanes) * from.input[k].example_stride;
            });
        }
        if constexpr (requires { mine.end_run(from); }) mine.end_run(from);
    };
    // With strides that the compiler knows it can do better: those of rows side by side.
    call<Program, T> rows = bound;
    bool side_by_side = true;
    each_input([&](auto k) PERGRAD_INLINE_LAMBDA {
        constexpr std::ptrdiff_t size = Program::g.inputs[k].shape.size();
        const input_place<T>& place = bound.input[k];
        if constexpr (lanes == 1)
            side_by_side = side_by_side && place.example_stride == size && (size == 1 || place.element_stride == 1);
        else if (!needs_rows<Program, lanes>(k) && place.example_stride == 1) return;  // the examples side by side
        rows.input[k].example_stride = size;
        rows.input[k].element_stride = 1;
    });
    if constexpr (lanes > 1) return run(rows);  // others are packed
    else if constexpr (!Program::single)
        if (side_by_side) return run(rows);
    run(bound);
}

}  // namespace pergrad
