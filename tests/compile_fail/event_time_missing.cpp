#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)source.event_time(time_of).watermarks(monotonous{});
#else
  (void)source.watermarks(monotonous{});
#endif
}
