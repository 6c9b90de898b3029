// How often this program has allocated memory. Linking the source replaces the global operator new.
#pragma once

#include <cstdint>

namespace millrace::testing {

[[nodiscard]] std::uint64_t counted_allocations() noexcept;

}  // namespace millrace::testing
