#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)counts.to("out", any_sink).build("plan");
#else
  (void)windows.build("plan");
#endif
}
