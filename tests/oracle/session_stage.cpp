#include <millrace/core/window/session.hpp>

#include "typed_stage.hpp"

namespace millrace::oracle {

std::unique_ptr<stage> session_stage(const job& asked, operator_kind kind, std::size_t room) {
  return stage_over(asked, session::make({.gap = asked.size}).value(), kind, room);
}

}  // namespace millrace::oracle
