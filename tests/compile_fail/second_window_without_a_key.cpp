#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)counts.window_all(tens);
#else
  (void)counts.window(tens);
#endif
}
