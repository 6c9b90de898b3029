#include "faults.hpp"

namespace millrace::engine {

planted_fault& planted() noexcept {
  static planted_fault now = planted_fault::none;
  return now;
}

}  // namespace millrace::engine

namespace millrace::simulation {

const std::vector<std::pair<std::string, engine::planted_fault>>& fault_names() {
  using engine::planted_fault;
  static const std::vector<std::pair<std::string, planted_fault>> names{
      {"none", planted_fault::none},
      {"watermark_before_batch", planted_fault::watermark_before_batch},
      {"round_not_awaited", planted_fault::round_not_awaited},
      {"credit_leaked", planted_fault::credit_leaked},
      {"ended_source_silent", planted_fault::ended_source_silent},
      {"barrier_in_mid_round", planted_fault::barrier_in_mid_round},
      {"position_before_batch", planted_fault::position_before_batch},
      {"combined_outside_cut", planted_fault::combined_outside_cut},
      {"timer_not_restored", planted_fault::timer_not_restored},
      {"length_after_commit", planted_fault::length_after_commit},
      {"frozen_read_back_old", planted_fault::frozen_read_back_old},
      {"failed_epoch_dropped", planted_fault::failed_epoch_dropped},
      {"answer_overtakes_rows", planted_fault::answer_overtakes_rows},
  };
  return names;
}

}  // namespace millrace::simulation
