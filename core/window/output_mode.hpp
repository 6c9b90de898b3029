// Output modes: how a firing becomes rows (rule 24).
#pragma once

#include <millrace/core/error.hpp>
#include <string_view>

namespace millrace {

enum class output_mode : unsigned char {
  append,      ///< Every firing is a row.
  upsert,      ///< First an insert, then an update in place when the value changed; keyed by (key, window).
  retract,     ///< As upsert, and each update is preceded by the row that it takes back.
  final_only,  ///< One row per pane, when it is freed.
};

/// "append", "upsert", "retract" or "final_only".
[[nodiscard]] std::string_view name_of(output_mode mode) noexcept;

/// The mode of that name. Errors: option_unknown; the message lists the names.
[[nodiscard]] result<output_mode> output_mode_named(std::string_view name);

}  // namespace millrace
