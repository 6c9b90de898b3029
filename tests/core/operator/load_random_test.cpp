// Operators whose change sets are written as entries, and any number of fresh ones that load these, against one that is
// left alone: the same random scripts, move by move.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <millrace/core/codec/codec.hpp>
#include <millrace/core/key/key_hash.hpp>
#include <millrace/core/operator/sliced_window_operator.hpp>
#include <millrace/core/operator/stored_moment.hpp>
#include <millrace/core/operator/window_operator.hpp>
#include <millrace/core/state/entry_table.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "random_moves.hpp"
#include "window_script.hpp"

namespace {

/// Contents that only their function can copy, with a codec of their own.
struct box {
  std::unique_ptr<millrace::testing::number> held;
};

}  // namespace

template <>
struct millrace::codec<box> {
  static void write(byte_writer& into, const box& value) { codec<std::int64_t>::write(into, *value.held); }
  static box read(byte_reader& from) { return {std::make_unique<std::int64_t>(codec<std::int64_t>::read(from))}; }
};

using namespace millrace;
using namespace millrace::testing;

namespace {

using key = std::string;
using factory = std::function<std::unique_ptr<keyed_operator>()>;
using change_sets = std::vector<std::shared_ptr<const operator_changes>>;  // one of each operator

constexpr std::uint32_t key_groups = 16;

struct boxed_total {
  using contents = box;
  using value_type = number;

  [[nodiscard]] contents create() const { return {std::make_unique<number>(0)}; }
  void add(contents& into, number value, const element_context& /*element*/) const { *into.held += value; }
  void merge(contents& into, const contents& from) const { *into.held += *from.held; }
  template <class Context, class Emit>
  void fire(const contents& held, const Context& /*context*/, Emit&& emit) const {
    emit(*held.held);
  }
};

/// What a move made, by key.
template <class Out>
struct outcome {
  std::vector<row<key, Out>> rows;
  std::vector<late_event<key, number>> late;
  std::string counts;

  bool operator==(const outcome&) const = default;
};

/// Operators that share the key groups.
template <class Out>
class fleet {
public:
  fleet(const factory& make, std::uint32_t size) {
    for (std::uint32_t index = 0; index < size; ++index) {
      operators_.push_back(make());
      operators_.back()->connect(ports_);
    }
  }
  fleet(const fleet&) = delete;
  fleet& operator=(const fleet&) = delete;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(operators_.size()); }

  /// Each operator loads its key groups.
  void load(const entry_table& stored, const operator_moment& together) {
    std::uint32_t from = 0;
    for (std::uint32_t index = 0; index < size(); ++index) {
      std::uint32_t before = from;
      while (before < key_groups && owner_of(before, key_groups, size()) == index) ++before;
      operators_[index]->load(moment_for(together, index), stored.reader_of(from, before));
      from = before;
    }
  }

  outcome<Out> apply(const script_move<key>& made) {
    if (made.fed.size() > 0) {
      std::vector<event_batch<key, number>> parts(operators_.size());
      for (const auto& event : made.fed.events) {
        const std::uint32_t owner = owner_of(key_group_of(event.hash, key_groups), key_groups, size());
        parts[owner].append(event.time, event.hash, event.key, event.value);
      }
      for (std::uint32_t index = 0; index < size(); ++index) operators_[index]->process(parts[index], 0);
    } else {
      for (const auto& each : operators_) each->advance(made.raised);
    }
    outcome<Out> made_here{by_key(rows_.take()), late_.take(), in_words(counts())};
    std::stable_sort(made_here.late.begin(), made_here.late.end(),
                     [](const auto& left, const auto& right) { return left.key < right.key; });
    return made_here;
  }

  [[nodiscard]] operator_counts counts() const {
    operator_counts all;
    for (const auto& each : operators_) {
      const operator_counts of = each->counts();
      all.events += of.events;
      all.rows += of.rows;
      all.dropped_late += of.dropped_late;
      all.partly_late += of.partly_late;
      all.in_gap += of.in_gap;
      all.open_panes += of.open_panes;
    }
    return all;
  }

  [[nodiscard]] change_sets freeze() {
    change_sets all;
    for (const auto& each : operators_) all.push_back(each->freeze());
    return all;
  }

private:
  plain_port<row<key, Out>> rows_;
  plain_port<late_event<key, number>> late_;
  std::vector<output_port*> ports_{&rows_, &late_};
  std::vector<std::unique_ptr<keyed_operator>> operators_;
};

/// As a store keeps it.
operator_moment through_bytes(const operator_moment& moment) {
  std::string bytes;
  byte_writer into{bytes};
  write_moment(into, moment);
  byte_reader from{bytes};
  return read_moment(from, moment.stage);
}

struct tally {
  std::size_t scripts = 0, writes = 0, merged = 0, loads = 0, different = 0, left_over = 0, refired = 0, late = 0,
              open = 0;
};

/// Change sets that are not written yet, oldest first, and what is.
class store {
public:
  void take(change_sets frozen) { pending_.push_back(std::move(frozen)); }
  [[nodiscard]] std::size_t pending() const { return pending_.size(); }
  [[nodiscard]] bool has_changes() const {
    return std::any_of(pending_.back().begin(), pending_.back().end(),
                       [](const auto& of) { return of->entries() > 0 || of->moment().number != 1; });
  }

  void write(bool operator_by_operator) {
    const std::size_t operators = pending_.back().size();
    if (operator_by_operator) {
      for (std::size_t index = operators; index-- > 0;) {
        for (const change_sets& each : pending_) each[index]->write(table_, key_groups);
      }
    } else {
      for (const change_sets& each : pending_) {
        for (const auto& of : each) of->write(table_, key_groups);
      }
    }
    std::vector<operator_moment> moments;
    for (const auto& each : pending_.back()) moments.push_back(through_bytes(each->moment()));
    together_ = add_up(moments);
    pending_.clear();
  }
  void forget_pending() { pending_.clear(); }

  [[nodiscard]] const entry_table& table() const { return table_; }
  [[nodiscard]] const operator_moment& together() const { return together_; }

private:
  std::vector<change_sets> pending_;
  entry_table table_;
  operator_moment together_;
};

constexpr std::uint32_t fleet_sizes[] = {1, 2, 7};

template <class Out>
void run_script(random_numbers& random, tally& all, const factory& make) {
  const std::string long_key(450, 'x');
  const auto key_of = [&](std::int64_t number) {
    switch (number % 7) {
      case 0: return number == 0 ? key{} : std::string("\0\xff", 2) + std::to_string(number);
      case 1: return long_key + std::to_string(number);
      default: return std::to_string(number);
    }
  };
  const std::vector<script_move<key>> script = random_moves<key>(random, key_of);
  std::vector<outcome<Out>> expected;
  {
    fleet<Out> alone(make, 1);
    for (const auto& each : script) expected.push_back(alone.apply(each));
    all.late += alone.counts().dropped_late > 0 ? 1 : 0;
  }
  ++all.scripts;

  const auto fresh = [&] { return std::make_unique<fleet<Out>>(make, fleet_sizes[random.below(3)]); };
  const std::int64_t freeze_one_in = 1 + random.below(random.below(2) == 0 ? 2 : 8);
  auto driven = fresh();
  store kept;
  std::size_t written_at = 0;
  bool is_written = false;
  std::int64_t loads_left = 4;
  for (std::size_t next = 0; next < script.size();) {
    const outcome<Out> made = driven->apply(script[next]);
    if (made != expected[next]) ++all.different;
    if (all.different > 0) return;
    if (script[next].fed.size() > 0 && !made.rows.empty()) ++all.refired;
    ++next;
    if (random.below(freeze_one_in) == 0) {
      kept.take(driven->freeze());
      if (random.below(3) > 0) {
        if (kept.pending() > 1) ++all.merged;
        kept.write(random.below(2) == 0);
        ++all.writes;
        is_written = true;
        written_at = next;
      }
    }
    // Whoever goes on begins where the store stands, be that a while ago.
    if (is_written && loads_left > 0 && random.below(6) == 0) {
      --loads_left;
      ++all.loads;
      kept.forget_pending();
      driven = fresh();
      driven->load(kept.table(), kept.together());
      all.open += driven->counts().open_panes > 0 ? 1 : 0;
      next = written_at;
      // What was loaded is no change.
      if (random.below(2) == 0) {
        kept.take(driven->freeze());
        if (kept.has_changes()) ++all.different;
      }
    }
  }
  kept.take(driven->freeze());
  kept.write(false);
  if (kept.table().size() != 0) ++all.left_over;
}

/// Runs both operators where both apply.
template <class Assigner, class Function>
void run_over(random_numbers& random, tally& all, const Assigner& windows, Function function, std::int64_t size) {
  using out = typename Function::value_type;
  const auto options = random_options(random, windows, std::move(function), size);
  if constexpr (slices_apply<Assigner, Function>) {
    if (random.below(4) > 0) {
      return run_script<out>(random, all, [&] { return make_sliced_window_operator<key, number>(options); });
    }
  }
  run_script<out>(random, all, [&] { return make_window_operator<key, number>(options); });
}

template <class Assigner>
void run_with(random_numbers& random, tally& all, const Assigner& windows, std::int64_t size) {
  const auto run = [&](auto function) { run_over(random, all, windows, std::move(function), size); };
  const auto aggregate = [](auto of) { return aggregate_window(aggregate_for<number>(of)); };
  const auto in_text = [](number value) { return std::to_string(value); };
  switch (random.below(6)) {
    case 0: return run(aggregate(several(count(), sum(), mean(), min(in_text))));
    case 1: return run(aggregate(several(first(), last(in_text), max())));
    case 2: return run(aggregate(several(collect(in_text), top_n(2))));
    case 3: return run(aggregate(reduce([](number left, number right) { return std::max(left, right); })));
    case 4: return run(boxed_total{});
    default:
      return run(process_elements<number, number>([](const auto&, const auto& elements, auto&& emit) {
        number latest = 0;
        for (const auto& each : elements) latest = (3 * latest + each.value) % 1'000'003;
        emit(latest);
      }));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stored_state)

BOOST_AUTO_TEST_CASE(any_number_of_operators_go_on_from_stored_entries_as_if_nothing_had_been) {
  tally all;
  const std::uint32_t seeds = 6'000;
  for (std::uint32_t seed = 1; seed <= seeds && all.different == 0 && all.left_over == 0; ++seed) {
    random_numbers random(seed);
    with_random_windows(random, [&](const auto& windows, std::int64_t size) { run_with(random, all, windows, size); });
    BOOST_TEST(all.different == 0U, "seed " << seed);
    BOOST_TEST(all.left_over == 0U, "seed " << seed);
  }
  BOOST_TEST_MESSAGE(all.loads << " loads, " << all.writes << " writes, " << all.merged << " merged");
  BOOST_TEST(all.scripts == seeds);
  BOOST_TEST(all.loads > seeds);
  BOOST_TEST(all.writes > 5 * seeds);
  for (const std::size_t some : {all.merged, all.late, all.refired, all.open}) BOOST_TEST(some > all.scripts / 100);
}

BOOST_AUTO_TEST_SUITE_END()
