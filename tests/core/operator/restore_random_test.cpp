// An operator that is frozen again and again, and fresh ones that go on from its change sets, against one that is left
// alone: the same random scripts, move by move.
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <millrace/core/operator/sliced_window_operator.hpp>
#include <millrace/core/operator/window_operator.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "random_moves.hpp"
#include "stopping_run.hpp"
#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

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
  random_restores(random_numbers& random, tally& all) : random_(random), all_(all) {}

  /// `sorts`: rows that end together may come in any order of keys.
  template <class Out>
  void run(const factory& make, bool sorts) {
    script_ = random_moves<int>(random_, [](std::int64_t key) { return static_cast<int>(key); });
    ++all_.scripts;
    freeze_one_in_ = 1 + below(below(2) == 0 ? 2 : 12);
    room_ = below(4) == 0 ? 1 : 100;
    std::vector<outcome<Out>> expected;
    stopping_run<Out> alone(make(), room_);
    for (const move& each : script_) expected.push_back(apply(alone, each, sorts));
    go_on<Out>(make, sorts, expected, {}, 0);
    const operator_counts counts = alone.driven().counts();
    if (counts.open_panes != 0) ++all_.different;
    all_.late += counts.dropped_late > 0 ? 1 : 0;
    all_.gaps += counts.in_gap > 0 ? 1 : 0;
    all_.stopped += alone.stops() > 5 ? 1 : 0;
  }

private:
  using move = script_move<int>;

  std::int64_t below(std::int64_t bound) { return random_.below(bound); }

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
  static outcome<Out> apply(stopping_run<Out>& on, const move& made, bool sorts) {
    if (made.fed.size() == 0) {
      on.advance(made.raised);
    } else {
      on.process(made.fed);
    }
    auto rows = on.take_rows();
    return {sorts ? by_key(std::move(rows)) : std::move(rows), on.take_late(), in_words(on.driven().counts())};
  }

  random_numbers& random_;
  tally& all_;
  std::vector<move> script_;
  std::int64_t freeze_one_in_ = 1;
  std::size_t room_ = 1;
};

/// Runs both operators where both apply.
template <class Assigner, class Function>
void run_over(random_numbers& random, tally& all, const Assigner& windows, Function function, std::int64_t size) {
  using out = typename Function::value_type;
  const auto options = random_options(random, windows, function, size);
  random_restores scripts(random, all);
  constexpr bool slices_apply = regular_window_assigner<Assigner> && mergeable_window_function<Function, int, number>;
  if constexpr (slices_apply) {
    if (random.below(4) > 0) {
      return scripts.run<out>([&] { return make_sliced_window_operator<int, number>(options); }, true);
    }
  }
  scripts.run<out>([&] { return make_window_operator<int, number>(options); }, false);
}

template <class Assigner>
void run_with(random_numbers& random, tally& all, const Assigner& windows, std::int64_t size) {
  const auto run = [&](auto function) { run_over(random, all, windows, std::move(function), size); };
  const auto aggregate = [](auto of) { return aggregate_window(aggregate_for<number>(of)); };
  switch (random.below(5)) {
    case 0: return run(aggregate(several(count(), sum())));
    case 1: return run(aggregate(several(first(), last(), max())));
    case 2: return run(aggregate(collect()));
    case 3: return run(boxed_total{});
    default:
      return run(process_elements<number, number>([](const auto&, const auto& elements, auto&& emit) {
        number latest = 0;
        for (const auto& each : elements) latest = (3 * latest + each.value) % 1'000'003;
        emit(latest);
      }));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(change_sets_of_operators)

BOOST_AUTO_TEST_CASE(a_fresh_operator_goes_on_from_change_sets_as_if_nothing_had_been) {
  tally all;
  const std::uint32_t seeds = 6'000;
  for (std::uint32_t seed = 1; seed <= seeds && all.different == 0; ++seed) {
    random_numbers random(seed);
    with_random_windows(random, [&](const auto& windows, std::int64_t size) { run_with(random, all, windows, size); });
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
