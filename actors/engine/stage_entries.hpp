// The entries of keyed stages as a store keeps them, and the way back.
#pragma once

#include <cstdint>
#include <millrace/core/operator/operator_changes.hpp>
#include <millrace/core/state/stored_entries.hpp>
#include <millrace/storage/epoch_store.hpp>
#include <string>
#include <vector>

namespace millrace::engine {

/// The first bytes of the keys of all entries of a stage in a key group.
[[nodiscard]] std::string entry_prefix(std::uint32_t stage, std::uint32_t key_group);

/// Collects the entries of one epoch, of all stages. Confined to one thread.
class epoch_entries {
public:
  explicit epoch_entries(std::uint32_t key_groups) : key_groups_(key_groups) {}

  /// Takes in a change set of one operator of a stage; those of the same operator oldest first.
  void add(std::uint32_t stage, const operator_changes& changes);

  /// The changes for `epoch_store::commit`, sorted: the last word on each key, and an end to each entry of `before`
  /// that lies in an erased range. Cost: as the changes and what is erased, and a look into each key group for a range.
  [[nodiscard]] std::vector<stored_change> take(const epoch_store& before);

private:
  class writer;
  struct range {
    std::string stage_bytes;
    std::uint32_t stage;
    std::string from;
    std::string before;
    auto operator<=>(const range&) const = default;
    bool operator==(const range&) const = default;
  };

  std::uint32_t key_groups_;
  std::vector<stored_change> changes_;
  std::vector<range> erased_;
};

/// The entries of the key groups [first, last) of a stage as of the last epoch of a store, which outlives it.
class stage_reader final : public entry_reader {
public:
  stage_reader(const epoch_store& from, std::uint32_t stage, std::uint32_t first, std::uint32_t last) noexcept
      : from_(from), stage_(stage), first_(first), last_(last) {}

  void for_each(const std::function<void(std::string_view, std::string_view)>& visit) const override;

private:
  const epoch_store& from_;
  std::uint32_t stage_;
  std::uint32_t first_;
  std::uint32_t last_;
};

}  // namespace millrace::engine
