// Writes rows that follow each other in memory past the caches: for results that are more than the caches hold, where an
// ordinary store first reads the line that it overwrites and throws out what is still needed. A stretch of rows is put
// together in a buffer next to the core, whatever its length and place, and leaves it in whole lines. In: where the rows
// begin; stretches of numbers. Out: memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <pergrad/primitive/lane.hpp>
#include <pergrad/primitive/primitive.hpp>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace pergrad {

/// Results of more bytes than this are written past the caches: half of the last cache (the rest is for the inputs and
/// what else is at work), but no more than 14 MiB, since a larger cache is shared by many cores: where it has 32 MiB, 13
/// are still faster written to it, and 16 no more. 4 MiB where the system doesn't tell.
inline std::size_t largest_result_in_cache() {
    static const std::size_t bytes = [] {
        long cache = 0;
#ifdef _SC_LEVEL3_CACHE_SIZE
        cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
        return cache <= 0 ? std::size_t{4} << 20 : std::min(static_cast<std::size_t>(cache) / 2, std::size_t{14} << 20);
    }();
    return bytes;
}

/// `longest`: numbers of a stretch.
template<class L, int longest>
class row_stream {
    using T = lane::scalar_of<L>;
    static constexpr int line = 64 / sizeof(T), lanes = lane::lanes<L>;

public:
    static constexpr std::size_t workspace = (longest / line + 2) * 64;

    row_stream() = default;
    /// `memory`: workspace, on a line's boundary.
    explicit row_stream(T* memory) : buffer(memory) {}

    bool is_open() const { return target != nullptr; }

    void open(T* to) {
        const auto before = static_cast<int>(reinterpret_cast<std::uintptr_t>(to) % 64 / sizeof(T));
        target = to - before;
        not_ours = pending = before;
    }
    /// Where the next stretch is to be put.
    PERGRAD_INLINE T* next() const { return buffer + pending; }

    /// It is there, `count` numbers long.
    PERGRAD_INLINE void write(int count) {
        pending += count;
        const int whole = pending / line * line;
        if (whole == 0) return;
        int done = 0;
        if (not_ours > 0) [[unlikely]] {
            std::copy(buffer + not_ours, buffer + line, target + not_ours);
            not_ours = 0;
            done = line;
        }
        for (; done < whole; done += line)
            copy_line(target + done, buffer + done,
                      [](T* to, L part) PERGRAD_INLINE_LAMBDA { lane::store_past_caches(to, part); });
        copy_line(buffer, buffer + whole, [](T* to, L part) PERGRAD_INLINE_LAMBDA { lane::store(to, part); });
        target += whole;
        pending -= whole;
    }

    /// Writes what is left of a line, and nothing beside it.
    void close() {
        std::copy(buffer + not_ours, buffer + pending, target + not_ours);
        lane::fence_stores();
        target = nullptr;
    }

private:
    PERGRAD_INLINE static void copy_line(T* to, const T* from, auto store) {
        unroll<line / lanes>([&](int k)
                                 PERGRAD_INLINE_LAMBDA { store(to + k * lanes, lane::load<L>(from + k * lanes)); });
    }

    T* buffer = nullptr;  // the numbers from `target` on, the first `pending` of them known
    T* target = nullptr;  // the line that is filled next
    int pending = 0;
    int not_ours = 0;  // numbers of the first line that stand before the first row
};

}  // namespace pergrad
