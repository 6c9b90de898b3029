#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)keyed.window(tens).aggregate(count());
#else
  (void)keyed.aggregate(count());
#endif
}
