#include "text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace conformance {
namespace {

template <class Item, class Print>
std::string one_a_line(const std::vector<Item>& items, Print print) {
  if (items.empty()) return "nothing";
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += "\n";
    text += fmt::format("step {}: {}", item.after_step, print(item));
  }
  return text;
}

}  // namespace

std::string text_of(const answer& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return fmt::to_string(*number);
  return fmt::format("[{}]", fmt::join(std::get<std::vector<std::int64_t>>(value), ", "));
}

std::string text_of(const std::optional<window_bounds>& window) {
  if (!window) return "its window";
  return fmt::format("[{}, {})", window->first, window->second);
}

std::string text_of(const std::vector<output_row>& rows) {
  return one_a_line(rows, [](const output_row& row) {
    std::string text =
        fmt::format("{} {} {} = {} at {}", row.kind, row.key, text_of(row.window), text_of(row.value), row.ts);
    if (row.value_list) text += fmt::format(" over [{}]", fmt::join(*row.value_list, ", "));
    return text;
  });
}

std::string text_of(const std::vector<late_row>& rows) {
  return one_a_line(rows, [](const late_row& row) {
    std::string missed;
    for (const auto& window : row.missed) missed += fmt::format(" [{}, {})", window.first, window.second);
    return fmt::format("{} = {} at {} missed{}", row.key, row.value, row.ts, missed);
  });
}

std::string text_of(const std::vector<watermark_change>& changes) {
  return one_a_line(changes, [](const watermark_change& change) { return fmt::to_string(change.ts); });
}

std::string text_of(const std::vector<idle_change>& changes) {
  return one_a_line(changes, [](const idle_change& change) { return change.idle ? "idle" : "active"; });
}

}  // namespace conformance
