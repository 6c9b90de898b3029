#include <millrace/actors/connector/collection_sink.hpp>
#include <tests/compile_fail/start.hpp>

void chain() {
#ifdef CONTROL
  (void)counts.map([](const auto&) { return 1; }).to("out", collection_sink<int>());
#else
  (void)counts.to("out", collection_sink<int>());
#endif
}
