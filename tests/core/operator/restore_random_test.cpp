// An operator that is frozen again and again, and fresh ones that go on from its change sets, against one that is left
// alone: the same random scripts, move by move.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <millrace/core/operator/sliced_window_operator.hpp>
#include <millrace/core/operator/window_operator.hpp>
#include <random>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "stopping_run.hpp"
#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

/// Events, or a rise of the watermark when there are none.
struct script_move {
  events fed;
  watermark raised;
};

/// What a move made.
template <class Out>
struct outcome {
  std::vector<row<int, Out>> rows;
  std::vector<late_row> late;
  std::string counts;

  bool operator==(const outcome&) const = default;
};

using change_sets = std::vector<std::shared_ptr<const operator_changes>>;
using factory = std::function<std::unique_ptr<keyed_operator>()>;

struct tally {
  std::size_t scripts = 0, freezes = 0, restores = 0, different = 0, late = 0, refired = 0, gaps = 0, stopped = 0,
              empty = 0;
};

/// Contents that only their function can copy.
struct boxed_total {
  using contents = std::unique_ptr<number>;
  using value_type = number;

  [[nodiscard]] contents create() const { return std::make_unique<number>(0); }
  void add(contents& into, number value, const element_context& /*element*/) const { *into += value; }
  void merge(contents& into, const contents& from) const { *into += *from; }
  template <class Context, class Emit>
  void fire(const contents& held, const Context& /*context*/, Emit&& emit) const {
    emit(*held);
  }
};

class random_restores {
public:
  random_restores(std::uint32_t seed, tally& all) : random_(seed), all_(all) {}

  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint32_t>(bound));
  }

  /// `sorts`: rows that end together may come in any order of keys.
  template <class Out>
  void run(const factory& make, bool sorts) {
    make_script();
    ++all_.scripts;
    freeze_one_in_ = 1 + below(below(2) == 0 ? 2 : 12);
    room_ = below(4) == 0 ? 1 : 100;
    std::vector<outcome<Out>> expected;
    stopping_run<Out> alone(make(), room_);
    for (const script_move& each : script_) expected.push_back(apply(alone, each, sorts));
    go_on<Out>(make, sorts, expected, {}, 0);
    const operator_counts counts = alone.driven().counts();
    if (counts.open_panes != 0) ++all_.different;
    all_.late += counts.dropped_late > 0 ? 1 : 0;
    all_.gaps += counts.in_gap > 0 ? 1 : 0;
    all_.stopped += alone.stops() > 5 ? 1 : 0;
  }

private:
  /// A fresh operator takes the change sets, makes the moves from `next` on and is frozen now and then; from some of
  /// these freezes others go on, once it is done.
  template <class Out>
  void go_on(const factory& make, bool sorts, const std::vector<outcome<Out>>& expected, change_sets sets,
             std::size_t next, int depth = 0) {
    struct fork {
      std::size_t sets;
      std::size_t next;
    };
    std::vector<fork> forks;
    stopping_run<Out> driven(make(), room_);
    for (const auto& each : sets) driven.driven().restore(*each);
    for (; next < script_.size(); ++next) {
      const outcome<Out> made = apply(driven, script_[next], sorts);
      if (made != expected[next]) ++all_.different;
      if (all_.different > 0) return;
      if (script_[next].fed.size() > 0 && !made.rows.empty()) ++all_.refired;
      if (below(freeze_one_in_) != 0) continue;
      sets.push_back(driven.driven().freeze());
      ++all_.freezes;
      all_.empty += sets.back()->entries() == 0 ? 1 : 0;
      if (below(4) == 0) forks.push_back({sets.size(), next + 1});
    }
    if (depth == 3) return;
    for (const fork& each : forks) {
      if (below(static_cast<std::int64_t>(forks.size())) >= 2) continue;
      ++all_.restores;
      go_on<Out>(make, sorts, expected, {sets.begin(), sets.begin() + static_cast<std::ptrdiff_t>(each.sets)},
                 each.next, depth + 1);
    }
  }

  template <class Out>
  static outcome<Out> apply(stopping_run<Out>& on, const script_move& move, bool sorts) {
    if (move.fed.size() == 0) {
      on.advance(move.raised);
    } else {
      on.process(move.fed);
    }
    auto rows = on.take_rows();
    return {sorts ? by_key(std::move(rows)) : std::move(rows), on.take_late(), in_words(on.driven().counts())};
  }

  /// Keys come and go, so that rows are freed and used again.
  void make_script() {
    script_.clear();
    const std::int64_t disorder = 1 + below(60);
    const std::int64_t stride = 1 + below(20);
    const std::int64_t keys = below(8) == 0 ? 1 + below(700) : 1 + below(5);
    const std::int64_t drift = below(2) * (1 + below(3));
    const std::int64_t batch = below(2) == 0 ? 2 : below(8) == 0 ? 300 : 8;
    std::int64_t time = below(400) - 200;
    std::int64_t mark = time - disorder;
    std::int64_t first_key = 0;
    for (std::int64_t step = 5 + below(25); step >= 0; --step) {
      script_move events_come;
      for (std::int64_t count = below(batch); count > 0; --count) {
        const int key = static_cast<int>(first_key + below(keys));
        const std::int64_t back = below(3) == 0 ? below(2 * disorder + 10) : below(6);
        events_come.fed.append(event_time{time - back}, key_hash(key), key, below(9) - 4);
      }
      if (events_come.fed.size() > 0) script_.push_back(std::move(events_come));
      if (below(40) == 0) time += 100 + below(2000);
      time += below(stride);
      first_key += drift > 0 ? below(drift + 1) : 0;
      mark = std::max(mark, time - below(disorder));
      if (below(4) > 0 || step == 0) {
        script_.push_back({.fed = {}, .raised = step == 0 ? watermark::final() : watermark{mark}});
      }
    }
  }

  std::mt19937 random_;
  tally& all_;
  std::vector<script_move> script_;
  std::int64_t freeze_one_in_ = 1;
  std::size_t room_ = 1;
};

constexpr output_mode modes[] = {output_mode::append, output_mode::upsert, output_mode::retract,
                                 output_mode::final_only};

/// Runs both operators where both apply.
template <class Assigner, class Function>
void run_over(random_restores& scripts, const Assigner& windows, Function function, std::int64_t size) {
  using out = typename Function::value_type;
  const std::int64_t lateness[] = {0, 0, scripts.below(5), scripts.below(3 * size), scripts.below(200)};
  const window_options options{
      .stage = "s",
      .windows = windows,
      .function = function,
      .allowed_lateness = scripts.below(12) == 0 ? forever : duration{lateness[scripts.below(5)]},
      .mode = modes[scripts.below(4)]};
  constexpr bool slices_apply = regular_window_assigner<Assigner> && mergeable_window_function<Function, int, number>;
  if constexpr (slices_apply) {
    if (scripts.below(4) > 0) {
      return scripts.run<out>([&] { return make_sliced_window_operator<int, number>(options); }, true);
    }
  }
  scripts.run<out>([&] { return make_window_operator<int, number>(options); }, false);
}

template <class Assigner>
void run_with(random_restores& scripts, const Assigner& windows, std::int64_t size) {
  const auto aggregate = [](auto of) { return aggregate_window(aggregate_for<number>(of)); };
  switch (scripts.below(5)) {
    case 0: return run_over(scripts, windows, aggregate(several(count(), sum())), size);
    case 1: return run_over(scripts, windows, aggregate(several(first(), last(), max())), size);
    case 2: return run_over(scripts, windows, aggregate(collect()), size);
    case 3: return run_over(scripts, windows, boxed_total{}, size);
    default:
      return run_over(scripts, windows,
                      process_elements<number, number>([](const auto&, const auto& elements, auto&& emit) {
                        number latest = 0;
                        for (const auto& each : elements) latest = (3 * latest + each.value) % 1'000'003;
                        emit(latest);
                      }),
                      size);
  }
}

void run_random(random_restores& scripts) {
  const std::int64_t size = 1 + scripts.below(scripts.below(4) == 0 ? 90 : 20);
  switch (scripts.below(5)) {
    case 0: return run_with(scripts, session::make({.gap = duration{size}}).value(), size);
    case 1: {
      const std::int64_t offset = scripts.below(2 * size - 1) - size + 1;
      return run_with(scripts, tumbling::make({.size = duration{size}, .offset = duration{offset}}).value(), size);
    }
    default: {
      const std::int64_t slide = 1 + scripts.below(scripts.below(3) == 0 ? 2 * size : size);
      const std::int64_t offset = scripts.below(2 * slide - 1) - slide + 1;
      const sliding::options chosen{.size = duration{size}, .slide = duration{slide}, .offset = duration{offset}};
      return run_with(scripts, sliding::make(chosen).value(), size);
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(change_sets_of_operators)

BOOST_AUTO_TEST_CASE(a_fresh_operator_goes_on_from_change_sets_as_if_nothing_had_been) {
  tally all;
  const std::uint32_t seeds = 6'000;
  for (std::uint32_t seed = 1; seed <= seeds && all.different == 0; ++seed) {
    random_restores scripts(seed, all);
    run_random(scripts);
    BOOST_TEST(all.different == 0U, "seed " << seed);
  }
  BOOST_TEST(all.scripts == seeds);
  BOOST_TEST(all.restores > seeds);
  BOOST_TEST(all.freezes > 10 * seeds);
  for (const std::size_t some : {all.late, all.refired, all.gaps, all.stopped, all.empty}) {
    BOOST_TEST(some > all.scripts / 100);
  }
}

BOOST_AUTO_TEST_SUITE_END()
