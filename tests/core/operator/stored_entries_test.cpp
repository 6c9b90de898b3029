// The entries that operators write: how many, how long, which are gone; and what is refused.
#include <boost/test/unit_test.hpp>

#include <array>
#include <memory>
#include <millrace/core/error.hpp>
#include <millrace/core/state/entry_table.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

constexpr std::uint32_t key_groups = 8;

template <class Function>
window_options<tumbling, Function> tens_of(Function function, output_mode mode = output_mode::append) {
  return {.stage = "s", .windows = tens(), .function = std::move(function), .allowed_lateness = 5ms, .mode = mode};
}

auto sum_of_numbers() {
  return aggregate_window(aggregate_for<number>(sum()));
}

template <class Key = std::string>
auto sliced() {
  return make_sliced_window_operator<Key, number>(tens_of(sum_of_numbers()));
}
template <class Key = std::string>
auto general() {
  return make_window_operator<Key, number>(tens_of(sum_of_numbers()));
}

/// Counts what is written.
class counting_writer final : public entry_writer {
public:
  void put(std::uint32_t key_group, std::string_view key, std::string_view value) override {
    ++puts;
    table.put(key_group, key, value);
  }
  void erase(std::uint32_t key_group, std::string_view key) override {
    ++erased;
    table.erase(key_group, key);
  }
  void erase_range(std::string_view from, std::string_view before) override {
    ++ranges;
    table.erase_range(from, before);
  }

  entry_table table;
  std::size_t puts = 0, erased = 0, ranges = 0;
};

/// The one entry of a table.
std::pair<std::string, std::string> only_entry(const entry_table& table) {
  std::pair<std::string, std::string> only;
  table.reader_of(0, key_groups).for_each([&](std::string_view key, std::string_view value) {
    only = {std::string(key), std::string(value)};
  });
  BOOST_TEST(table.size() == 1U);
  return only;
}

/// "1 puts, 0 erased, 0 ranges" of what changed in an operator since the last freeze.
std::string written(keyed_operator& driven, counting_writer& into) {
  into.puts = into.erased = into.ranges = 0;
  driven.freeze()->write(into, key_groups);
  return std::to_string(into.puts) + " puts, " + std::to_string(into.erased) + " erased, " +
         std::to_string(into.ranges) + " ranges";
}

template <class Call>
std::string refusal(error_code code, const Call& call) {
  try {
    call();
  } catch (const failure& thrown) {
    BOOST_TEST((thrown.reason().code == code));
    return thrown.reason().message;
  }
  return "nothing was refused";
}

bool contains(const std::string& text, std::string_view part) {
  BOOST_TEST_MESSAGE(text);
  return text.find(part) != std::string::npos;
}

/// Has no codec.
struct opaque {
  std::shared_ptr<int> held;
  bool operator==(const opaque&) const = default;
};

struct opaque_total {
  using contents = opaque;
  using value_type = number;

  [[nodiscard]] contents create() const { return {}; }
  void add(contents&, number, const element_context&) const {}
  void merge(contents&, const contents&) const {}
  template <class Context, class Emit>
  void fire(const contents&, const Context&, Emit&&) const {}
};

/// Emits values without a codec.
struct opaque_rows {
  using contents = number;
  using value_type = opaque;

  [[nodiscard]] contents create() const { return 0; }
  void add(contents& into, number value, const element_context&) const { into += value; }
  void merge(contents& into, const contents& from) const { into += from; }
  template <class Context, class Emit>
  void fire(const contents&, const Context&, Emit&& emit) const {
    emit(opaque{});
  }
};

}  // namespace

/// A key without a codec.
template <>
struct millrace::key_hasher<opaque> {
  static std::uint64_t of(const opaque&) noexcept { return 0; }
};

BOOST_AUTO_TEST_SUITE(entries_of_operators)

BOOST_AUTO_TEST_CASE(the_operator_over_slices_writes_the_values_that_changed_and_one_range_a_kind_for_what_is_freed) {
  const auto driven = sliced();
  operator_harness<std::string, number, number> on(*driven);
  counting_writer into;
  for (int key = 0; key < 300; ++key) on.feed(std::to_string(key), 1, event_time{5});
  on.feed("7", 1, event_time{15});
  BOOST_TEST(written(*driven, into) == "301 puts, 0 erased, 0 ranges");
  BOOST_TEST(written(*driven, into) == "0 puts, 0 erased, 0 ranges");
  on.feed("7", 1, event_time{6});
  on.feed("8", 1, event_time{15});
  on.feed("9", 1, event_time{15});
  BOOST_TEST(written(*driven, into) == "3 puts, 0 erased, 0 ranges");
  BOOST_TEST(into.table.size() == 303U);
  on.advance(watermark{12});  // complete, and takes late events until 15
  BOOST_TEST(written(*driven, into) == "300 puts, 0 erased, 2 ranges");
  BOOST_TEST(into.table.size() == 603U);
  on.feed("7", 1, event_time{6});
  BOOST_TEST(written(*driven, into) == "2 puts, 0 erased, 0 ranges");
  on.advance(watermark{15});
  BOOST_TEST(written(*driven, into) == "0 puts, 0 erased, 2 ranges");
  BOOST_TEST(into.table.size() == 3U);
  BOOST_TEST(written(*driven, into) == "0 puts, 0 erased, 0 ranges");
}

BOOST_AUTO_TEST_CASE(the_general_operator_writes_the_keys_that_changed_and_erases_those_that_are_gone) {
  const auto driven = general();
  operator_harness<std::string, number, number> on(*driven);
  counting_writer into;
  for (int key = 0; key < 300; ++key) on.feed(std::to_string(key), 1, event_time{5});
  on.feed("7", 1, event_time{15});
  BOOST_TEST(written(*driven, into) == "300 puts, 0 erased, 0 ranges");
  on.advance(watermark{15});
  BOOST_TEST(written(*driven, into) == "1 puts, 299 erased, 0 ranges");
  BOOST_TEST(into.table.size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_entry_keeps_its_key_though_its_row_was_given_to_another_one_since) {
  const auto driven = sliced();
  operator_harness<std::string, number, number> on(*driven);
  on.feed("early", 1, event_time{5});
  const auto frozen = driven->freeze();
  for (int window = 2; window < 10; ++window) {
    on.feed("k" + std::to_string(window), 1, event_time{10 * window});
    on.advance(watermark{10 * window});
  }
  entry_table table;
  frozen->write(table, key_groups);
  const auto next = sliced();
  operator_harness<std::string, number, number> after(*next);
  next->load(frozen->moment(), table.reader_of(0, key_groups));
  after.end();
  BOOST_TEST(in_words(after.take_rows()) == "+I early [0, 10) 1 @9");
}

BOOST_AUTO_TEST_CASE(a_key_beyond_400_bytes_goes_into_the_value_and_a_hash_stands_for_it) {
  for (const auto& make : {&sliced<std::string>, &general<std::string>}) {
    for (const std::size_t length : {3, 398, 399, 5'000}) {
      const auto driven = make();
      operator_harness<std::string, number, number> on(*driven);
      on.feed(std::string(length, 'k'), 1, event_time{5});
      entry_table table;
      driven->freeze()->write(table, key_groups);
      const auto [key, value] = only_entry(table);
      BOOST_TEST(key.size() <= 1 + 16 + 1 + 400U);
      BOOST_TEST((value.find(std::string(length, 'k')) != std::string::npos) == (length + 2 > 400));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_type_without_a_codec_is_named) {
  BOOST_TEST(!sliced()->not_storable());
  BOOST_TEST(!general()->not_storable());
  const auto check = [](const auto& driven, std::string_view what, std::string_view type) {
    const auto why = driven->not_storable();
    BOOST_TEST_REQUIRE(why.has_value());
    BOOST_TEST((why->code == error_code::option_conflict));
    for (const std::string_view part :
         {std::string_view("stage 's'"), what, type, std::string_view("millrace::codec")}) {
      BOOST_TEST(contains(why->message, part));
    }
    BOOST_TEST(
        contains(refusal(error_code::option_conflict, [&] { driven->load({}, entry_table{}.reader_of(0, 1)); }), what));
    entry_table table;
    BOOST_TEST(contains(refusal(error_code::option_conflict, [&] { driven->freeze()->write(table, key_groups); }),
                        "stage 's' cannot be kept in a store"));
  };
  check(sliced<opaque>(), "its keys", "opaque");
  check(general<opaque>(), "its keys", "opaque");
  check(make_sliced_window_operator<int, number>(tens_of(opaque_total{})), "contents of its window function", "opaque");
  check(make_window_operator<int, number>(tens_of(opaque_total{})), "contents of its window function", "opaque");
}

BOOST_AUTO_TEST_CASE(values_need_a_codec_only_where_they_are_corrected) {
  for (const auto mode : {output_mode::append, output_mode::final_only}) {
    BOOST_TEST(!(make_sliced_window_operator<int, number>(tens_of(opaque_rows{}, mode))->not_storable()));
    BOOST_TEST(!(make_window_operator<int, number>(tens_of(opaque_rows{}, mode))->not_storable()));
  }
  for (const auto mode : {output_mode::upsert, output_mode::retract}) {
    const auto sliced_one = make_sliced_window_operator<int, number>(tens_of(opaque_rows{}, mode));
    const auto general_one = make_window_operator<int, number>(tens_of(opaque_rows{}, mode));
    BOOST_TEST(contains(sliced_one->not_storable().value().message, "the values that it corrects"));
    BOOST_TEST(contains(general_one->not_storable().value().message, "the values that it corrects"));
  }
}

BOOST_AUTO_TEST_CASE(entries_of_another_operator_or_type_are_refused_naming_the_stage) {
  const auto written_by = [](const auto& driven) {
    operator_harness<std::string, number, number> on(*driven);
    on.feed("a", 1, event_time{5});
    entry_table table;
    driven->freeze()->write(table, key_groups);
    return table;
  };
  const auto load_into = [](const auto& driven, const entry_table& table, watermark now) {
    operator_moment moment;
    moment.stage = "s";
    moment.now = now;
    return refusal(error_code::state_malformed, [&] { driven->load(moment, table.reader_of(0, key_groups)); });
  };
  const entry_table slices = written_by(sliced());
  const entry_table panes = written_by(general());
  BOOST_TEST(contains(load_into(general(), slices, {}), "stage 's'"));
  BOOST_TEST(contains(load_into(sliced(), panes, {}), "stage 's'"));
  BOOST_TEST(contains(load_into(sliced<std::pair<std::string, int>>(), slices, {}), "stage 's'"));
  BOOST_TEST(contains(load_into(sliced(), slices, watermark{1'000}), "[0, 10), which is no slice"));
  const auto fives =
      make_sliced_window_operator<std::string, number>(window_options<tumbling, decltype(sum_of_numbers())>{
          .stage = "s", .windows = tumbling::make({.size = 5ms}).value(), .function = sum_of_numbers()});
  BOOST_TEST(contains(load_into(fives, slices, {}), "[0, 10), which is no slice"));
  entry_table cut;
  const auto [key, value] = only_entry(slices);
  cut.put(0, key, std::string_view(value).substr(1));
  BOOST_TEST(contains(load_into(sliced(), cut, {}), "stage 's'"));
}

BOOST_AUTO_TEST_SUITE_END()
