#include "run/signals.hpp"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

namespace millrace::command {
namespace {

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

int checked(int descriptor, const char* what) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), what);
  return descriptor;
}

// The default action of a signal ends the process as soon as one thread takes it. A shell may have started us with
// signals ignored.
void let_the_next_signal_end_the_process() {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

void watch(int wake, int signals, std::chrono::milliseconds interval, const std::function<void()>& on_tick,
           const std::function<void()>& on_stop) {
  while (true) {
    pollfd both[] = {{.fd = wake, .events = POLLIN, .revents = 0}, {.fd = signals, .events = POLLIN, .revents = 0}};
    const int ready = poll(both, 2, static_cast<int>(interval.count()));
    if (both[0].revents != 0) break;
    if (ready == 0) on_tick();
    if (both[1].revents == 0) continue;
    signalfd_siginfo taken{};
    if (read(signals, &taken, sizeof taken) != static_cast<ssize_t>(sizeof taken)) continue;
    let_the_next_signal_end_the_process();
    on_stop();
    break;
  }
  close(signals);
}

}  // namespace

void hold_signals() {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  signal(SIGPIPE, SIG_IGN);
}

signal_watch::signal_watch(std::chrono::milliseconds interval, std::function<void()> on_tick,
                           std::function<void()> on_stop)
    : wake_(checked(eventfd(0, EFD_CLOEXEC), "eventfd")) {
  const sigset_t held = stop_signals();
  const int signals = checked(signalfd(-1, &held, SFD_CLOEXEC), "signalfd");
  thread_ = std::thread([wake = wake_, signals, interval, tick = std::move(on_tick), stop = std::move(on_stop)] {
    watch(wake, signals, interval, tick, stop);
  });
}

signal_watch::~signal_watch() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(wake_, &one, sizeof one);
  thread_.join();
  close(wake_);
}

}  // namespace millrace::command
