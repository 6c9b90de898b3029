#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)counts.late_to("late", any_sink);
#else
  (void)keyed.late_to("late", any_sink);
#endif
}
