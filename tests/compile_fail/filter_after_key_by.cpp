#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)events.filter([](const click&) { return true; });
#else
  (void)keyed.filter([](const click&) { return true; });
#endif
}
