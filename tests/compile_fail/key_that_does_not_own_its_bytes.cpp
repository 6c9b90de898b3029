#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)events.key_by([](const click& given) { return std::string(given.product); });
#else
  (void)events.key_by([](const click& given) { return std::string_view(given.product); });
#endif
}
