// What every actor of a pipeline has in common: a name, a coordinator, and no exception that gets past it.
#pragma once

#include <caf/actor.hpp>
#include <caf/event_based_actor.hpp>
#include <cstddef>
#include <millrace/core/protocol/epoch_changes.hpp>
#include <string>

namespace millrace::engine {

/// True on a thread that has run an actor of some pipeline: there, waiting for a pipeline could wait for itself.
bool& on_actor_thread() noexcept;

/// The base of a pipeline's actors. An exception in a handler goes to the coordinator once, with the member's name;
/// from then on the member does nothing.
class member : public caf::event_based_actor {
public:
  struct identity {
    std::size_t number = 0;  // among the coordinator's members
    std::string name;        // "sink 'rows'"
    caf::actor coordinator;
  };

  member(caf::actor_config& config, identity who);

protected:
  /// Runs one handler.
  template <class Work>
  void guarded(Work&& work) {
    if (failed_) return;
    on_actor_thread() = true;
    try {
      work();
    } catch (...) {
      report_failure();
    }
  }

  /// Tells the coordinator, once, that this member's work is done.
  void report_done(bool ended);

  /// Tells the coordinator that this member has done its part of an epoch.
  void acknowledge(epoch_number epoch, member_changes changes);

  [[nodiscard]] const identity& who() const noexcept { return who_; }
  [[nodiscard]] bool done() const noexcept { return done_; }

  /// Puts the member's name before the message of each failure: for members whose failures do not name a place.
  void name_failures() { place_ = who_.name + ": "; }

  void on_exit() override;

private:
  void report_failure();

  identity who_;
  std::string place_;
  bool failed_ = false;
  bool done_ = false;
};

}  // namespace millrace::engine
