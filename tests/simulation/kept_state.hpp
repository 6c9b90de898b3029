// What outlives a run: the store of epochs, and what the world has seen of the sinks.
#pragma once

#include <map>
#include <memory>
#include <millrace/core/protocol/messages.hpp>
#include <utility>
#include <vector>

#include "tests/actors/engine/memory_store.hpp"
#include "tests/oracle/script.hpp"

namespace millrace::simulation {

/// Of one sink: rows that were shown cannot be taken back. Staged ones are safe, and nobody has seen them.
template <class Row>
struct outside_of_sink {
  std::vector<Row> shown;
  std::map<epoch_number, std::vector<Row>> staged;
};

struct kept_state {
  testing::memory_store store;
  outside_of_sink<oracle::result_row> rows;
  outside_of_sink<oracle::missed_event> late;
  bool frozen = false;              ///< The process has died: nothing changes any more.
  std::size_t crash_at_commit = 0;  ///< The process dies right behind this commit of the store; 0: behind none.
  std::size_t failing_commits = 0;  ///< So many of the next commits fail.
  std::size_t failed_commits = 0;
};

/// The store as a run sees it.
class simulated_store final : public epoch_store {
public:
  explicit simulated_store(std::shared_ptr<kept_state> kept) : kept_(std::move(kept)) {}

  [[nodiscard]] std::optional<epoch> last() const override { return kept_->store.last(); }
  void scan(std::string_view prefix,
            const std::function<bool(std::string_view, std::string_view)>& visit) const override {
    kept_->store.scan(prefix, visit);
  }
  void commit(epoch_number number, std::span<const stored_change> changes, std::string_view record) override {
    if (kept_->frozen) return;
    // The commit that begins the state is made before the run.
    if (number > 0 && kept_->failing_commits > 0) {
      --kept_->failing_commits;
      ++kept_->failed_commits;
      throw failure(error_code::state_unwritable, "no space left on device");
    }
    kept_->store.commit(number, changes, record);
    if (number > 0 && kept_->crash_at_commit > 0 && --kept_->crash_at_commit == 0) kept_->frozen = true;
  }
  bool merge(std::size_t entries) override { return kept_->store.merge(entries); }

private:
  std::shared_ptr<kept_state> kept_;
};

}  // namespace millrace::simulation
