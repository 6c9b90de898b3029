#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)events.key_by(&click::product).window(tens);
#else
  (void)events.window(tens);
#endif
}
