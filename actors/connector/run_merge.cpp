#include <algorithm>
#include <millrace/actors/connector/run_merge.hpp>

namespace millrace {

namespace {
constexpr std::size_t least_buffer = 16 * 1024;
constexpr std::size_t greatest_buffer = 256 * 1024;
}  // namespace

run_merge::run_merge(const spill_file& file, const std::vector<sorted_run>& runs, const waiting_rows& last,
                     row_ties ties, std::size_t memory)
    : last_(&last), ties_(ties), heads_(runs.size() + 1), given_(runs.size() + 1) {
  const std::size_t buffer = std::clamp(memory / std::max<std::size_t>(runs.size(), 1), least_buffer, greatest_buffer);
  for (const sorted_run& run : runs) readers_.emplace_back(file, run, buffer);
  for (std::size_t part = 0; part < heads_.size(); ++part) {
    if (advance(part)) heap_.push_back(part);
  }
  std::make_heap(heap_.begin(), heap_.end(), [this](auto left, auto right) { return comes_after(left, right); });
}

bool run_merge::next(std::string_view& text) {
  const auto after = [this](auto left, auto right) { return comes_after(left, right); };
  // The head that was given last moves on only now: its text was still in use.
  if (given_ < heads_.size() && advance(given_)) {
    heap_.push_back(given_);
    std::push_heap(heap_.begin(), heap_.end(), after);
  }
  if (heap_.empty()) {
    given_ = heads_.size();
    return false;
  }
  std::pop_heap(heap_.begin(), heap_.end(), after);
  given_ = heap_.back();
  heap_.pop_back();
  text = heads_[given_].text;
  return true;
}

bool run_merge::advance(std::size_t part) {
  if (part < readers_.size()) return readers_[part].next(heads_[part]);
  if (taken_of_last_ == last_->size()) return false;
  heads_[part] = (*last_)[taken_of_last_++];
  return true;
}

bool run_merge::comes_after(std::size_t left, std::size_t right) const noexcept {
  const int compared = compare(heads_[left], heads_[right], ties_);
  return compared != 0 ? compared > 0 : left > right;
}

}  // namespace millrace
