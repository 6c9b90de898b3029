// One source of a stream with the steps fused onto it so far.
#pragma once

#include <cstdint>
#include <memory>
#include <millrace/core/pipeline/accepted.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/pipeline/source_timing.hpp>
#include <millrace/core/pipeline/steps.hpp>
#include <millrace/core/source/typed_split.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

namespace detail {

/// A source's name and, if it could be made, the source.
template <class Source>
struct source_head {
  std::string name;
  std::optional<Source> source;
  std::vector<error> errors;
};

/// Readers of files tell their path.
template <class Reader>
[[nodiscard]] std::string name_of_split(const Reader& reader, std::size_t index) {
  if constexpr (requires {
                  { reader.split_name() } -> std::convertible_to<std::string>;
                }) {
    return reader.split_name();
  } else {
    return std::to_string(index + 1);
  }
}

}  // namespace detail

/// Makes the `source_node` of its source once the key is known.
template <class Source, class TimeOf, class Generator, class Steps>
class source_branch {
public:
  template <class Given>
  source_branch(detail::source_head<Source> head, TimeOf time_of, Given generator, const source_timing& timing)
      : head_(std::move(head)), time_of_(std::move(time_of)), timing_(timing) {
    generator_ = detail::accept(std::move(generator), head_.errors);
    words_ = "event time, " + (generator_ ? description_of(*generator_, "watermarks") : std::string("watermarks"));
  }

  source_branch(detail::source_head<Source> head, TimeOf time_of, std::optional<Generator> generator,
                const source_timing& timing, Steps steps, std::string words)
      : head_(std::move(head)),
        time_of_(std::move(time_of)),
        generator_(std::move(generator)),
        timing_(timing),
        steps_(std::move(steps)),
        words_(std::move(words)) {}

  /// The branch with one more step at its end.
  template <class Step>
  [[nodiscard]] auto with(const Step& step, const char* words) const {
    auto longer = steps_.with(step);
    return source_branch<Source, TimeOf, Generator, decltype(longer)>(head_, time_of_, generator_, timing_,
                                                                      std::move(longer), words_ + ", " + words);
  }

  /// Adds the source and what is wrong with it to the draft.
  template <class KeyOf, class ValueOf>
  void add_to(plan_draft& draft, const KeyOf& key_of, const ValueOf& value_of, const char* words) const {
    source_node node;
    node.name = head_.name;
    node.kind = head_.source ? description_of(*head_.source, "source") : std::string("source");
    node.steps = words_ + ", " + words;
    node.blocking = Source::blocking;
    node.reads_events = Generator::reads_events;
    node.idle_timeout = timing_.idle_timeout;
    node.all_idle = timing_.all_idle;
    node.report = timing_.report;
    node.rate = timing_.rate;
    node.open = [branch = *this, key_of, value_of](std::uint32_t key_groups) {
      return branch.open(key_groups, key_of, value_of);
    };
    draft.sources.push_back(std::move(node));
    for (const error& reason : head_.errors) {
      draft.source_errors.push_back(detail::at_place("source '" + head_.name + "'", reason));
    }
  }

private:
  using splits = std::vector<std::unique_ptr<split_program>>;

  template <class KeyOf, class ValueOf>
  [[nodiscard]] result<splits> open(std::uint32_t key_groups, const KeyOf& key_of, const ValueOf& value_of) const {
    using reader = typename Source::reader_type;
    using split = typed_split<reader, TimeOf, Generator, Steps, KeyOf, ValueOf>;
    const std::string place = "source '" + head_.name + "'";
    auto opened = head_.source->open();
    if (!opened) return detail::at_place(place, opened.error());
    std::vector<reader>& readers = opened.value();
    splits made;
    made.reserve(readers.size());
    for (std::size_t i = 0; i < readers.size(); ++i) {
      made.push_back(std::make_unique<split>(
          typename split::parts{.place = readers.size() == 1 ? place : place + " split " + std::to_string(i + 1),
                                .name = detail::name_of_split(readers[i], i),
                                .reader = std::move(readers[i]),
                                .time_of = time_of_,
                                .generator = *generator_,
                                .steps = steps_,
                                .key_of = key_of,
                                .value_of = value_of,
                                .key_groups = key_groups}));
    }
    return made;
  }

  detail::source_head<Source> head_;
  TimeOf time_of_;
  std::optional<Generator> generator_;
  source_timing timing_;
  Steps steps_;
  std::string words_;
};

}  // namespace millrace
