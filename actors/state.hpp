// What a state directory holds, for people and programs that look after pipelines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <millrace/core/error.hpp>
#include <millrace/core/protocol/messages.hpp>
#include <millrace/core/time/event_time.hpp>
#include <string>
#include <vector>

namespace millrace {

/// The last epoch of a state directory.
struct state_summary {
  struct source {
    std::string name;
    std::vector<std::string> splits{};
  };
  struct stage {
    std::string name;
    watermark combined{};         ///< `watermark::none()` at epoch 0.
    std::uint64_t events = 0;     ///< Applied since the state was begun.
    std::uint64_t rows = 0;       ///< Made since then.
    std::uint64_t late = 0;       ///< Events that some or all windows missed.
    std::size_t entries = 0;      ///< Stored now: panes, or slices of a key.
    std::size_t entry_bytes = 0;  ///< Of their keys and values.
    std::size_t key_groups_used = 0;
  };

  std::string pipeline;
  std::uint64_t id = 0;  ///< Drawn when the state was begun.
  epoch_number epoch = 0;
  std::uint32_t key_groups = 0;
  bool ended = false;  ///< All input had ended, and everything has fired.
  std::vector<source> sources{};
  std::vector<stage> stages{};
  std::vector<std::string> sinks{};
  std::size_t unmerged = 0;  ///< Entries that are not in the base yet.
};

/// Reads a state directory, also one that a pipeline writes at this moment. Cost: looks at every entry. Thread-safe.
/// Errors: `state_malformed` for a directory that holds no state, or other bytes; `state_refused` for another format.
[[nodiscard]] result<state_summary> inspect_state(const std::string& directory);

}  // namespace millrace
