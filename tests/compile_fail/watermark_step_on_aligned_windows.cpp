#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)keyed.window(session::make({.gap = 1s})).watermark_step(1s);
#else
  (void)windows.watermark_step(1s);
#endif
}
