// Keyed state in memory, which knows what changed since it was last written down.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <millrace/core/key/key_hash.hpp>
#include <optional>
#include <vector>

namespace millrace {

/// The state of one operator: key -> entry. Confined to its actor. Rows never move, so a handle is a pointer; the row
/// of an erased key is used again. The dictionary takes the hash it is given and computes none.
///
/// Changes are tracked by key: between two calls of `mark_clean`, `changes` names each key that was touched and each
/// that is gone and was there at the last `mark_clean`; a key that came and went in between is not a change. Nothing
/// grows when `mark_clean` is never called.
template <class Key, class Entry>
class memory_state {
  static_assert(stream_key<Key> && std::default_initializable<Entry> && std::movable<Entry>);

  struct row;

public:
  using key_type = Key;
  using entry_type = Entry;
  using handle = row*;

  memory_state() = default;
  memory_state(const memory_state&) = delete;
  memory_state& operator=(const memory_state&) = delete;

  [[nodiscard]] static handle none() noexcept { return nullptr; }

  /// The place of the key, or `none()`.
  [[nodiscard]] handle find(const Key& key, std::uint64_t hash) const {
    const auto found = dictionary_.find(lookup{key, hash});
    return found != dictionary_.end() && found->where->live ? found->where : none();
  }

  /// The place of the key, with a fresh entry when there was none. A fresh entry counts as touched.
  handle find_or_create(const Key& key, std::uint64_t hash) {
    const auto found = dictionary_.find(lookup{key, hash});
    const handle place = found != dictionary_.end() ? found->where : add_row(key, hash);
    if (!place->live) {
      place->live = true;
      ++live_;
      touch(place);
    }
    return place;
  }

  [[nodiscard]] Entry& at(handle place) noexcept { return place->entry; }
  [[nodiscard]] const Key& key_of(handle place) const noexcept { return *place->key; }

  /// Says that the entry was changed. Constant time, once or many times.
  void touch(handle place) {
    if (place->change != unchanged) return;
    place->change = changes_.size();
    changes_.push_back(place);
  }

  /// Ends the entry of a live key. Its handle then stands for an empty entry until the row is used again.
  void erase(handle place) {
    place->entry = Entry{};
    place->live = false;
    --live_;
    if (place->known) {
      touch(place);
    } else {
      forget_change(place);
      release(place);
    }
  }

  /// Live keys.
  [[nodiscard]] std::size_t size() const noexcept { return live_; }

  /// Calls `changed(key, entry)` for each live key touched and `removed(key)` for each key gone since the last
  /// `mark_clean`, in no particular order.
  template <class Changed, class Removed>
  void changes(Changed&& changed, Removed&& removed) const {
    for (const row* place : changes_) {
      if (place->live) {
        changed(*place->key, place->entry);
      } else {
        removed(*place->key);
      }
    }
  }

  /// Calls `visit(place)` for each live key, in no particular order.
  template <class Visit>
  void for_each(Visit&& visit) {
    for (row& each : rows_) {
      if (each.live) visit(&each);
    }
  }

  /// Takes the present state as written down.
  void mark_clean() {
    for (row* place : changes_) {
      place->change = unchanged;
      place->known = place->live;
      if (!place->live) release(place);
    }
    changes_.clear();
  }

private:
  static constexpr std::size_t unchanged = std::numeric_limits<std::size_t>::max();

  struct row {
    std::optional<Key> key;
    std::uint64_t hash = 0;
    Entry entry{};
    std::size_t change = unchanged;  // its index in changes_
    bool live = false;
    bool known =
        false;  // was live at the last mark_clean; a known row that dies stays in the dictionary until the next
  };
  struct slot {
    std::uint64_t hash;
    row* where;
  };
  struct lookup {
    const Key& key;
    std::uint64_t hash;
  };
  struct slot_hash {
    using is_transparent = void;
    std::size_t operator()(const slot& of) const noexcept { return of.hash; }
    std::size_t operator()(const lookup& of) const noexcept { return of.hash; }
  };
  struct slot_equal {
    using is_transparent = void;
    bool operator()(const slot& left, const slot& right) const noexcept { return left.where == right.where; }
    bool operator()(const slot& left, const lookup& right) const {
      return left.hash == right.hash && *left.where->key == right.key;
    }
    bool operator()(const lookup& left, const slot& right) const { return (*this)(right, left); }
  };

  handle add_row(const Key& key, std::uint64_t hash) {
    if (free_.empty()) free_.push_back(&rows_.emplace_back());
    const handle place = free_.back();
    place->key.emplace(key);
    place->hash = hash;
    dictionary_.insert(slot{hash, place});
    free_.pop_back();
    return place;
  }

  void release(handle place) {
    dictionary_.erase(slot{place->hash, place});
    place->known = false;
    free_.push_back(place);
  }

  void forget_change(handle place) {
    if (place->change == unchanged) return;
    changes_[place->change] = changes_.back();
    changes_[place->change]->change = place->change;
    changes_.pop_back();
    place->change = unchanged;
  }

  std::deque<row> rows_;
  std::vector<row*> free_;
  absl::flat_hash_set<slot, slot_hash, slot_equal> dictionary_;
  std::vector<row*> changes_;
  std::size_t live_ = 0;
};

}  // namespace millrace
