// SIGINT and SIGTERM as a request to stop, and a tick every second in between.
#pragma once

#include <chrono>
#include <functional>
#include <thread>

namespace millrace::command {

/// Keeps SIGINT and SIGTERM from this thread and those it starts from now on, and ignores SIGPIPE. Call it before any
/// other thread is there.
void hold_signals();

/// A thread that waits for signals. The first SIGINT or SIGTERM calls `on_stop`; from then on a second one ends the
/// process at once. `on_tick` is called every `interval` until then. Both run in the thread. Requires `hold_signals`.
class signal_watch {
public:
  signal_watch(std::chrono::milliseconds interval, std::function<void()> on_tick, std::function<void()> on_stop);
  signal_watch(const signal_watch&) = delete;
  signal_watch& operator=(const signal_watch&) = delete;
  /// Waits for a call that is under way.
  ~signal_watch();

private:
  int wake_;
  std::thread thread_;
};

}  // namespace millrace::command
