#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)counts.key_by([](const row<std::string, std::uint64_t>& made) { return made.value; });
#else
  (void)counts.key_by(&click::amount);
#endif
}
