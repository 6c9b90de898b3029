// A window behind a window: the job of the second, and what the rules say of both together.
#pragma once

#include <cstdint>

#include "oracle.hpp"
#include "random_script.hpp"
#include "script.hpp"

namespace millrace::oracle {

struct two_jobs {
  job first;
  job second;
};

/// What the rows of a first window are grouped by.
[[nodiscard]] constexpr std::int64_t second_key(std::int64_t key) noexcept {
  return key % 2;
}

/// The jobs of a seed: the first is the one of the case, made to sum and to correct nothing; the second reads its rows.
/// Rows of several keys and actors come to the second in no fixed order, so its function does not depend on one.
[[nodiscard]] two_jobs two_jobs_of(const job& asked, std::uint64_t seed);

/// The oracle applied twice: the second time to the rows and the forwarded watermarks of the first.
[[nodiscard]] expectation expectation_of(const two_jobs& asked, const script& steps);

}  // namespace millrace::oracle
