#include <exception>
#include <millrace/actors/engine/member.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <new>
#include <utility>

namespace millrace::engine {

bool& on_actor_thread() noexcept {
  thread_local bool here = false;
  return here;
}

member::member(caf::actor_config& config, identity who) : caf::event_based_actor(config), who_(std::move(who)) {
  // A message that no handler takes is a fault of ours, not something to drop in silence.
  set_default_handler([this](caf::scheduled_actor*, caf::message_view& view) -> caf::result<caf::message> {
    send(who_.coordinator,
         member_failed{
             who_.number,
             {error_code::internal, who_.name + " got a message it does not know: " + caf::to_string(view.content())}});
    return caf::sec::unexpected_message;
  });
}

void member::report_done(bool ended) {
  if (std::exchange(done_, true)) return;
  send(who_.coordinator, member_done{who_.number, ended});
}

void member::acknowledge(epoch_number epoch, member_changes changes) {
  send(who_.coordinator, member_acknowledged{who_.number, epoch, std::move(changes)});
}

void member::report_failure() {
  failed_ = true;
  error reason{error_code::internal, {}};
  try {
    throw;
  } catch (const failure& known) {
    reason = {known.reason().code, place_ + known.reason().message};
  } catch (const std::bad_alloc&) {
    reason = {error_code::out_of_memory, who_.name + ": there is no memory left"};
  } catch (const std::exception& other) {
    reason = {error_code::user_function_threw, who_.name + ": " + other.what()};
  } catch (...) {
    reason = {error_code::user_function_threw, who_.name + " threw something that is no std::exception"};
  }
  send(who_.coordinator, member_failed{who_.number, std::move(reason)});
}

void member::on_exit() {
  who_.coordinator = nullptr;
}

}  // namespace millrace::engine
