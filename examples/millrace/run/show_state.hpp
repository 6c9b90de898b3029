// `millrace state` behind the command line.
#pragma once

#include <string>

namespace millrace::command {

/// Prints what a state directory holds, a line a part. Returns the exit status.
int show_state(const std::string& directory);

}  // namespace millrace::command
