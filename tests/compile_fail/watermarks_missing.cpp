#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)timed.watermarks(monotonous{}).key_by(&click::product);
#else
  (void)timed.key_by(&click::product);
#endif
}
