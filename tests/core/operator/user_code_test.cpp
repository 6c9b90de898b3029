// What user code throws leaves as a failure that says where.
#include <millrace/core/operator/user_code.hpp>

#include <boost/test/unit_test.hpp>

#include <limits>
#include <new>
#include <stdexcept>

#include "window_script.hpp"

using namespace millrace;
using namespace millrace::testing;

namespace {

template <class Run>
error reason_of(Run&& run) {
  try {
    run();
  } catch (const failure& thrown) {
    return thrown.reason();
  }
  return {error_code::internal, "nothing was thrown"};
}

struct unprintable {
  number id = 0;
  bool operator==(const unprintable&) const = default;
};

/// Takes rows and refuses them.
struct throwing_output {
  void connect(output_port* /*port*/) {}
  bool connected() const { return true; }
  bool has_room() { return true; }
  void settle() {}
  void emit(row<std::string, number>&& /*row*/) { throw std::runtime_error("no map for this"); }
};

}  // namespace

template <>
struct millrace::key_hasher<unprintable> {
  static std::uint64_t of(const unprintable& key) noexcept { return mix_word(static_cast<std::uint64_t>(key.id)); }
};

BOOST_AUTO_TEST_SUITE(failures_of_user_code)

BOOST_AUTO_TEST_CASE(memory_that_runs_out_is_named_as_such_with_its_place) {
  const auto reason = reason_of([] {
    try {
      throw std::bad_alloc();
    } catch (...) {
      detail::throw_again("stage 'sums'");
    }
  });
  BOOST_TEST((reason.code == error_code::out_of_memory));
  BOOST_TEST(reason.message == "there is no memory left: stage 'sums'");
}

BOOST_AUTO_TEST_CASE(a_projection_that_throws_is_named_with_stage_key_and_window) {
  auto refusing = aggregate_window(sum([](const number& value) -> number {
                                     if (value < 0) throw std::domain_error("negative price");
                                     return value;
                                   }).for_values<number>());
  script run(window_options{.stage = "prices", .windows = tens(), .function = refusing});
  run.event(11, 3);
  const error reason = reason_of([&] { run.event(12, -3); });
  BOOST_TEST((reason.code == error_code::user_function_threw));
  BOOST_TEST(reason.message == "a user function threw: negative price: stage 'prices', key \"a\", window [10, 20)");
}

BOOST_AUTO_TEST_CASE(a_process_function_that_throws_is_named_with_stage_key_and_window) {
  auto refusing =
      process_elements<number, number>([](const auto& /*context*/, auto /*elements*/, auto&& /*emit*/) { throw 7; });
  script run(window_options{.stage = "prices", .windows = tens(), .function = refusing});
  run.event(11, 3);
  BOOST_TEST(
      reason_of([&] { run.advance(20); }).message ==
      "a user function threw something that is not a std::exception: stage 'prices', key \"a\", window [10, 20)");
}

BOOST_AUTO_TEST_CASE(a_step_behind_the_operator_that_throws_is_named_too) {
  window_operator<std::string, number, tumbling, decltype(total()), throwing_output> run(
      {.stage = "prices", .windows = tens(), .function = total()});
  operator_harness<std::string, number, number> harness(run);
  harness.feed("b", 1, event_time{5});
  BOOST_TEST(reason_of([&] { harness.end(); }).message ==
             "a user function threw: no map for this: stage 'prices', key \"b\", window [0, 10)");
}

BOOST_AUTO_TEST_CASE(a_sum_that_overflows_keeps_its_code_and_says_where) {
  script run(window_options{.stage = "prices", .windows = tens(), .function = total()});
  run.event(1, std::numeric_limits<number>::max());
  run.event(2, 1);
  const error reason = reason_of([&] { run.advance(10); });
  BOOST_TEST((reason.code == error_code::sum_overflow));
  BOOST_TEST(reason.message.find(": stage 'prices', key \"a\", window [0, 10)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(keys_are_described_as_people_write_them) {
  BOOST_TEST(describe(-7) == "-7");
  BOOST_TEST(describe(true) == "true");
  BOOST_TEST(describe(0.25) == "0.25");
  BOOST_TEST(describe(std::string("JFK")) == "\"JFK\"");
  BOOST_TEST(describe(std::pair(1, std::string("x"))) == "(1, \"x\")");
  BOOST_TEST(describe(std::tuple(1, 2.5, "y")) == "(1, 2.5, \"y\")");
  BOOST_TEST(describe(unprintable{1}) == "(a key that cannot be printed)");
}

BOOST_AUTO_TEST_CASE(a_key_that_cannot_be_printed_says_so) {
  const auto run =
      make_window_operator<unprintable, number>(window_options{.stage = "s", .windows = tens(), .function = total()});
  operator_harness<unprintable, number, number> harness(*run);
  BOOST_TEST(reason_of([&] { harness.feed(unprintable{1}, 1, event_time::none()); }).message ==
             "an event has no timestamp: stage 's', key (a key that cannot be printed)");
}

BOOST_AUTO_TEST_SUITE_END()
