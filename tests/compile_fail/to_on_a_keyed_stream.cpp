#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)counts.to("out", any_sink);
#else
  (void)keyed.to("out", any_sink);
#endif
}
