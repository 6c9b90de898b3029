#include <millrace/storage/epoch_store.hpp>
#include <utility>

namespace millrace {

namespace {

class epochs_on_disk final : public epoch_store {
public:
  explicit epochs_on_disk(state_store&& opened) : store_(std::move(opened)) {}

  [[nodiscard]] std::optional<epoch> last() const override {
    const state_snapshot seen = store_.snapshot();
    const auto number = seen.epoch();
    if (!number) return std::nullopt;
    return epoch{.number = *number, .record = std::string(seen.record())};
  }

  void scan(std::string_view prefix,
            const std::function<bool(std::string_view, std::string_view)>& visit) const override {
    store_.snapshot().scan(prefix, visit);
  }

  void commit(epoch_number number, std::span<const stored_change> changes, std::string_view record) override {
    store_.commit(number, changes, record);
  }

  bool merge(std::size_t entries) override { return store_.merge(entries); }

private:
  state_store store_;
};

}  // namespace

result<std::unique_ptr<epoch_store>> open_epoch_store(state_store::options chosen) {
  auto opened = state_store::open(std::move(chosen));
  if (!opened) return opened.error();
  return std::unique_ptr<epoch_store>(std::make_unique<epochs_on_disk>(std::move(opened).value()));
}

}  // namespace millrace
