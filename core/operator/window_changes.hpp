// The change sets of the general window operator: whole keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/codec/byte_writer.hpp>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/codec/key_layout.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/operator_changes.hpp>
#include <millrace/core/operator/operator_moment.hpp>
#include <millrace/core/operator/stored_key.hpp>
#include <millrace/core/operator/stored_panes.hpp>
#include <millrace/core/state/stored_entries.hpp>
#include <string>
#include <utility>
#include <vector>

namespace millrace::detail {

/// The kind of the entries of the general window operator: the key -> its panes.
inline constexpr std::uint8_t panes_entry = 1;

/// The panes of each key of which any was opened, changed or freed, and the keys that have none left.
template <class Key, class Panes>
struct window_changes final : operator_changes {
  operator_moment stood;
  std::vector<std::pair<Key, Panes>> changed;
  std::vector<Key> gone;

  [[nodiscard]] const operator_moment& moment() const noexcept override { return stood; }
  [[nodiscard]] std::size_t entries() const noexcept override { return changed.size() + gone.size(); }

  void write(entry_writer& into, std::uint32_t key_groups) const override {
    if constexpr (storable<Key> && storable<Panes>) {
      std::string value;
      key_writer entry;
      const auto begin_entry = [&](const Key& key) {
        value.clear();
        entry.cut(0);
        write_key(key, entry.number(panes_entry), value);
        return key_group_of(key_hash(key), key_groups);
      };
      for (const auto& [key, panes] : changed) {
        const std::uint32_t key_group = begin_entry(key);
        byte_writer bytes{value};
        codec<Panes>::write(bytes, panes);
        into.put(key_group, entry.bytes(), value);
      }
      for (const Key& key : gone) {
        const std::uint32_t key_group = begin_entry(key);
        into.erase(key_group, entry.bytes());
      }
    } else {
      operator_changes::write(into, key_groups);
    }
  }
};

}  // namespace millrace::detail
