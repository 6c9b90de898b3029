#include <tests/compile_fail/start.hpp>

struct last_amount {
  [[nodiscard]] std::int64_t create() const { return 0; }
  void add(std::int64_t& held, const click& value) const { held = value.amount; }
#ifdef CONTROL
  void merge(std::int64_t& held, std::int64_t other) const {
    held = other;
  }
#endif
  [[nodiscard]] std::int64_t result(std::int64_t held) const {
    return held;
  }
  [[nodiscard]] std::string name() const {
    return "last amount";
  }
};

void chain() {
  (void)keyed.window(session::make({.gap = 1s})).aggregate(last_amount{});
}
