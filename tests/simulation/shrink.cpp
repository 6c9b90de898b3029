#include "shrink.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace millrace::simulation {

namespace {

constexpr std::uint64_t schedules_tried = 3;

scenario without(const scenario& whole, std::size_t from, std::size_t to) {
  scenario less = whole;
  std::size_t number = 0;
  for (auto& split : less.splits) {
    std::erase_if(split, [&](const auto&) {
      const std::size_t now = number++;
      return from <= now && now < to;
    });
  }
  return less;
}

using change = std::function<void(scenario&)>;

/// Each makes a scenario plainer, or leaves it as it is.
std::vector<change> plainer() {
  return {
      [](scenario& made) { made.throws = throwing_place::nowhere; },
      [](scenario& made) { made.control = control_kind::none; },
      [](scenario& made) { made.epochs_at.clear(); },
      [](scenario& made) {
        if (made.epochs_at.size() > 1) made.epochs_at.pop_back();
      },
      [](scenario& made) {
        if (made.epochs_at.size() > 1) made.epochs_at.erase(made.epochs_at.begin());
      },
      [](scenario& made) { made.stored.clear(); },
      [](scenario& made) {
        if (made.stored.size() > 1) made.stored.erase(made.stored.begin());
      },
      [](scenario& made) {
        for (auto& one : made.stored) one.failing_commits = 0, one.slow_store_percent = 0;
      },
      [](scenario& made) { made.before = stage_before::none; },
      [](scenario& made) { made.guarantee = processing_guarantee::exactly_once; },
      [](scenario& made) { made.source_actors = 1; },
      [](scenario& made) { made.actors = 1; },
      [](scenario& made) { made.actors = std::min<std::size_t>(made.actors, 2); },
      [](scenario& made) { made.rate = 0; },
      [](scenario& made) { made.idle_timeout.reset(); },
      [](scenario& made) { made.report = report_mode::rounds(); },
      [](scenario& made) {
        for (auto& split : made.splits) {
          for (auto& each : split) each.stall = duration{0};
        }
      },
      [](scenario& made) { made.asked.allowed_lateness = duration{0}; },
      [](scenario& made) { made.asked.mode = oracle::emit_mode::append; },
      [](scenario& made) { made.asked.function = oracle::function_kind::count; },
      [](scenario& made) { made.schedule.starve_percent = 0; },
      [](scenario& made) { made.schedule.timeout_percent = 0; },
      [](scenario& made) { made.schedule.preempt_percent = 0; },
      [](scenario& made) { made.schedule.policy = picking::any; },
      [](scenario& made) { made.batch = 4096; },
      [](scenario& made) { made.round = 4096; },
      [](scenario& made) { made.buffers = 4; },
  };
}

scenario in_half_the_time(scenario made) {
  for (auto& turn : made.epochs_at) turn /= 2;
  made.control_at /= 2;
  made.throws_at /= 2;
  return made;
}

}  // namespace

std::size_t steps_of(const scenario& counted) {
  std::size_t all = 0;
  for (const auto& split : counted.splits) all += split.size();
  return all;
}

scenario shrunk(scenario failing, const std::function<bool(const scenario&)>& fails) {
  const auto try_out = [&](scenario candidate) {
    for (std::uint64_t more = 0; more < schedules_tried; ++more) {
      candidate.schedule.seed = failing.schedule.seed + more;
      if (!fails(candidate)) continue;
      failing = candidate;
      return true;
    }
    return false;
  };
  const auto make_all_plainer = [&] {
    for (const auto& make_plainer : plainer()) {
      auto candidate = failing;
      make_plainer(candidate);
      if (text_of(candidate) != text_of(failing)) try_out(std::move(candidate));
    }
  };
  const auto hurry = [&] {
    while (text_of(in_half_the_time(failing)) != text_of(failing)) {
      if (!try_out(in_half_the_time(failing))) return;
    }
  };
  make_all_plainer();
  hurry();
  for (std::size_t chunk = std::max<std::size_t>(steps_of(failing) / 2, 1);;) {
    bool removed = false;
    for (std::size_t from = 0; from < steps_of(failing);) {
      if (try_out(without(failing, from, from + chunk))) {
        removed = true;
      } else {
        from += chunk;
      }
    }
    hurry();
    if (!removed && chunk == 1) break;
    chunk = std::max<std::size_t>(chunk / 2, 1);
  }
  make_all_plainer();
  return failing;
}

}  // namespace millrace::simulation
