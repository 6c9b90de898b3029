#include <algorithm>

#include "job/settings_reader.hpp"

namespace millrace::command {
namespace {

// Letters to insert, remove or change (Levenshtein).
std::size_t distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> row(right.size() + 1);
  for (std::size_t at = 0; at < row.size(); ++at) row[at] = at;
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < right.size(); ++j) {
      const std::size_t changed = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string_view> did_you_mean(std::string_view given, const std::vector<std::string_view>& accepted) {
  std::optional<std::string_view> best;
  std::size_t least = std::max<std::size_t>(1, given.size() / 3) + 1;
  for (const auto candidate : accepted) {
    const auto letters = distance(given, candidate);
    if (letters >= least) continue;
    least = letters;
    best = candidate;
  }
  return best;
}

}  // namespace millrace::command
