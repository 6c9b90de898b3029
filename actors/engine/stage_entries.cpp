#include <algorithm>
#include <millrace/actors/engine/stage_entries.hpp>
#include <millrace/core/codec/key_layout.hpp>
#include <utility>

namespace millrace::engine {

std::string entry_prefix(std::uint32_t stage, std::uint32_t key_group) {
  return key_writer{}.number(stage).number(key_group).bytes();
}

class epoch_entries::writer final : public entry_writer {
public:
  writer(epoch_entries& into, std::uint32_t stage) : into_(into), stage_(stage) {}

  void put(std::uint32_t key_group, std::string_view key, std::string_view value) override {
    into_.changes_.push_back({full(key_group, key), std::string(value)});
  }
  void erase(std::uint32_t key_group, std::string_view key) override {
    into_.changes_.push_back({full(key_group, key), std::nullopt});
  }
  void erase_range(std::string_view from, std::string_view before) override {
    into_.erased_.push_back({key_writer{}.number(stage_).bytes(), stage_, std::string(from), std::string(before)});
  }

private:
  [[nodiscard]] std::string full(std::uint32_t key_group, std::string_view key) const {
    return entry_prefix(stage_, key_group).append(key);
  }

  epoch_entries& into_;
  std::uint32_t stage_;
};

void epoch_entries::add(std::uint32_t stage, const operator_changes& changes) {
  writer into{*this, stage};
  changes.write(into, key_groups_);
}

std::vector<stored_change> epoch_entries::take(const epoch_store& before) {
  const auto by_key = [](const stored_change& left, const stored_change& right) { return left.key < right.key; };
  std::sort(erased_.begin(), erased_.end());
  erased_.erase(std::unique(erased_.begin(), erased_.end()), erased_.end());
  const std::size_t prefix_size = entry_prefix(0, 0).size();
  std::erase_if(changes_, [&](const stored_change& one) {
    const auto key = std::string_view(one.key).substr(prefix_size);
    return std::any_of(erased_.begin(), erased_.end(), [&](const range& each) {
      return one.key.starts_with(each.stage_bytes) && key >= each.from && key < each.before;
    });
  });
  // Sorting must keep the order of changes of one key: the last one counts.
  std::stable_sort(changes_.begin(), changes_.end(), by_key);
  std::vector<stored_change> all;
  all.reserve(changes_.size());
  for (stored_change& one : changes_) {
    if (!all.empty() && all.back().key == one.key) {
      all.back() = std::move(one);
    } else {
      all.push_back(std::move(one));
    }
  }
  changes_.clear();
  const auto living = static_cast<std::ptrdiff_t>(all.size());
  for (const range& each : std::exchange(erased_, {})) {
    for (std::uint32_t group = 0; group < key_groups_; ++group) {
      const std::string prefix = entry_prefix(each.stage, group);
      const std::string from = prefix + each.from;
      const std::string end = prefix + each.before;
      before.scan(prefix + each.from.substr(0, 1), [&](std::string_view key, std::string_view) {
        if (key >= end) return false;
        if (key >= from) all.push_back({std::string(key), std::nullopt});
        return true;
      });
    }
  }
  std::sort(all.begin() + living, all.end(), by_key);
  all.erase(std::unique(all.begin() + living, all.end(),
                        [](const stored_change& left, const stored_change& right) { return left.key == right.key; }),
            all.end());
  std::inplace_merge(all.begin(), all.begin() + living, all.end(), by_key);
  return all;
}

void stage_reader::for_each(const std::function<void(std::string_view, std::string_view)>& visit) const {
  for (std::uint32_t group = first_; group < last_; ++group) {
    const std::string prefix = entry_prefix(stage_, group);
    from_.scan(prefix, [&](std::string_view key, std::string_view value) {
      visit(key.substr(prefix.size()), value);
      return true;
    });
  }
}

}  // namespace millrace::engine
