#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)windows.aggregate(count()).to("out", any_sink);
#else
  (void)windows.to("out", any_sink);
#endif
}
