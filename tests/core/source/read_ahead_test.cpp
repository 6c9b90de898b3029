// A reader whose records lie in memory gives the same batches and the same rounds as one that is asked for each.
#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <millrace/core/pipeline/steps.hpp>
#include <millrace/core/source/collection_source.hpp>
#include <millrace/core/source/typed_split.hpp>
#include <millrace/core/watermark/bounded_disorder.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <tests/core/source/plain_port.hpp>
#include <utility>
#include <vector>

using namespace millrace;

namespace bdata = boost::unit_test::data;

namespace {

struct sample {
  int key = 0;
  std::int64_t time = 0;
};

constexpr std::uint32_t groups = 16;
constexpr int broken_key = -1;

/// Hides that the records lie in memory.
struct one_by_one {
  using value_type = sample;
  collection_source<sample>::reader_type inner;
  read_outcome read(sample& into) { return inner.read(into); }
};

std::vector<sample> random_samples(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<sample> made;
  for (std::int64_t i = 0; i < 5000; ++i) {
    made.push_back({static_cast<int>(random() % 50), i * 3 - static_cast<std::int64_t>(random() % 40)});
  }
  return made;
}

template <class Reader>
std::unique_ptr<split_program> split_over(std::vector<sample> samples) {
  auto readers = collection_source<sample>(std::move(samples)).open();
  const auto time_of = [](const sample& of) { return event_time{of.time}; };
  const auto key_of = [](const sample& of) {
    if (of.key == broken_key) throw std::runtime_error("no such key");
    return of.key;
  };
  const auto value_of = [](const sample& of) { return of.time; };
  using split =
      typed_split<Reader, decltype(time_of), bounded_disorder, step_chain<>, decltype(key_of), decltype(value_of)>;
  return std::make_unique<split>(typename split::parts{.place = "source 'samples'",
                                                       .name = "1",
                                                       .reader = Reader{std::move(readers.value().front())},
                                                       .time_of = time_of,
                                                       .generator = bounded_disorder({.delay = duration{40}}),
                                                       .steps = {},
                                                       .key_of = key_of,
                                                       .value_of = value_of,
                                                       .key_groups = groups});
}

using events = event_batch<int, std::int64_t>;

struct seen {
  std::vector<std::size_t> rounds;                 // records up to the end of each
  std::vector<std::vector<std::int64_t>> batches;  // values, in order of sending
  bool operator==(const seen&) const = default;
};

/// Reads to the end in turns of `turn` records, credit coming one batch at a time and late.
seen read_all(split_program& split, std::size_t receivers, std::size_t capacity, std::size_t turn) {
  std::vector<std::unique_ptr<plain_port>> ports;
  std::vector<output_port*> view;
  for (std::size_t i = 0; i < receivers; ++i) {
    ports.push_back(std::make_unique<plain_port>([] { return std::make_unique<events>(); }, capacity));
    ports.back()->credit = 1;
    view.push_back(ports.back().get());
  }
  round_cutter::options options{.splits = 1, .limit = 300, .grid = {}, .all_idle = {}};
  options.grid.add(duration{100}, duration{0});
  round_cutter cutter(options);
  seen all;
  std::size_t records = 0;
  const auto take = [&] {
    for (auto& port : ports) {
      for (const auto& sent : port->sent) {
        auto& values = all.batches.emplace_back();
        for (const auto& each : static_cast<const events&>(*sent).events) values.push_back(each.value);
      }
      port->sent.clear();
    }
  };
  for (;;) {
    const turn_outcome outcome = split.read(turn, 0, false, cutter, view);
    records += outcome.records;
    if (outcome.end == turn_end::no_credit) {
      take();
      for (auto& port : ports) port->credit = 1;
    }
    if (outcome.end != turn_end::round_cut && outcome.end != turn_end::ended) continue;
    for (auto& port : ports) port->flush();
    take();
    all.rounds.push_back(records);
    if (outcome.end == turn_end::ended) return all;
    cutter.start_round();
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(read_ahead_suite)

BOOST_DATA_TEST_CASE(rounds_and_batches_do_not_depend_on_how_records_are_read,
                     bdata::xrange(20U) * bdata::make<std::size_t>({1, 3}) * bdata::make<std::size_t>({1, 7, 100}),
                     seed, receivers, capacity) {
  const auto samples = random_samples(seed);
  const auto each = read_all(*split_over<one_by_one>(samples), receivers, capacity, 1);
  BOOST_TEST(each.rounds.size() > 100U);
  BOOST_TEST((read_all(*split_over<one_by_one>(samples), receivers, capacity, 64) == each));
  BOOST_TEST((read_all(*split_over<collection_source<sample>::reader_type>(samples), receivers, capacity, 1) == each));
  BOOST_TEST((read_all(*split_over<collection_source<sample>::reader_type>(samples), receivers, capacity, 64) == each));
}

BOOST_AUTO_TEST_CASE(an_error_names_the_record_however_it_is_read) {
  auto samples = random_samples(1);
  samples[36].key = broken_key;
  const auto message_of = [](split_program& split) {
    try {
      (void)read_all(split, 2, 100, 64);
    } catch (const failure& thrown) {
      return thrown.reason().message;
    }
    return std::string("nothing was thrown");
  };
  const std::string expected = "source 'samples' record 37: the function in 'steps' threw: no such key";
  BOOST_TEST(message_of(*split_over<one_by_one>(samples)) == expected);
  BOOST_TEST(message_of(*split_over<collection_source<sample>::reader_type>(samples)) == expected);
}

BOOST_AUTO_TEST_SUITE_END()
