#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)counts.key_by([](const auto& made) { return made.key; });
#else
  (void)counts.to("out", any_sink).key_by([](const auto& made) { return made.key; });
#endif
}
