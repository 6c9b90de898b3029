// The side outputs that a stage has declared, and the ways out behind them.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <millrace/core/batch/output_port.hpp>
#include <millrace/core/element/row.hpp>
#include <millrace/core/element/side_output.hpp>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

namespace millrace {

namespace detail {

/// A collector whose value type is known to its maker alone.
class side_port {
public:
  virtual ~side_port() = default;
  virtual void connect(output_port* port) = 0;
  virtual bool has_room() = 0;
  virtual void settle() = 0;
};

template <class Value>
class typed_side_port final : public side_port {
public:
  void connect(output_port* port) override { values_.connect(port); }
  bool has_room() override { return values_.has_room(); }
  void settle() override { values_.settle(); }
  void emit(timed_value<Value>&& value) { values_.emit(std::move(value)); }

private:
  collector<timed_value<Value>> values_;
};

}  // namespace detail

/// A declared side output: its name and the type of its values.
struct side_declaration {
  std::string name;
  std::type_index type;
  std::function<std::unique_ptr<detail::side_port>()> make_port;
};

/// Declares `tag` to a stage.
template <class Value>
[[nodiscard]] side_declaration declare(const side_output<Value>& tag) {
  return {tag.name, typeid(Value), [] { return std::make_unique<detail::typed_side_port<Value>>(); }};
}

/// The side outputs of one operator. Confined to its actor.
class side_outputs {
public:
  explicit side_outputs(std::vector<side_declaration> declared);

  [[nodiscard]] std::size_t size() const noexcept { return ports_.size(); }
  void connect(std::size_t index, output_port* port) { ports_[index]->connect(port); }
  [[nodiscard]] bool has_room();
  void settle();

  /// Errors: failure(plan_incomplete) when no output of that name, or one of another type, was declared; the message
  /// lists those that were.
  template <class Value>
  void emit(const side_output<Value>& tag, timed_value<Value>&& value) {
    static_cast<detail::typed_side_port<Value>&>(find(tag.name, typeid(Value))).emit(std::move(value));
  }

private:
  detail::side_port& find(std::string_view name, std::type_index type);

  std::vector<side_declaration> declared_;
  std::vector<std::unique_ptr<detail::side_port>> ports_;
};

}  // namespace millrace
