#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)events.union_with(events);
#else
  (void)events.union_with(events.map(&click::product));
#endif
}
