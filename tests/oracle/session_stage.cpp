#include <millrace/core/window/session.hpp>

#include "typed_stage.hpp"

namespace millrace::oracle {

std::unique_ptr<stage> session_stage(const job& asked, std::size_t room) {
  return stage_over(asked, session::make({.gap = asked.size}).value(), room);
}

}  // namespace millrace::oracle
