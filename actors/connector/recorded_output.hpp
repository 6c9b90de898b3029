// What an epoch says of an output of lines.
#pragma once

#include <cstdint>
#include <millrace/core/protocol/messages.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace millrace {

/// Rows that are to be appended behind what an output holds already.
struct recorded_rows {
  epoch_number file = 0;     ///< In the pending file of this epoch,
  std::uint64_t length = 0;  ///< its first bytes, so many; more may follow, which belong to later epochs.

  bool operator==(const recorded_rows&) const = default;
};

/// The bytes that `sink_writer::prepare` gives; docs/formats.md shows them.
struct recorded_output {
  std::uint64_t length = 0;  ///< Bytes of the output itself.
  std::optional<recorded_rows> pending;

  [[nodiscard]] std::string write() const;

  /// Errors: `failure` with `state_malformed`.
  static recorded_output read(std::string_view bytes);

  bool operator==(const recorded_output&) const = default;
};

}  // namespace millrace
