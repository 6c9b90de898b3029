// What a window of a script may read: the events themselves, or what a keyed stage before it makes of them.
#pragma once

#include <cstdint>
#include <millrace/core/pipeline/keyed_stream.hpp>

#include "script.hpp"

namespace millrace::oracle {

using scripted_stream = keyed_stream<std::int64_t, std::int64_t>;

/// The events of the script by key.
[[nodiscard]] scripted_stream events_of(const job& asked, const script& steps);

/// The same behind a keyed stage that passes each event on. The key of that stage is another one, of which all events
/// of one key have the same: they go through other actors and keep their order.
[[nodiscard]] scripted_stream events_behind_a_stage(const job& asked, const script& steps);

/// The rows of the windows that `first` asks for, which is to sum, by `second_key` (two_windows.hpp).
[[nodiscard]] scripted_stream rows_of_windows(const job& first, const script& steps);

}  // namespace millrace::oracle
