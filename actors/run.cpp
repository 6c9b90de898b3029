#include <algorithm>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/atom.hpp>
#include <caf/defaults.hpp>
#include <caf/send.hpp>
#include <millrace/actors/engine/graph.hpp>
#include <millrace/actors/engine/member.hpp>
#include <millrace/actors/engine/messages.hpp>
#include <millrace/actors/engine/supervised_run.hpp>
#include <millrace/actors/run.hpp>
#include <thread>
#include <utility>

namespace millrace {

namespace {

/// Messages that an actor may handle before others have their turn, without a limit by default.
constexpr const char* throughput_setting = "scheduler.max-throughput";

std::vector<std::string> warnings_about(const caf::actor_system& system) {
  const auto throughput = caf::get_or(system.config(), throughput_setting, caf::defaults::scheduler::max_throughput);
  if (throughput <= 1000) return {};
  return {std::string{"the actor system's "} + throughput_setting +
          " is not limited: two busy actors may hold watermarks up for seconds; 8 serves well"};
}

/// The settings of an actor system of our own. The defaults let two busy actors hold watermarks up for seconds, and
/// let an idle worker sleep for 10 ms before it looks for work that another one has made. With one queue for all
/// workers (decision 8) whoever makes work wakes one that sleeps, and an idle pipeline costs nothing.
struct own_configuration : caf::actor_system_config {
  explicit own_configuration(std::size_t workers) {
    set(throughput_setting, std::size_t{8});
    set("scheduler.max-threads", workers);
    set("scheduler.policy", caf::atom("sharing"));
  }
};

/// One for each key-group actor and one for the others, but no more than cores: they would only take turns. Two at
/// least, so that a function of the user that hangs does not take the others with it.
std::size_t workers_for(std::size_t actors) {
  return std::max<std::size_t>(2, std::min<std::size_t>(actors + 1, std::thread::hardware_concurrency()));
}

struct own_system {
  explicit own_system(std::size_t workers) : configuration(workers), system(configuration) {}
  own_configuration configuration;
  caf::actor_system system;
};

}  // namespace

class running_pipeline::implementation {
public:
  implementation(std::unique_ptr<own_system> own, std::unique_ptr<engine::supervised_run> started,
                 std::vector<std::string> warnings)
      : own_(std::move(own)), run_(std::move(started)), warnings_(std::move(warnings)) {}

  implementation(const implementation&) = delete;
  implementation& operator=(const implementation&) = delete;

  ~implementation() {
    stop();
    (void)run_->wait();
    // An actor that hangs in a user's function would hang the system's end too: then the system is left alone.
    const bool hung = run_->hung();
    run_.reset();
    if (hung) (void)own_.release();
  }

  void stop() {
    run_->give_up();
    run_->ask(caf::make_message(engine::stop_atom::value));
  }
  void drain() { run_->ask(caf::make_message(engine::drain_atom::value)); }

  result<run_summary> wait() {
    if (engine::on_actor_thread()) {
      return error{error_code::wait_refused,
                   "a pipeline was waited for in a thread of an actor, which it may need itself; wait in a thread of "
                   "your own"};
    }
    return run_->wait();
  }

  [[nodiscard]] const engine::supervised_run& run() const { return *run_; }
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

private:
  std::unique_ptr<own_system> own_;
  std::unique_ptr<engine::supervised_run> run_;
  std::vector<std::string> warnings_;
};

running_pipeline::running_pipeline(std::shared_ptr<implementation> started) : implementation_(std::move(started)) {}
running_pipeline::running_pipeline(running_pipeline&&) noexcept = default;
running_pipeline& running_pipeline::operator=(running_pipeline&&) noexcept = default;
running_pipeline::~running_pipeline() = default;

result<run_summary> running_pipeline::wait() {
  return implementation_->wait();
}

result<run_summary> running_pipeline::stop() {
  implementation_->stop();
  return implementation_->wait();
}

void running_pipeline::drain() {
  implementation_->drain();
}

run_progress running_pipeline::progress() const {
  return implementation_->run().progress();
}

std::optional<error> running_pipeline::failed_epoch() const {
  return implementation_->run().failed_epoch();
}

std::optional<error> running_pipeline::last_failure() const {
  return implementation_->run().last_failure();
}

const std::vector<std::string>& running_pipeline::warnings() const {
  return implementation_->warnings();
}

namespace {

/// Opens and spawns, and knows how to do it again.
result<std::unique_ptr<engine::supervised_run>> begin(caf::actor_system& system, engine::opened_plan opened,
                                                      const logical_plan& plan, const run_options& options,
                                                      engine::placement where) {
  std::function<result<engine::graph>()> again;
  if (options.restart.restarts > 0) {
    again = [&system, plan, options, where]() -> result<engine::graph> {
      auto reopened = engine::open(plan, options);
      if (!reopened) return reopened.error();
      return engine::spawn(system, std::move(reopened.value()), where);
    };
  }
  auto graph = engine::spawn(system, std::move(opened), where);
  return std::make_unique<engine::supervised_run>(std::move(graph), options.restart, std::move(again));
}

}  // namespace

result<running_pipeline> start(logical_plan plan, run_options options) {
  auto opened = engine::open(plan, options);
  if (!opened) return opened.error();
  auto warnings = std::move(opened.value().warnings);
  auto own = std::make_unique<own_system>(workers_for(opened.value().options.actors));
  auto begun = begin(own->system, std::move(opened.value()), plan, options, engine::placement::own_system);
  if (!begun) return begun.error();
  return running_pipeline{std::make_shared<running_pipeline::implementation>(std::move(own), std::move(begun).value(),
                                                                             std::move(warnings))};
}

result<running_pipeline> start(caf::actor_system& system, logical_plan plan, run_options options) {
  auto opened = engine::open(plan, options);
  if (!opened) return opened.error();
  auto warnings = warnings_about(system);
  for (auto& warning : opened.value().warnings) warnings.push_back(std::move(warning));
  auto begun = begin(system, std::move(opened.value()), plan, options, engine::placement::shared_system);
  if (!begun) return begun.error();
  return running_pipeline{
      std::make_shared<running_pipeline::implementation>(nullptr, std::move(begun).value(), std::move(warnings))};
}

result<run_summary> run(logical_plan plan, run_options options) {
  auto started = start(std::move(plan), std::move(options));
  if (!started) return started.error();
  return started.value().wait();
}

}  // namespace millrace
