// A stream with a key: ready for windows.
#pragma once

#include <concepts>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/pipeline/accepted.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/windowed_stream.hpp>
#include <millrace/core/window/assigner.hpp>
#include <string_view>
#include <type_traits>
#include <utility>

namespace millrace {

/// A key that owns its bytes: it outlives the record it was taken from.
template <class Key>
concept owning_key = stream_key<Key> && !std::is_pointer_v<Key> && !std::same_as<Key, std::string_view>;

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
    auto accepted = detail::accept(std::move(assigner), draft.stage_errors);
    return windowed_stream<Key, Value, option_type<Given>>(std::move(draft), std::move(accepted));
  }

private:
  plan_draft draft_;
};

}  // namespace millrace
