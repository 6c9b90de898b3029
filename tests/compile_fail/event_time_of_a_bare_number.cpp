#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)source.event_time([](const click& given) { return event_time{given.time}; });
#else
  (void)source.event_time(&click::time);
#endif
}
