// From what a user wrote as a path to the files it means.
#pragma once

#include <millrace/core/error.hpp>
#include <string>
#include <vector>

namespace millrace {

/// The files that `path` names: the one of exactly this name, else, when it holds one of `*?[`, those that match it as
/// a shell's pattern, sorted by the bytes of their names. A plain name is given back unseen.
/// Errors: `source_missing` when nothing matches, `source_unreadable` when a folder on the way cannot be read.
[[nodiscard]] result<std::vector<std::string>> expand_input_path(const std::string& path);

}  // namespace millrace
