// A stream with a key: ready for windows.
#pragma once

#include <millrace/core/pipeline/accepted.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/windowed_stream.hpp>
#include <millrace/core/window/assigner.hpp>
#include <utility>

namespace millrace {

/// Values of type `Value` by `Key`. Behind it lies the exchange: all that follows runs in key-group actors.
template <class Key, class Value>
class keyed_stream {
public:
  explicit keyed_stream(plan_draft draft) : draft_(std::move(draft)) {}

  /// Puts each value into windows: an assigner (`tumbling`, `sliding`, `session`, or one of your own), or the result of
  /// its factory.
  template <class Given>
    requires window_assigner<option_type<Given>>
  [[nodiscard]] windowed_stream<Key, Value, option_type<Given>> window(Given assigner) const {
    plan_draft draft = draft_;
    auto accepted = detail::accept(std::move(assigner), draft.stage().errors);
    return windowed_stream<Key, Value, option_type<Given>>(std::move(draft), std::move(accepted));
  }

private:
  plan_draft draft_;
};

}  // namespace millrace
