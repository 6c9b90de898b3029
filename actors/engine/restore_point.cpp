#include <millrace/actors/engine/restore_point.hpp>
#include <utility>

namespace millrace::engine {

namespace {

template <class... Each>
struct overloaded : Each... {
  using Each::operator()...;
};
template <class... Each>
overloaded(Each...) -> overloaded<Each...>;

}  // namespace

void restore_point::add(const epoch_changes& epoch) {
  const overloaded take{[this](const source_changes& of) {
                          if (of.input >= positions_.size()) positions_.resize(of.input + std::size_t{1});
                          positions_[of.input].emplace(of.position);
                        },
                        [this](const exchange_changes& of) {
                          if (of.state) combined_ = of.state;
                          if (of.exchange == 0) ended_ = of.ended;
                        },
                        [this](const stage_changes& of) {
                          auto& all = changes_[{of.exchange, of.actor}];
                          all.insert(all.end(), of.sets.begin(), of.sets.end());
                        },
                        [](const sink_changes&) {}};
  for (const auto& member : epoch.members) std::visit(take, member);
}

void restore_point::set_position(input_id input, source_driver::position position) {
  if (input >= positions_.size()) positions_.resize(input + std::size_t{1});
  positions_[input].emplace(std::move(position));
}

std::optional<source_driver::position> restore_point::position_of(input_id input) const {
  return input < positions_.size() ? positions_[input] : std::nullopt;
}

std::vector<std::shared_ptr<const operator_changes>> restore_point::changes_of(exchange_id exchange,
                                                                               std::size_t actor) const {
  const auto found = changes_.find({exchange, actor});
  return found == changes_.end() ? std::vector<std::shared_ptr<const operator_changes>>{} : found->second;
}

}  // namespace millrace::engine
