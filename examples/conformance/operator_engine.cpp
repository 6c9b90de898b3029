#include "operator_engine.hpp"

#include <memory>
#include <millrace/core/operator/window_operator.hpp>
#include <string>

#include "chosen_function.hpp"
#include "operator_run.hpp"
#include "output_modes.hpp"
#include "with_assigner.hpp"

namespace conformance {
namespace {

std::unique_ptr<millrace::keyed_operator> operator_of(const pipeline_choice& pipeline) {
  return with_assigner(pipeline.window, [&](const auto& assigner) {
    return millrace::make_window_operator<std::string, std::int64_t>(
        millrace::window_options{.stage = "case",
                                 .windows = assigner,
                                 .function = millrace::process_result<outcome>(chosen_function(pipeline.function),
                                                                               complete_with_window{pipeline.function}),
                                 .allowed_lateness = millrace::duration{pipeline.allowed_lateness_ms},
                                 .mode = mode_of(pipeline.emit)});
  });
}

}  // namespace

observation operator_engine::run_case(const test_case& wanted) {
  return operator_run(wanted, operator_of(wanted.pipeline)).run();
}

}  // namespace conformance
