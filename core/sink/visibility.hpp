// When the rows of an output may be seen by others.
#pragma once

namespace millrace {

/// Matters only where a pipeline keeps state; elsewhere rows are always immediate.
enum class visibility : unsigned char {
  committed,  ///< Once their epoch is on disk: what has been seen is never taken back.
  immediate   ///< When their step closes: a restore takes back what came behind its epoch, and makes it again.
};

}  // namespace millrace
