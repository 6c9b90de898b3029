// How an operator's state leaves for a store and comes back: entries of bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace millrace {

/// Takes the entries of one operator's change set. The key of an entry is unique within its key group; its first byte
/// says what kind of entry it is. Within a change set each key is given once.
class entry_writer {
public:
  virtual ~entry_writer() = default;

  virtual void put(std::uint32_t key_group, std::string_view key, std::string_view value) = 0;
  virtual void erase(std::uint32_t key_group, std::string_view key) = 0;

  /// Every entry of the stage whose key lies in [from, before) is gone, in every key group: at an epoch all operators
  /// of a stage say the same. What this change set puts never lies there.
  virtual void erase_range(std::string_view from, std::string_view before) = 0;
};

/// Gives an operator the stored entries of its key groups.
class entry_reader {
public:
  virtual ~entry_reader() = default;

  /// Calls `visit(key, value)` for each entry, ascending by key within a key group.
  virtual void for_each(const std::function<void(std::string_view key, std::string_view value)>& visit) const = 0;
};

}  // namespace millrace
