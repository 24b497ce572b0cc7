// One call from its arguments to its results: checks, binds, and runs the phases. In: a program, the number type of its
// tiles, and the inputs. Out: results in memory that is there already; nothing is written if a check fails.
#pragma once

#include <algorithm>

#include <pergrad/batch/tile.hpp>
#include <pergrad/reduce/keep.hpp>
#include <pergrad/reduce/total.hpp>
#include <pergrad/transform/arguments.hpp>

namespace pergrad {
namespace detail {

/// The number type of a phase: lanes, or scalars, with tangents in dual mode.
template<class Program, class L>
using number_of = std::conditional_t<Program::is_dual, Dual<L, Program::directions>, L>;

struct nothing_before {};

/// The number of examples of an argument, whose lengths are checked; -1 if it is shared.
template<class Bound>
std::ptrdiff_t examples_of(const Bound& from) {
    // a member of a struct has the shape of the loss's variable, which its reader checks
    if constexpr (!std::is_void_v<typename Bound::variable>) {
        constexpr role how = Bound::how == role::each_chosen ? role::each_first : Bound::how;
        const auto view =
            view_input(Bound::name.view(), Bound::memory_type::look(*from.source), Bound::variable::shape::value, how);
        if constexpr (Bound::how == role::each_chosen)
            return static_cast<std::ptrdiff_t>(std::ranges::size(*from.indices));
        else if constexpr (how != role::shared) return view.examples;
    }
    return -1;
}

/// The number of examples in which all arguments agree, used by the loss or not; 1 if all are shared.
template<class... Bound>
std::ptrdiff_t common_examples(const hana::tuple<Bound...>& inputs) {
    std::ptrdiff_t examples = -1;
    std::string_view counted;
    hana::for_each(inputs, [&](const auto& from) {
        const std::string_view name = from.name.view();
        const std::ptrdiff_t has = examples_of(from);
        if (has < 0) return;
        if (examples >= 0 && has != examples)
            refuse(name, std::to_string(has) + " examples",
                   std::to_string(examples) + ", as \"" + std::string(counted) + "\" has");
        examples = has;
        counted = name;
    });
    return examples < 0 ? 1 : examples;
}

/// The arguments that a loss uses, in the order of its inputs, each with its reader.
template<class Program, class L, class Inputs, class Indices>
struct readers_of;
template<class Program, class L, class Inputs, int... K>
struct readers_of<Program, L, Inputs, std::integer_sequence<int, K...>> {
    using types = input_types<Inputs>;
    template<int I>
    static constexpr graph_input of = Program::g.inputs[I];
    template<int I>
    static constexpr int position = types::position(of<I>.name);
    /// How many examples are packed at a time, of inputs that do not lie in place: whole tiles, that stay next to the core.
    static constexpr int packed = [] {
        constexpr int bytes = 8192, lanes = lane::lanes<L>;
        int example = 1;
        for (int k = 0; k < Program::g.input_size; ++k)
            if (Program::g.inputs[k].per_example) example += Program::g.inputs[k].shape.size();
        return std::max(1, bytes / static_cast<int>(sizeof(lane::scalar_of<L>)) / example / lanes) * lanes;
    }();
    template<int I>
    using reader =
        input_reader<typename types::template at<position<I>>, lane::scalar_of<L>, of<I>.shape, of<I>.per_example,
                     lane::lanes<L>, needs_rows<Program, lane::lanes<L>>(I), packed, index_limit<Program>(I)>;
    using type = call_inputs<lane::scalar_of<L>, reader<K>...>;

    static void look(type& readers, const Inputs& inputs) {
        (std::get<K>(readers.readers).look(types::name[position<K>], inputs[hana::int_c<position<K>>]), ...);
    }
};

}  // namespace detail

/// Program: what to compute. L: a batch of lanes, or a plain scalar. Inputs: a Hana tuple of `bound`.
template<class Program, class L, class Inputs>
class execution {
    using T = lane::scalar_of<L>;
    using tile_number = detail::number_of<Program, L>;
    using shared_number = detail::number_of<Program, T>;
    using before_evaluator = evaluator_of<Program, phase::before, shared_number, detail::nothing_before>;
    using tile_evaluator = evaluator_of<Program, phase::tile, tile_number, before_evaluator>;
    using after_evaluator = evaluator_of<Program, phase::after, shared_number, before_evaluator>;
    using readers = detail::readers_of<Program, L, Inputs, std::make_integer_sequence<int, Program::g.input_size>>;
    static constexpr int lanes = lane::lanes<L>;

    static constexpr bool divides_by_examples = [] {
        for (int n = 0; n < Program::g.size; ++n)
            if (detail::is<primitive::example_count>(Program::g, n)) return true;
        return false;
    }();

public:
    /// Looks at the memory of all inputs and checks lengths and indices; throws std::invalid_argument.
    execution(const Inputs& bound_inputs, const double* numbers) : examples(detail::common_examples(bound_inputs)) {
        readers::look(inputs, bound_inputs);
        inputs.check_indices();
        if (divides_by_examples && examples == 0) throw std::invalid_argument("pergrad: the mean of no examples");
        bound_call.numbers = numbers;
        bound_call.examples = static_cast<std::size_t>(examples);
    }

    std::size_t size() const { return static_cast<std::size_t>(examples); }

    /// What a run into this sink works in.
    template<class Sink>
    static constexpr std::size_t workspace_bytes = [] {
        std::size_t bytes = Sink::workspace + 64;
        bytes += before_evaluator::workspace + 64;
        bytes += tile_evaluator::workspace + 64;
        bytes += after_evaluator::workspace + 64;
        bytes += matrix_packer<Program, L>::bytes + 64;
        return bytes + readers::type::pack_bytes + 64;
    }();

    /// Throws if [out, out + length) overlaps an input.
    void refuse_overlap(const T* out, std::size_t length) const { inputs.refuse_overlap(out, length); }

    /// Keeps every example's value and gradient.
    void run_each(T* values, T* gradients) {
        using sink_type = keep<Program, tile_number>;
        workspace<workspace_bytes<sink_type>> memory;
        prepare(memory);
        sink_type sink(values, gradients, size(), memory.take(sink_type::workspace));
        in_directions([&] {
            sink.begin_directions(bound_call.direction);
            before_evaluator before = run_before(memory_before);
            for_each_tile_run(0, size(), [&](std::size_t first, std::size_t count) {
                run_tiles<Program, tile_number>(bound_call, &before, sink, first, count);
            });
        });
    }

    /// Keeps the norm of every example's gradient.
    void run_norms(T* norms) {
        using sink_type = keep_norms<Program, tile_number>;
        workspace<workspace_bytes<sink_type>> memory;
        prepare(memory);
        sink_type sink{norms};
        before_evaluator before = run_before(memory_before);
        for_each_tile_run(0, size(), [&](std::size_t first, std::size_t count) {
            run_tiles<Program, tile_number>(bound_call, &before, sink, first, count);
        });
    }

    /// Sums the examples' values and gradients, these weighted.
    template<class Weight = unweighted>
    void run_sum(T* value, T* gradient, Weight weight = {}) {
        run_blocks(weight, [&](const T* sums) {
            if constexpr (Program::is_dual) {
                if (bound_call.direction == 0 && value != nullptr) *value = sums[0];
                std::copy_n(sums + 1, Program::directions, gradient + bound_call.direction);
            } else {
                constexpr int from = Program::with_value ? 1 : 0;
                if constexpr (Program::with_value) *value = sums[0];
                std::copy_n(sums + from, Program::p.results.size - from,
                            gradient + bound_call.direction * Program::wrt::row);
            }
        });
    }

    /// A loss that itself sums over the examples: the sums first, then what is made of them.
    void run_batch_loss(T* value, T* gradient) {
        run_blocks(unweighted{}, [&](const T* sums) {
            bound_call.totals = sums;
            after_evaluator after(bound_call, current_before, memory_after);
            after.prepare();
            after.run();
            if constexpr (Program::is_dual) {
                const auto result = after.template element<Program::source.outputs.node[0]>(0);
                if constexpr (is_dual_number<std::remove_const_t<decltype(result)>>) {
                    if (bound_call.direction == 0 && value != nullptr) *value = result.value;
                    std::copy_n(result.tangent, Program::directions, gradient + bound_call.direction);
                } else {
                    if (value != nullptr) *value = result;
                    std::fill_n(gradient + bound_call.direction, Program::directions, T(0));
                }
            } else {
                constexpr int from = Program::with_value ? 1 : 0;
                if constexpr (Program::with_value) *value = after.template element<Program::source.outputs.node[0]>(0);
                T* to = gradient + bound_call.direction * Program::wrt::row;
                for_each_index<Program::source.outputs.size - from>([&](auto k) {
                    constexpr int n = Program::source.outputs.node[k + from];
                    for (int i = 0; i < Program::g.nodes[n].shape.size(); ++i) *to++ = after.template element<n>(i);
                });
            }
        });
    }

private:
    template<class Memory>
    void prepare(Memory& memory) {
        memory_before = memory.take(before_evaluator::workspace);
        bound_call.tile_memory = memory.take(tile_evaluator::workspace);
        memory_after = memory.take(after_evaluator::workspace);
        inputs.place_shared(memory.take(readers::type::pack_bytes), bound_call.input);
        T* packed = reinterpret_cast<T*>(memory.take(matrix_packer<Program, L>::bytes));
        matrix_packer<Program, L>::pack(packed, bound_call.input);
        bound_call.packed = packed;
    }

    before_evaluator run_before(std::byte* at) {
        before_evaluator before(bound_call, nullptr, at);
        before.prepare();
        before.run();
        return before;
    }

    /// Runs once for every few directions. The last ones may have been among those before: they come out the same.
    template<class F>
    void in_directions(F&& f) {
        constexpr int step = Program::directions, last = Program::all_directions - step;
        for (bound_call.direction = 0;; bound_call.direction = std::min(bound_call.direction + step, last)) {
            f();
            if (bound_call.direction == last) return;
        }
    }

    /// Calls run(first, count) for whole tiles, for all of them if their inputs lie in place, and then for the rest.
    template<class Run>
    void for_each_tile_run(std::size_t first, std::size_t count, Run&& run) {
        const std::size_t whole = count / lanes * lanes, most = inputs.in_place() ? whole : readers::packed;
        for (std::size_t done = 0; done < count;) {
            const std::size_t used = done < whole ? std::min(most, whole - done) : count - done;
            inputs.place_examples(first + done, used, bound_call.input);
            run(first + done, used);
            done += used;
        }
    }

    /// Runs all examples into sums, and calls finish(sums) for each run over the batch.
    template<class Weight, class Finish>
    void run_blocks(Weight weight, Finish&& finish) {
        using sink_type = total<Program, tile_number, Weight>;
        const std::size_t levels = size() > examples_of_a_block ? sink_type::workspace_of_levels(size()) : 0;
        workspace<workspace_bytes<sink_type>> memory(levels);
        prepare(memory);
        std::byte* sink_memory = memory.take(sink_type::workspace);
        std::byte* level_memory = levels > 0 ? memory.take(levels) : nullptr;
        in_directions([&] {
            sink_type sink(sink_memory, level_memory, weight);
            before_evaluator before = run_before(memory_before);
            current_before = &before;
            for (std::size_t start = 0; start < size(); start += examples_of_a_block) {
                sink.begin_block();
                for_each_tile_run(start, std::min(examples_of_a_block, size() - start),
                                  [&](std::size_t first, std::size_t count) {
                                      run_tiles<Program, tile_number>(bound_call, &before, sink, first, count);
                                  });
                sink.end_block();
            }
            finish(sink.finish());
        });
    }

    std::ptrdiff_t examples;
    typename readers::type inputs;
    call<Program, T> bound_call{};
    std::byte* memory_before = nullptr;
    std::byte* memory_after = nullptr;
    before_evaluator* current_before = nullptr;
};

}  // namespace pergrad
