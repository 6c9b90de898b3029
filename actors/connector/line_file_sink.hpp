// A sink that writes one row a line to a file.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <millrace/actors/connector/durable_file.hpp>
#include <millrace/actors/connector/durable_lines.hpp>
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

/// Writes rows to a file, the rows of each step sorted, so that with one source actor the file is the same for any
/// number of key-group actors. Cheap to copy; opened at start, when an existing file is refused or, with `overwrite`,
/// kept until the first row or step.
///
/// Where the pipeline keeps state, the file is made (or emptied) once epoch 0 is on disk and is the pipeline's from
/// then on: a run that goes on finds it there, and `overwrite` does not matter. Its folder also takes the pending
/// files; see `durable_lines`.
template <class Row>
class line_file_sink {
public:
  struct options {
    std::string path;        ///< A file in a folder that exists. Required.
    bool overwrite = false;  ///< An existing file is replaced instead of refused.
    millrace::visibility visibility = millrace::visibility::committed;  ///< Where the pipeline keeps state.
    line_encoder<Row> encode;                                           ///< Required.
    row_order<Row> order = default_row_order<Row>::make();              ///< Within a step; see `default_row_order`.
    row_ties ties = default_row_order<Row>::ties;                       ///< Between rows equal in it.
    std::string header = {};                     ///< The first line, written also without any row.
    std::size_t spill_after = 64 * 1024 * 1024;  ///< Bytes of open steps in memory; more goes to disk.
  };

  static constexpr bool blocking = true;

  explicit line_file_sink(options chosen) : chosen_(std::move(chosen)), report_(std::make_shared<line_sink_report>()) {}

  /// Errors: `option_missing`; `option_out_of_range` for the path "-"; those of `line_output::open` without state and
  /// of `durable_lines::open` with it.
  template <std::same_as<Row> Asked>
  [[nodiscard]] result<std::unique_ptr<sink_writer>> open(state_origin origin = state_origin::none) const {
    if (chosen_.path.empty()) {
      return error{error_code::option_missing, "a line file sink without a path; a file is needed"};
    }
    if (chosen_.path == "-") {
      return error{error_code::option_out_of_range,
                   "the path of a line file sink is \"-\"; a file is accepted here, "
                   "standard output has a sink of its own"};
    }
    if (!chosen_.encode) {
      return error{error_code::option_missing,
                   chosen_.path + ": encode is missing; a function that writes a row as text is needed"};
    }
    result<std::unique_ptr<line_target>> output = target(origin);
    if (!output) return output.error();
    typename line_sink_writer<Row>::parts parts{.output = std::move(output.value()),
                                                .encode = chosen_.encode,
                                                .order = chosen_.order,
                                                .header = chosen_.header,
                                                .sorting = {.spill_after = chosen_.spill_after,
                                                            .ties = chosen_.ties,
                                                            .output = chosen_.path,
                                                            .spill_folder = folder_of(chosen_.path)},
                                                .report = report_,
                                                .origin = origin};
    return std::unique_ptr<sink_writer>(new line_sink_writer<Row>(std::move(parts)));
  }

  /// What was written, shared by all copies of this sink.
  [[nodiscard]] std::shared_ptr<const line_sink_report> report() const noexcept { return report_; }

  [[nodiscard]] std::string describe() const { return "line file " + chosen_.path; }

private:
  [[nodiscard]] result<std::unique_ptr<line_target>> target(state_origin origin) const {
    if (origin != state_origin::none) {
      return durable_lines::open(chosen_.path, chosen_.overwrite, chosen_.visibility, origin);
    }
    result<std::unique_ptr<line_output>> output = line_output::open(chosen_.path, chosen_.overwrite);
    if (!output) return output.error();
    return std::unique_ptr<line_target>(std::move(output.value()));
  }

  options chosen_;
  std::shared_ptr<line_sink_report> report_;
};

static_assert(sink_for<line_file_sink<row<std::string, int>>, row<std::string, int>>);

}  // namespace millrace
