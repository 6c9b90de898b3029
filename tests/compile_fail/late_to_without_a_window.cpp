#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)keyed.process_each([](const auto&, const click& each) { return each; }).to("out", any_sink);
#else
  (void)keyed.process_each([](const auto&, const click& each) { return each; }).late_to("late", any_sink);
#endif
}
