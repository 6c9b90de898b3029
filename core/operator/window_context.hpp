// What a window's function knows besides the contents of the pane.
#pragma once

#include <millrace/core/element/row.hpp>
#include <millrace/core/element/side_output.hpp>
#include <millrace/core/operator/side_outputs.hpp>
#include <millrace/core/time/event_time.hpp>
#include <millrace/core/window/time_window.hpp>
#include <type_traits>
#include <utility>

namespace millrace {

/// The firing that a function is called for. Valid during the call only.
template <class Key>
class window_context {
public:
  window_context(const Key& of_key, time_window of_window, millrace::watermark now, side_outputs& sides) noexcept
      : key(of_key), window(of_window), watermark(now), sides_(sides) {}

  const Key& key;
  const time_window window;
  const millrace::watermark watermark;  ///< Under which the pane fires.

  /// Sends `value` to a declared side output, with the time of the window's last moment. Errors: failure when the tag
  /// was not declared.
  template <class Value>
  void side(const side_output<Value>& tag, std::type_identity_t<Value> value) const {
    sides_.emit(tag, timed_value<Value>{std::move(value), window.last_moment()});
  }

private:
  side_outputs& sides_;
};

}  // namespace millrace
