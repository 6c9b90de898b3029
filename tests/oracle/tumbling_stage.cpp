#include <millrace/core/window/tumbling.hpp>

#include "typed_stage.hpp"

namespace millrace::oracle {

std::unique_ptr<stage> tumbling_stage(const job& asked, operator_kind kind, std::size_t room) {
  return stage_over(asked, tumbling::make({.size = asked.size, .offset = asked.offset}).value(), kind, room);
}

}  // namespace millrace::oracle
