#include <millrace/core/window/sliding.hpp>

#include "typed_stage.hpp"

namespace millrace::oracle {

std::unique_ptr<stage> sliding_stage(const job& asked, operator_kind kind, std::size_t room) {
  return stage_over(asked, sliding::make({.size = asked.size, .slide = asked.slide, .offset = asked.offset}).value(),
                    kind, room);
}

}  // namespace millrace::oracle
