// Makes the `sink_node` of a sink, given as it is or as the result of a factory.
#pragma once

#include <millrace/core/pipeline/accepted.hpp>
#include <millrace/core/pipeline/plan_draft.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <string>
#include <utility>
#include <vector>

namespace millrace {

/// Can take rows of type `Row`: a sink, or the result of a factory of one.
template <class Given, class Row>
concept accepts_rows = sink_for<option_type<Given>, Row>;

namespace detail {

template <class Row, class Sink>
[[nodiscard]] result<std::unique_ptr<sink_writer>> open_sink(const Sink& sink, state_origin origin) {
  if constexpr (requires { sink.template open<Row>(origin); }) {
    return sink.template open<Row>(origin);
  } else {
    return sink.template open<Row>();
  }
}

}  // namespace detail

/// Adds the sink behind output `output` of the stage in hand, and what is wrong with it.
template <class Row, accepts_rows<Row> Given>
void add_sink(plan_draft& draft, std::size_t output, std::string name, Given given) {
  using sink = option_type<Given>;
  const std::string place = "sink '" + name + "'";
  std::vector<error> errors;
  const std::optional<sink> accepted = detail::accept(std::move(given), errors);
  for (error& reason : errors) draft.sink_errors.push_back(detail::at_place(place, std::move(reason)));
  sink_node node{.name = std::move(name), .kind = "sink", .blocking = sink::blocking, .open = {}};
  if (accepted) {
    node.kind = description_of(*accepted, "sink");
    node.open = [place, opened = *accepted](state_origin origin) -> result<std::unique_ptr<sink_writer>> {
      auto writer = detail::open_sink<Row>(opened, origin);
      if (!writer) return detail::at_place(place, std::move(writer).error());
      return writer;
    };
  }
  draft.add_sink(output, std::move(node));
}

}  // namespace millrace
