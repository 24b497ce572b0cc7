// The memory that a call works in: up to 64 KiB on the stack, more in one allocation that ends with the call.
#pragma once

#include <cstddef>
#include <new>

namespace pergrad {

inline constexpr std::size_t largest_stack_workspace = 64 * 1024;
inline constexpr std::size_t cache_line = 64;

/// `Bytes` is what the plan needs; a sum over many blocks of examples adds to it when the call is made.
template<std::size_t Bytes>
class workspace {
public:
    explicit workspace(std::size_t more = 0)
        : memory(Bytes + more <= stack_bytes
                     ? stack
                     : static_cast<std::byte*>(::operator new(Bytes + more, std::align_val_t{cache_line}))) {}
    ~workspace() {
        if (memory != stack) ::operator delete(memory, std::align_val_t{cache_line});
    }
    workspace(const workspace&) = delete;
    workspace& operator=(const workspace&) = delete;

    /// The next `bytes` of it, aligned.
    std::byte* take(std::size_t bytes) {
        std::byte* result = memory + used;
        used += rounded(bytes);
        return result;
    }
    static constexpr std::size_t rounded(std::size_t bytes) {
        return (bytes + cache_line - 1) / cache_line * cache_line;
    }

private:
    static constexpr std::size_t stack_bytes = Bytes == 0 ? cache_line : Bytes < 4096 ? 4096 : largest_stack_workspace;
    alignas(cache_line) std::byte stack[stack_bytes];
    std::byte* memory;
    std::size_t used = 0;
};

}  // namespace pergrad
