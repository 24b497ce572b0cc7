// The inputs of a call, brought to where the run reads them: in place, or packed, shared inputs once and others a few
// tiles at a time. In: the bindings, as views. Out: the arrays of a `call`; std::invalid_argument for an index out of
// range.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <pergrad/batch/input_view.hpp>
#include <pergrad/batch/workspace.hpp>

namespace pergrad {

/// Where the run reads an input: element i of example k stands at data + k example_stride + i element_stride. Of an
/// input with an entry for each example, one of the two strides is 1.
template<class T>
struct input_place {
    const T* data;
    std::ptrdiff_t example_stride, element_stride;
};

/// One input of a call, from the user's memory to where the run reads it. From: how and to which memory it is bound.
/// AsRows: the run needs each example's elements side by side. Packed: how many examples are packed at a time. Limit: what
/// an index stays below; 0 if it is none.
template<class From, class T, extents Shape, bool PerExample, int Lanes, bool AsRows, int Packed, long long Limit>
class input_reader {
    using element = typename From::memory_type::element;
    static constexpr int size = Shape.size();
    static constexpr bool converts = !std::is_same_v<element, T>;

public:
    /// What is packed takes this much workspace.
    static constexpr std::size_t pack_bytes =
        workspace<0>::rounded(static_cast<std::size_t>(size) * (PerExample ? Packed : 1) * sizeof(T));
    static constexpr bool per_example = PerExample;

    /// Looks at the memory, and checks its lengths.
    void look(std::string_view called, const From& bound_memory) {
        name = called;
        from = &bound_memory;
        constexpr role how = From::how == role::each_chosen ? role::each_first : From::how;
        view = view_input(name, From::memory_type::look(*from->source), Shape, how);
        examples = view.examples;
        if constexpr (From::how == role::each_chosen) {
            for (auto index : *from->indices)
                if (std::cmp_less(index, 0) || std::cmp_greater_equal(index, view.examples))
                    refuse(name, "the row number " + std::to_string(index),
                           "0 to " + std::to_string(view.examples - 1));
            examples = static_cast<std::ptrdiff_t>(std::ranges::size(*from->indices));
        }
    }

    /// Indices out of range are found before anything runs.
    void check_indices() const {
        if constexpr (Limit > 0) {
            const std::ptrdiff_t count = From::how == role::shared ? 1 : examples;
            for (std::ptrdiff_t n = 0; n < count; ++n) {
                const element value = view.element(Shape, row(n), 0);
                if (is_outside(value, Limit))
                    refuse(name, "the value " + std::to_string(value) + " at example " + std::to_string(n),
                           "0 to " + std::to_string(Limit - 1));
            }
        }
    }

    void refuse_overlap(const void* begin, const void* end) const {
        const auto address = [](const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); };
        const auto refuse_if_within = [&](const void* low, const void* high, const char* what) {
            if (address(low) < address(end) && address(begin) < address(high)) refuse(name, what, "memory of its own");
        };
        const auto [low, high] = view.range(Shape);
        refuse_if_within(low, high, "memory that overlaps the output");
        if constexpr (From::how == role::each_chosen) {
            const auto* rows = std::ranges::data(*from->indices);
            refuse_if_within(rows, rows + examples, "row numbers that overlap the output");
        }
    }

    /// Whether the run can read `count` examples where they lie: whole tiles only, since it reads no less.
    bool in_place(std::size_t count) const { return count % Lanes == 0 && in_place(); }
    /// Whether the strides of the user's memory are those that the run reads.
    bool in_place() const {
        if constexpr (converts || From::how == role::each_chosen) {
            return false;
        } else {
            const std::ptrdiff_t between = view.element_stride(Shape);
            if constexpr (!PerExample) return between == 1;
            else if (size > 1 && between == 1) return Lanes == 1 || view.example_stride == size;
            else if (Lanes == 1) return between != 0;
            else return view.example_stride == 1 && between != 0 && !AsRows;
        }
    }

    void point_at([[maybe_unused]] std::size_t first, [[maybe_unused]] input_place<T>& place) const {
        if constexpr (!converts)
            place = {view.data + static_cast<std::ptrdiff_t>(first) * view.example_stride, view.example_stride,
                     view.element_stride(Shape)};
    }

    void pack_shared(T* to, input_place<T>& place) const {
        for (int i = 0; i < size; ++i) to[i] = static_cast<T>(view.element(Shape, 0, i));
        place = {to, 0, 1};
    }

    /// Rows of `count` examples from `first` on, and as many more as make a tile: the last one again.
    void pack_examples(std::size_t first, std::size_t count, T* to, input_place<T>& place) const {
        place = {to, size, 1};
        const bool whole_rows = !converts && view.element_stride(Shape) == 1;
        const auto end = static_cast<std::ptrdiff_t>(first + (count + Lanes - 1) / Lanes * Lanes);
        for (auto k = static_cast<std::ptrdiff_t>(first); k < end; ++k, to += size) {
            const std::ptrdiff_t n = row(std::min(k, examples - 1));
            if (whole_rows) std::copy_n(view.data + n * view.example_stride, size, to);
            else
                for (int i = 0; i < size; ++i) to[i] = static_cast<T>(view.element(Shape, n, i));
        }
    }

private:
    /// Integers of any type, characters among them.
    static bool is_outside(auto index, long long end) {
        return static_cast<long long>(index) < 0 || static_cast<long long>(index) >= end;
    }
    /// The row of memory that holds example n.
    std::ptrdiff_t row(std::ptrdiff_t n) const {
        if constexpr (From::how == role::each_chosen)
            return static_cast<std::ptrdiff_t>(std::ranges::data(*from->indices)[n]);
        else return n;
    }

    std::string_view name;
    const From* from = nullptr;
    input_view<element> view;     // of all of the memory
    std::ptrdiff_t examples = 0;  // in this call
};

/// All inputs of a call, in the order of the graph's. (Templates of their types alone: a loss of hundreds of terms
/// would be part of the name of every function here.)
template<class T, class... Reader>
class call_inputs {
    using indices = std::make_integer_sequence<int, sizeof...(Reader)>;

public:
    static constexpr std::size_t pack_bytes = (std::size_t{0} + ... + Reader::pack_bytes);

    void check_indices() const {
        std::apply([](const auto&... reader) { (reader.check_indices(), ...); }, readers);
    }
    void refuse_overlap(const T* out, std::size_t length) const {
        if (length > 0)
            std::apply([&](const auto&... reader) { (reader.refuse_overlap(out, out + length), ...); }, readers);
    }

    /// Gives each input its part of the workspace, and places what is shared.
    void place_shared(std::byte* memory, input_place<T>* places) { place_all_shared(memory, places, indices{}); }

    /// Whether all that differs from example to example lies as the run reads it.
    bool in_place() const {
        return std::apply([](const auto&... reader) { return ((!reader.per_example || reader.in_place()) && ...); },
                          readers);
    }
    /// Places `count` examples from `first` on: whole tiles in place, if they lie so.
    void place_examples(std::size_t first, std::size_t count, input_place<T>* places) const {
        place_all_examples(first, count, places, indices{});
    }

    std::tuple<Reader...> readers;

private:
    template<int... K>
    void place_all_shared(std::byte* memory, input_place<T>* places, std::integer_sequence<int, K...>) {
        const auto place = [&](const auto& reader, int k) {
            packed[k] = reinterpret_cast<T*>(memory);
            memory += reader.pack_bytes;
            if constexpr (!std::remove_cvref_t<decltype(reader)>::per_example) {
                if (reader.in_place()) reader.point_at(0, places[k]);
                else reader.pack_shared(packed[k], places[k]);
            }
        };
        (place(std::get<K>(readers), K), ...);
    }
    template<int... K>
    void place_all_examples(std::size_t first, std::size_t count, input_place<T>* places,
                            std::integer_sequence<int, K...>) const {
        const auto place = [&](const auto& reader, int k) {
            if constexpr (std::remove_cvref_t<decltype(reader)>::per_example) {
                if (reader.in_place(count)) reader.point_at(first, places[k]);
                else reader.pack_examples(first, count, packed[k], places[k]);
            }
        };
        (place(std::get<K>(readers), K), ...);
    }

    T* packed[sizeof...(Reader) + 1] = {};
};

}  // namespace pergrad
