// What a case needs that is not built yet.
#pragma once

#include <string>

#include "test_case.hpp"

namespace conformance {

/// Names what is missing for this pipeline ("window global, trigger count"); empty when both engines can run it.
[[nodiscard]] std::string missing_for(const pipeline_choice& pipeline);

}  // namespace conformance
