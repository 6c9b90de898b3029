// Stored entries in memory: for tests, and for a simulation of a store.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <millrace/core/state/stored_entries.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace millrace {

/// The entries of one stage as of the last change set written into it. A copy is a table of its own. Confined to one
/// thread.
class entry_table final : public entry_writer {
public:
  void put(std::uint32_t key_group, std::string_view key, std::string_view value) override {
    entries_.insert_or_assign({key_group, std::string(key)}, std::string(value));
  }
  void erase(std::uint32_t key_group, std::string_view key) override { entries_.erase({key_group, std::string(key)}); }
  void erase_range(std::string_view from, std::string_view before) override {
    std::erase_if(entries_,
                  [&](const auto& entry) { return entry.first.second >= from && entry.first.second < before; });
  }

  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

  /// The entries of the key groups [from, before) of a table that outlives it.
  class range final : public entry_reader {
  public:
    range(const entry_table& of, std::uint32_t from, std::uint32_t before) noexcept
        : of_(of), from_(from), before_(before) {}

    void for_each(const std::function<void(std::string_view key, std::string_view value)>& visit) const override {
      const auto end = of_.entries_.lower_bound({before_, std::string{}});
      for (auto at = of_.entries_.lower_bound({from_, std::string{}}); at != end; ++at) {
        visit(at->first.second, at->second);
      }
    }

  private:
    const entry_table& of_;
    std::uint32_t from_;
    std::uint32_t before_;
  };

  [[nodiscard]] range reader_of(std::uint32_t from, std::uint32_t before) const noexcept {
    return {*this, from, before};
  }

private:
  std::map<std::pair<std::uint32_t, std::string>, std::string> entries_;  // std::string compares bytes as unsigned
};

}  // namespace millrace
