// The watermark strategy that a case names, chosen at run time among the generators that read events.
#pragma once

#include <millrace/core/time/event_time.hpp>
#include <millrace/core/watermark/bounded_disorder.hpp>
#include <millrace/core/watermark/generator.hpp>
#include <millrace/core/watermark/monotonous.hpp>
#include <variant>

#include "test_case.hpp"

namespace conformance {

/// Hands every call on to the generator. Confined to its split.
class chosen_generator {
public:
  static constexpr bool reads_events = true;

  /// Requires a strategy other than manual. Errors: `failure` for a delay that the library refuses.
  explicit chosen_generator(const pipeline_choice& pipeline);

  void on_event(const event_step& event, millrace::event_time time);
  [[nodiscard]] millrace::watermark current() const;

private:
  std::variant<millrace::monotonous, millrace::bounded_disorder> generator_;
};

static_assert(millrace::watermark_generator<chosen_generator, event_step>);

}  // namespace conformance
