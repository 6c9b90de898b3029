// Where batches are filled: the border between core, which appends, and actors, which own credit and send.
#pragma once

#include <cstddef>
#include <millrace/core/batch/batch.hpp>

namespace millrace {

/// One way out of a source or a stage. A batch buffer is the credit: no buffer, nothing may be appended.
/// Confined to the actor that owns it.
class output_port {
public:
  virtual ~output_port() = default;

  /// The batch to append to, with room for at least one element, or nullptr while there is no credit. The same batch
  /// comes back until `filled` or a flush by the owner; do not keep the pointer over a return to the owner.
  [[nodiscard]] virtual batch* open() = 0;

  /// Elements at which a batch is full. Soft: what one event or pane makes may go beyond it.
  [[nodiscard]] virtual std::size_t capacity() const noexcept = 0;

  /// Says that the open batch has reached its capacity; it is sent and must not be touched any more.
  virtual void filled() = 0;
};

/// A typed view of an output port. A default-made collector, or one over a null port, swallows what it is given.
/// `has_room` sends a full batch, asks for credit and is called between two events or two panes; `emit` only after it
/// said true. Cost of both: no virtual call but one or two a batch.
template <class Row>
class collector {
public:
  using row_type = Row;

  void connect(output_port* port) noexcept {
    port_ = port;
    capacity_ = port != nullptr ? port->capacity() : 0;
  }
  [[nodiscard]] bool connected() const noexcept { return port_ != nullptr; }

  [[nodiscard]] bool has_room() {
    if (port_ == nullptr || (open_ != nullptr && open_->rows.size() < capacity_)) return true;
    settle();
    open_ = static_cast<row_batch<Row>*>(port_->open());
    return open_ != nullptr;
  }

  void emit(Row&& row) {
    if (port_ == nullptr) return;
    if (open_ == nullptr) open_ = static_cast<row_batch<Row>*>(port_->open());
    open_->rows.stream_back(std::move(row));
  }

  /// Sends the open batch when it is full and trusts it no more; called before a return to the owner, who may send it.
  void settle() {
    if (open_ != nullptr && open_->rows.size() >= capacity_) port_->filled();
    open_ = nullptr;
  }

private:
  output_port* port_ = nullptr;
  std::size_t capacity_ = 0;
  row_batch<Row>* open_ = nullptr;
};

}  // namespace millrace
