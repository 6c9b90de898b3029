// The chain from a source to its key: sources, event time, watermarks, stateless steps, union.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <millrace/core/key/no_key.hpp>
#include <millrace/core/pipeline/accepted.hpp>
#include <millrace/core/pipeline/keyed_stream.hpp>
#include <millrace/core/pipeline/keys.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/source_branch.hpp>
#include <millrace/core/pipeline/source_timing.hpp>
#include <millrace/core/pipeline/steps.hpp>
#include <millrace/core/source/source_reader.hpp>
#include <millrace/core/watermark/generator.hpp>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace millrace {

/// A function (or member pointer) that finds the event time of a record.
template <class TimeOf, class Record>
concept finds_time = std::copy_constructible<TimeOf> && std::invocable<const TimeOf&, const Record&> &&
    std::convertible_to<std::invoke_result_t<const TimeOf&, const Record&>, event_time>;

/// Events of type `Element` with times and watermarks, from one or several sources. Each step gives a new stream; the
/// functions are called in source actors, several of them at once when there are several, each on its own copy.
template <class Element, class... Branches>
class stream {
public:
  explicit stream(std::tuple<Branches...> branches) : branches_(std::move(branches)) {}

  /// Keeps the events for which `keep(const Element&)` says true. The watermark counts them all.
  template <filters<Element> Predicate>
  [[nodiscard]] auto filter(Predicate keep) const {
    return with_step<Element>(filter_step<Predicate>{std::move(keep)}, "filter");
  }

  /// Turns each element into `change(Element)`; the event time stays.
  template <maps<Element> Function>
  [[nodiscard]] auto map(Function change) const {
    using step = map_step<Function>;
    return with_step<typename step::template output<Element>>(step{std::move(change)}, "map");
  }

  /// Turns each element into any number of `Out` (by default the type stays): `spread(const Element&, emit)` calls
  /// `emit(...)` with each. The event time stays.
  template <class Out = Element, class Function>
  [[nodiscard]] auto flat_map(Function spread) const {
    return with_step<Out>(flat_map_step<Out, Function>{std::move(spread)}, "flat map");
  }

  /// The events of both. Each source keeps its own generator and timing.
  template <class... Others>
  [[nodiscard]] stream<Element, Branches..., Others...> union_with(const stream<Element, Others...>& other) const {
    return stream<Element, Branches..., Others...>(std::tuple_cat(branches_, other.branches()));
  }

  /// Groups by `key_of(const Element&)`. What goes on to the windows is `value_of(Element)`, by default the element.
  template <finds_key<Element> KeyOf, finds_value<Element> ValueOf = std::identity>
  [[nodiscard]] auto key_by(KeyOf key_of, ValueOf value_of = {}) const {
    using keyed = keyed_stream<key_found<KeyOf, Element>, value_found<ValueOf, Element>>;
    return keyed(draft_of(key_of, value_of, "key by"));
  }

  /// One group for all: windows over the whole stream. Its rows carry `no_key`, and one actor does all the work.
  template <class Given>
    requires window_assigner<option_type<Given>>
  [[nodiscard]] auto window_all(Given assigner) const {
    const auto same_key = [](const Element&) { return no_key{}; };
    return keyed_stream<no_key, Element>(draft_of(same_key, std::identity{}, "one group")).window(std::move(assigner));
  }

  [[nodiscard]] const std::tuple<Branches...>& branches() const noexcept { return branches_; }

private:
  template <class Out, class Step>
  [[nodiscard]] auto with_step(const Step& step, const char* words) const {
    return std::apply(
        [&](const Branches&... branch) {
          return stream<Out, decltype(branch.with(step, words))...>(std::tuple(branch.with(step, words)...));
        },
        branches_);
  }

  template <class KeyOf, class ValueOf>
  [[nodiscard]] plan_draft draft_of(const KeyOf& key_of, const ValueOf& value_of, const char* words) const {
    plan_draft draft;
    std::apply([&](const Branches&... branch) { (branch.add_to(draft, key_of, value_of, words), ...); }, branches_);
    using events = event_batch<key_found<KeyOf, Element>, value_found<ValueOf, Element>>;
    draft.begin_stage([] { return std::make_unique<events>(); });
    return draft;
  }

  std::tuple<Branches...> branches_;
};

/// A source whose records have times and no watermarks yet.
template <split_source Source, class TimeOf>
class timed_source {
public:
  using record = typename Source::reader_type::value_type;

  timed_source(detail::source_head<Source> head, TimeOf time_of)
      : head_(std::move(head)), time_of_(std::move(time_of)) {}

  /// How watermarks are made: a generator, such as `bounded_disorder({.delay = 5s})`, or the result of a factory; each
  /// split has a copy. And how the source keeps time.
  template <class Given>
    requires watermark_generator<option_type<Given>, record>
  [[nodiscard]] auto watermarks(Given generator, source_timing timing = {}) const {
    using branch = source_branch<Source, TimeOf, option_type<Given>, step_chain<>>;
    return stream<record, branch>(std::tuple(branch(head_, time_of_, std::move(generator), timing)));
  }

private:
  detail::source_head<Source> head_;
  TimeOf time_of_;
};

/// A named source whose records have no times yet.
template <split_source Source>
class named_source {
public:
  using record = typename Source::reader_type::value_type;

  explicit named_source(detail::source_head<Source> head) : head_(std::move(head)) {}

  /// Finds the event time of a record: `time_of(const Record&)` gives an `event_time`. A record without one
  /// (`INT64_MIN`) stops the pipeline, naming the place.
  template <finds_time<record> TimeOf>
  [[nodiscard]] timed_source<Source, TimeOf> event_time(TimeOf time_of) const {
    return timed_source<Source, TimeOf>(head_, std::move(time_of));
  }

private:
  detail::source_head<Source> head_;
};

/// Starts a pipeline at a source, given as it is or as the result of a factory. The name is its identity in messages
/// and counters, and unique in the plan.
template <class Given>
  requires split_source<option_type<Given>>
[[nodiscard]] named_source<option_type<Given>> from(std::string name, Given source) {
  detail::source_head<option_type<Given>> head{.name = std::move(name), .source = std::nullopt, .errors = {}};
  head.source = detail::accept(std::move(source), head.errors);
  return named_source<option_type<Given>>(std::move(head));
}

}  // namespace millrace
