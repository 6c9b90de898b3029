#include "comparison.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "text.hpp"

namespace conformance {
namespace {

using pane = std::pair<std::string, std::optional<window_bounds>>;
using rows_by_pane = std::map<pane, std::vector<output_row>>;

rows_by_pane by_pane(const std::vector<output_row>& rows, bool lists_are_sets) {
  rows_by_pane sorted;
  for (output_row row : rows) {
    if (auto* list = std::get_if<std::vector<std::int64_t>>(&row.value); list != nullptr && lists_are_sets) {
      std::sort(list->begin(), list->end());
    }
    sorted[{row.key, row.window}].push_back(std::move(row));
  }
  return sorted;
}

bool same(const output_row& wanted, const output_row& seen) {
  return std::tie(wanted.after_step, wanted.kind, wanted.value, wanted.ts) ==
             std::tie(seen.after_step, seen.kind, seen.value, seen.ts) &&
         (!wanted.value_list || wanted.value_list == seen.value_list);
}

std::vector<late_row> sorted(std::vector<late_row> rows) {
  std::sort(rows.begin(), rows.end(), [](const late_row& left, const late_row& right) {
    return std::tie(left.after_step, left.key, left.ts, left.value, left.missed) <
           std::tie(right.after_step, right.key, right.ts, right.value, right.missed);
  });
  return rows;
}

void compare_outputs(const test_case& wanted, const observation& seen, std::vector<difference>& found) {
  const bool collects = wanted.pipeline.function == function_name::collect;
  const bool sessions = wanted.pipeline.window.type == window_type::session ||
                        wanted.pipeline.window.type == window_type::session_gap_field;
  const auto expected = by_pane(wanted.expect.outputs, collects && sessions);
  auto got = by_pane(seen.outputs, collects && sessions);
  for (const auto& [where, rows] : expected) {
    const auto there = got[where];
    got.erase(where);
    if (!std::equal(rows.begin(), rows.end(), there.begin(), there.end(), same)) {
      found.push_back({"outputs of " + where.first + " in " + text_of(where.second), text_of(rows), text_of(there)});
    }
  }
  for (const auto& [where, rows] : got) {
    found.push_back({"outputs of " + where.first + " in " + text_of(where.second), "nothing", text_of(rows)});
  }
}

void compare_order(const observation& seen, std::vector<difference>& found) {
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> reached;  // (step, actor) -> time of its last row
  for (const auto& row : seen.outputs) {
    const auto owner = seen.owners.find(row.key);
    const std::size_t actor = owner == seen.owners.end() ? 0 : owner->second;
    const auto [before, first] = reached.try_emplace({row.after_step, actor}, row.ts);
    if (!first && row.ts < before->second) {
      found.push_back({"order of outputs", "rows of one step in the order of their times", text_of(seen.outputs)});
      return;
    }
    before->second = row.ts;
  }
}

template <class Value>
std::string shown(const Value& value) {
  if constexpr (requires { text_of(value); }) {
    return text_of(value);
  } else {
    return std::to_string(value);
  }
}

template <class Value>
void compare_values(const char* what, const Value& wanted, const Value& seen, std::vector<difference>& found) {
  if (!(wanted == seen)) found.push_back({what, shown(wanted), shown(seen)});
}

}  // namespace

std::vector<difference> compare(const test_case& wanted, const observation& seen) {
  std::vector<difference> found;
  const auto& expect = wanted.expect;
  compare_outputs(wanted, seen, found);
  if (expect.ordered_by_ts) compare_order(seen, found);
  compare_values("late", sorted(expect.late), sorted(seen.late), found);
  compare_values("dropped_late", expect.dropped_late, seen.dropped_late, found);
  compare_values("partly_late", expect.partly_late, seen.partly_late, found);
  compare_values("watermark_out", expect.watermark_out, seen.watermark_out, found);
  compare_values("idle_out", expect.idle_out, seen.idle_out, found);
  if (expect.open_windows_at_end) {
    compare_values("open_windows_at_end", *expect.open_windows_at_end, seen.open_windows, found);
  }
  return found;
}

}  // namespace conformance
