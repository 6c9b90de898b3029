// Where a pipeline goes on from: what complete epochs add up to.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <millrace/core/protocol/epoch_changes.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace millrace::engine {

/// Adds up the complete epochs of a pipeline, for one of the same plan and the same numbers of actors. Confined to one
/// thread.
class restore_point {
public:
  /// Takes in the next complete epoch.
  void add(const epoch_changes& epoch);

  /// The parts of a stored epoch that are no entries.
  void set_position(input_id input, source_driver::position position);
  void set_combined(combiner state) { combined_ = std::move(state); }
  void set_ended() noexcept { ended_ = true; }

  /// The final answer had been given: there is nothing left to do.
  [[nodiscard]] bool ended() const noexcept { return ended_; }
  [[nodiscard]] std::optional<source_driver::position> position_of(input_id input) const;
  [[nodiscard]] const std::optional<combiner>& combined() const noexcept { return combined_; }
  [[nodiscard]] std::vector<std::shared_ptr<const operator_changes>> changes_of(exchange_id exchange,
                                                                                std::size_t actor) const;

private:
  std::vector<std::optional<source_driver::position>> positions_;
  std::optional<combiner> combined_;  // of the exchange behind the sources
  std::map<std::pair<exchange_id, std::size_t>, std::vector<std::shared_ptr<const operator_changes>>> changes_;
  bool ended_ = false;
};

}  // namespace millrace::engine
