#include <tests/compile_fail/start.hpp>

struct product_key {
  std::string name;
  bool operator==(const product_key&) const = default;
};

#ifdef CONTROL
template <>
struct millrace::key_hasher<product_key> {
  static std::uint64_t of(const product_key& key) noexcept { return hash_bytes(key.name); }
};
#endif

void chain() {
  (void)events.key_by([](const click& given) { return product_key{given.product}; });
}
