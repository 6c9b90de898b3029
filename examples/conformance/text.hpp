// Rows and lists of rows as text, for messages.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "test_case.hpp"

namespace conformance {

[[nodiscard]] std::string text_of(const answer& value);
[[nodiscard]] std::string text_of(const std::optional<window_bounds>& window);
/// One row a line, each behind the step that caused it; "nothing" for none.
[[nodiscard]] std::string text_of(const std::vector<output_row>& rows);
[[nodiscard]] std::string text_of(const std::vector<late_row>& rows);
[[nodiscard]] std::string text_of(const std::vector<watermark_change>& changes);
[[nodiscard]] std::string text_of(const std::vector<idle_change>& changes);

}  // namespace conformance
