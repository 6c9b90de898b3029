#include <algorithm>
#include <millrace/actors/connector/waiting_rows.hpp>

namespace millrace {

namespace {

/// Eight order bytes from `from` on as a number, with zeros where there are none.
std::uint64_t prefix_of(std::string_view order, std::size_t from) noexcept {
  std::uint64_t prefix = 0;
  for (std::size_t i = from; i < from + 8; ++i) {
    prefix <<= 8U;
    if (i < order.size()) prefix |= static_cast<unsigned char>(order[i]);
  }
  return prefix;
}

std::size_t common_length(std::string_view left, std::string_view right) noexcept {
  const auto differ = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  return static_cast<std::size_t>(differ.first - left.begin());
}

}  // namespace

int compare(const waiting_row& left, const waiting_row& right, row_ties ties) noexcept {
  if (const int order = left.order.compare(right.order); order != 0) return order;
  if (ties == row_ties::by_text) {
    if (const int text = left.text.compare(right.text); text != 0) return text;
  }
  if (left.input != right.input) return left.input < right.input ? -1 : 1;
  return 0;
}

void waiting_rows::add(std::uint32_t input, std::string_view order, std::string_view text) {
  entries_.push_back({.prefix = 0,
                      .offset = bytes_.size(),
                      .text_size = text.size(),
                      .order_size = static_cast<std::uint32_t>(order.size()),
                      .input = input});
  bytes_.append(order);
  bytes_.append(text);
  if (order.empty() && text.empty()) bytes_.push_back('\0');  // keeps offsets apart
}

/// Most rows of a step start alike, with the end of their window: the prefix is taken from behind what all share.
void waiting_rows::set_prefixes() {
  if (entries_.empty()) return;
  std::string_view shared = view(entries_.front()).order;
  for (const entry& each : entries_) shared = shared.substr(0, common_length(shared, view(each).order));
  for (entry& each : entries_) each.prefix = prefix_of(view(each).order, shared.size());
}

void waiting_rows::sort(row_ties ties) {
  set_prefixes();
  const auto before = [this, ties](const entry& left, const entry& right) {
    if (left.prefix != right.prefix) return left.prefix < right.prefix;
    const int compared = compare(view(left), view(right), ties);
    return compared != 0 ? compared < 0 : left.offset < right.offset;
  };
  if (!std::is_sorted(entries_.begin(), entries_.end(), before)) std::sort(entries_.begin(), entries_.end(), before);
}

void waiting_rows::clear() noexcept {
  bytes_.clear();
  entries_.clear();
}

}  // namespace millrace
