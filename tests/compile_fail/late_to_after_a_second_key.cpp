#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)counts.late_to("late", any_sink).key_by([](const auto& made) { return made.key; });
#else
  (void)counts.key_by([](const auto& made) { return made.key; }).late_to("late", any_sink);
#endif
}
