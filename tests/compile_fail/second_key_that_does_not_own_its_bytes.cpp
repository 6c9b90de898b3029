#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)counts.key_by([](const auto& made) { return std::string(made.key); });
#else
  (void)counts.key_by([](const auto& made) { return std::string_view(made.key); });
#endif
}
