#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)windows.allowed_lateness(1ms).aggregate(count());
#else
  (void)counts.allowed_lateness(1ms);
#endif
}
