#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)counts.to("out", any_sink);
#else
  (void)counts.key_by([](const auto& made) { return made.key; }).to("out", any_sink);
#endif
}
