#include "seeded_scheduler.hpp"

#include <boost/test/unit_test.hpp>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/send.hpp>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace millrace::simulation {

namespace {

/// Three actors that write down when they get which number; the first one sends it on to the others.
class three_actors {
public:
  explicit three_actors(const schedule_settings& settings) : system_(configured()) {
    while (scheduler().has_job()) scheduler().run_once();
    for (int name = 0; name < 3; ++name) {
      actors_.push_back(system_.spawn([this, name](caf::event_based_actor* self) -> caf::behavior {
        return {[this, name, self](int number) {
          told_ += std::to_string(name) + ":" + std::to_string(number) + " ";
          if (name > 0) return;
          for (int other = 1; other < 3; ++other) self->send(actors_[static_cast<std::size_t>(other)], number);
          told_ += "sent ";
        }};
      }));
    }
    players_ = std::make_unique<cast>(scheduler());
    picks_ = std::make_unique<seeded_scheduler>(scheduler(), *players_, settings, [](caf::resumable*) {});
  }

  caf::scheduler::test_coordinator& scheduler() {
    return dynamic_cast<caf::scheduler::test_coordinator&>(system_.scheduler());
  }
  void tell(int actor, int number) { caf::anon_send(actors_[static_cast<std::size_t>(actor)], number); }
  void tell_later(int actor, int number, std::chrono::milliseconds when) {
    caf::delayed_anon_send(actors_[static_cast<std::size_t>(actor)], when, number);
  }
  std::string play() {
    while (picks_->turn()) {
    }
    return told_;
  }
  seeded_scheduler& picks() { return *picks_; }

private:
  static caf::actor_system_config& configured() {
    static caf::actor_system_config settings;
    settings.set("scheduler.policy", caf::atom("testing"));
    return settings;
  }

  caf::actor_system system_;
  std::string told_;
  std::vector<caf::actor> actors_;
  std::unique_ptr<cast> players_;
  std::unique_ptr<seeded_scheduler> picks_;
};

std::set<std::string> plays_of(schedule_settings settings) {
  std::set<std::string> plays;
  for (settings.seed = 1; settings.seed <= 60; ++settings.seed) {
    three_actors actors(settings);
    actors.tell(0, 7);
    actors.tell(1, 8);
    plays.insert(actors.play());
  }
  return plays;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(seeded_scheduling)

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_order) {
  for (const auto policy : {picking::any, picking::sticky, picking::priorities}) {
    const auto play = [&] {
      three_actors actors(
          {.seed = 5, .policy = policy, .timeout_percent = 10, .starve_percent = 10, .preempt_percent = 30});
      actors.tell(0, 7);
      actors.tell(1, 8);
      return actors.play();
    };
    BOOST_TEST(play() == play());
  }
}

BOOST_AUTO_TEST_CASE(seeds_give_every_order_that_keeps_the_order_between_two_actors) {
  const auto plays = plays_of({});
  BOOST_TEST(plays.size() == 5U);
  BOOST_TEST(plays.contains("0:7 sent 1:8 1:7 2:7 "));
  BOOST_TEST(plays.contains("0:7 sent 1:8 2:7 1:7 "));
  BOOST_TEST(plays.contains("0:7 sent 2:7 1:8 1:7 "));
  BOOST_TEST(plays.contains("1:8 0:7 sent 1:7 2:7 "));
  BOOST_TEST(plays.contains("1:8 0:7 sent 2:7 1:7 "));
}

BOOST_AUTO_TEST_CASE(others_may_run_in_the_middle_of_a_handler) {
  const auto plays = plays_of({.preempt_percent = 50});
  BOOST_TEST(plays.contains("1:8 0:7 1:7 2:7 sent "));
  BOOST_TEST(plays.contains("1:8 0:7 1:7 sent 2:7 "));
  BOOST_TEST(!plays_of({}).contains("1:8 0:7 1:7 sent 2:7 "));
}

BOOST_AUTO_TEST_CASE(an_actor_may_be_left_alone_for_a_while) {
  bool starved = false;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    three_actors actors({.seed = seed, .starve_percent = 50});
    actors.tell(0, 7);
    actors.tell(1, 8);
    static_cast<void>(actors.play());
    starved = starved || actors.picks().has_starved();
  }
  BOOST_TEST(starved);
}

BOOST_AUTO_TEST_CASE(a_timeout_goes_before_an_actor_that_is_ready_only_where_asked_and_only_when_near) {
  const auto early = [](unsigned percent, std::chrono::milliseconds when) {
    bool before = false;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      three_actors actors({.seed = seed, .timeout_percent = percent});
      actors.tell(1, 8);
      actors.tell_later(2, 9, when);
      const auto told = actors.play();
      BOOST_TEST(told.find("2:9") != std::string::npos);
      before = before || told == "2:9 1:8 ";
    }
    return before;
  };
  BOOST_TEST(early(30, std::chrono::milliseconds{5}));
  BOOST_TEST(!early(0, std::chrono::milliseconds{5}));
  BOOST_TEST(!early(30, std::chrono::hours{24}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace millrace::simulation
