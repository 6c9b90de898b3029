// A sink that writes one row a line to standard output.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <millrace/actors/connector/committed_standard_output.hpp>
#include <millrace/actors/connector/line_output.hpp>
#include <millrace/actors/connector/line_sink_report.hpp>
#include <millrace/actors/connector/line_sink_writer.hpp>
#include <millrace/actors/connector/line_target.hpp>
#include <millrace/actors/connector/row_order.hpp>
#include <millrace/core/element/row.hpp>
#include <millrace/core/error.hpp>
#include <millrace/core/sink/sink_writer.hpp>
#include <millrace/core/sink/visibility.hpp>
#include <string>
#include <utility>

namespace millrace {

/// Writes rows to the process's standard output, which stays open; otherwise as `line_file_sink`. When the reader of a
/// pipe goes away, the failure `sink_closed` ends the pipeline quietly. Cheap to copy. Nobody else should write to
/// standard output meanwhile.
///
/// Where the pipeline keeps state, a restore may repeat rows: those of one epoch when they are committed, else all that
/// came behind the epoch it goes on from.
template <class Row>
class standard_output_sink {
public:
  struct options {
    line_encoder<Row> encode;                                           ///< Required.
    millrace::visibility visibility = millrace::visibility::committed;  ///< Where the pipeline keeps state.
    std::string pending_folder =
        {};  ///< Where committed rows wait, such as the folder of the state. Required for them.
    std::string pending_name = "standard-output";           ///< Of the files in it; each such sink needs its own.
    row_order<Row> order = default_row_order<Row>::make();  ///< Within a step; see `default_row_order`.
    row_ties ties = default_row_order<Row>::ties;           ///< Between rows equal in it.
    std::string header = {};                                ///< The first line, written also without any row.
    std::size_t spill_after = 64 * 1024 * 1024;             ///< Bytes of open steps in memory; more goes to disk.
  };

  static constexpr bool blocking = true;

  explicit standard_output_sink(options chosen)
      : chosen_(std::move(chosen)), report_(std::make_shared<line_sink_report>()) {}

  /// Errors: `option_missing`; with state also those of `committed_standard_output::open`.
  template <std::same_as<Row> Asked>
  [[nodiscard]] result<std::unique_ptr<sink_writer>> open(state_origin origin = state_origin::none) const {
    if (!chosen_.encode) {
      return error{error_code::option_missing,
                   "standard output: encode is missing; a function that writes a row as text is needed"};
    }
    result<std::unique_ptr<line_target>> output = target(origin);
    if (!output) return output.error();
    typename line_sink_writer<Row>::parts parts{.output = std::move(output.value()),
                                                .encode = chosen_.encode,
                                                .order = chosen_.order,
                                                .header = chosen_.header,
                                                .sorting = {.spill_after = chosen_.spill_after,
                                                            .ties = chosen_.ties,
                                                            .output = "standard output",
                                                            .spill_folder = {}},
                                                .report = report_,
                                                .origin = origin};
    return std::unique_ptr<sink_writer>(new line_sink_writer<Row>(std::move(parts)));
  }

  /// What was written, shared by all copies of this sink.
  [[nodiscard]] std::shared_ptr<const line_sink_report> report() const noexcept { return report_; }

  [[nodiscard]] std::string describe() const { return "standard output"; }

private:
  [[nodiscard]] result<std::unique_ptr<line_target>> target(state_origin origin) const {
    if (origin != state_origin::none && chosen_.visibility == millrace::visibility::committed) {
      return committed_standard_output::open(chosen_.pending_folder, chosen_.pending_name);
    }
    return std::unique_ptr<line_target>(line_output::standard_output());
  }

  options chosen_;
  std::shared_ptr<line_sink_report> report_;
};

static_assert(sink_for<standard_output_sink<row<std::string, int>>, row<std::string, int>>);

}  // namespace millrace
