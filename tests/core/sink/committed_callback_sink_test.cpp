#include <boost/test/unit_test.hpp>
#include <memory>
#include <millrace/core/element/row.hpp>
#include <millrace/core/sink/committed_callback_sink.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

using namespace millrace;

namespace {

using count_row = row<std::string, std::uint64_t>;
struct not_to_be_stored {
  not_to_be_stored* self;
};

constexpr auto ignored = [](const auto& /*row*/, epoch_number, std::uint64_t) {};
static_assert(sink_for<committed_callback_sink<decltype(ignored)>, count_row>);
static_assert(sink_for<committed_callback_sink<decltype(ignored)>, std::string>);
static_assert(!sink_for<committed_callback_sink<decltype(ignored)>, not_to_be_stored>);

/// Takes rows, and throws in place of the row that it is told.
struct receiver {
  std::vector<std::string> calls;
  std::string refused;

  auto sink(std::size_t limit = 1000) {
    return committed_callback_sink(
        [this](const std::string& row, epoch_number epoch, std::uint64_t sequence) {
          if (row == refused) {
            refused.clear();
            throw std::runtime_error("no");
          }
          calls.push_back(std::to_string(epoch) + "." + std::to_string(sequence) + " " + row);
        },
        [this](epoch_number epoch) { calls.push_back(std::to_string(epoch) + " committed"); }, {.limit = limit});
  }

  void expect(const std::vector<std::string>& expected) {
    BOOST_TEST(calls == expected, boost::test_tools::per_element());
    calls.clear();
  }
};

std::unique_ptr<sink_writer> opened(const auto& sink, state_origin origin = state_origin::fresh) {
  auto writer = std::move(sink.template open<std::string>(origin).value());
  if (origin == state_origin::fresh) static_cast<void>(writer->prepare(0));
  return writer;
}

void write(sink_writer& writer, step_number step, std::size_t input, const std::vector<std::string>& rows) {
  row_batch<std::string> batch;
  for (const std::string& each : rows) batch.rows.push_back(each);
  writer.write(batch, 0, batch.size(), step, input);
}

void close(sink_writer& writer, step_number step) {
  writer.close_step({.step = step, .stage_watermark = {}, .mark = {}});
}

error failure_of(const auto& body) {
  try {
    body();
  } catch (const failure& thrown) {
    return thrown.reason();
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(committed_callback_sinks)

BOOST_AUTO_TEST_CASE(rows_of_an_epoch_come_after_its_commit_by_step_and_input_and_numbered) {
  receiver seen;
  const auto writer = opened(seen.sink());
  writer->commit(0);
  write(*writer, 2, 0, {"of the next step"});
  write(*writer, 1, 1, {"c", "d"});
  write(*writer, 1, 0, {"a", "b"});
  close(*writer, 1);
  static_cast<void>(writer->prepare(1));
  close(*writer, 2);
  seen.expect({"0 committed"});
  writer->commit(1);
  seen.expect({"1.0 a", "1.1 b", "1.2 c", "1.3 d", "1 committed"});
  static_cast<void>(writer->prepare(2));
  writer->commit(2);
  seen.expect({"2.0 of the next step", "2 committed"});
}

BOOST_AUTO_TEST_CASE(an_epoch_that_failed_is_part_of_the_next) {
  receiver seen;
  const auto writer = opened(seen.sink());
  write(*writer, 1, 0, {"a"});
  close(*writer, 1);
  static_cast<void>(writer->prepare(1));
  write(*writer, 2, 0, {"b"});
  close(*writer, 2);
  static_cast<void>(writer->prepare(2));
  writer->commit(1);
  seen.expect({});
  writer->commit(2);
  seen.expect({"2.0 a", "2.1 b", "2 committed"});
}

BOOST_AUTO_TEST_CASE(a_restore_gives_the_rows_of_its_epoch_with_the_same_numbers) {
  receiver seen;
  std::string prepared;
  {
    const auto writer = opened(seen.sink());
    write(*writer, 1, 0, {"a", "aa"});
    close(*writer, 1);
    prepared = writer->prepare(1);
    write(*writer, 2, 0, {"lost"});
    close(*writer, 2);
  }
  const auto writer = opened(seen.sink(), state_origin::restored);
  writer->recover(1, prepared);
  seen.expect({"1.0 a", "1.1 aa", "1 committed"});
  write(*writer, 1, 0, {"b"});
  close(*writer, 1);
  static_cast<void>(writer->prepare(2));
  writer->commit(2);
  seen.expect({"2.0 b", "2 committed"});
}

/// A receiver that keeps what it has seen misses nothing and takes nothing twice, wherever the run ends.
BOOST_AUTO_TEST_CASE(with_epoch_and_sequence_each_row_is_taken_once_whatever_call_is_the_last) {
  constexpr int calls = 20;
  for (int last_call = 0; last_call <= calls; ++last_call) {
    std::set<std::pair<epoch_number, std::uint64_t>> known;
    std::vector<std::string> taken;
    int left = last_call;
    struct ended {};
    const committed_callback_sink sink([&](const std::string& row, epoch_number epoch, std::uint64_t sequence) {
      if (known.insert({epoch, sequence}).second) taken.push_back(row);
      if (--left == 0) throw failure(error_code::internal, "the process ends");
    });
    epoch_number stored = 0;
    std::string prepared;
    bool restored = false;
    for (bool done = false; !done; restored = true) {
      const auto writer = opened(sink, restored ? state_origin::restored : state_origin::fresh);
      try {
        if (restored) writer->recover(stored, prepared);
        step_number step = 0;
        for (epoch_number epoch = stored + 1; epoch <= 5; ++epoch) {
          write(*writer, ++step, 0, {std::to_string(epoch) + "a", std::to_string(epoch) + "b"});
          close(*writer, step);
          std::string bytes = writer->prepare(epoch);
          if (epoch == 3) continue;
          stored = epoch;
          prepared = std::move(bytes);
          writer->commit(epoch);
        }
        done = true;
      } catch (const failure&) {
      }
    }
    BOOST_TEST(taken == (std::vector<std::string>{"1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b", "5a", "5b"}),
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_commit_that_failed_goes_on_with_the_same_row) {
  receiver seen;
  const auto writer = opened(seen.sink());
  write(*writer, 1, 0, {"a", "b", "c"});
  close(*writer, 1);
  static_cast<void>(writer->prepare(1));
  seen.refused = "b";
  const error why = failure_of([&] { writer->commit(1); });
  BOOST_TEST((why.code == error_code::user_function_threw));
  BOOST_TEST(why.message == "the function of a committed callback sink threw: no");
  writer->commit(1);
  seen.expect({"1.0 a", "1.1 b", "1.2 c", "1 committed"});
}

BOOST_AUTO_TEST_CASE(rows_that_were_given_do_not_come_again_in_the_next_epoch) {
  receiver seen;
  const auto writer = opened(seen.sink());
  write(*writer, 1, 0, {"a", "b"});
  close(*writer, 1);
  static_cast<void>(writer->prepare(1));
  seen.refused = "b";
  static_cast<void>(failure_of([&] { writer->commit(1); }));
  static_cast<void>(writer->prepare(2));
  writer->commit(2);
  seen.expect({"1.0 a", "2.0 b", "2 committed"});
}

BOOST_AUTO_TEST_CASE(rows_beyond_the_limit_are_a_failure_that_says_what_to_do) {
  receiver seen;
  const auto writer = opened(seen.sink(10));
  write(*writer, 1, 0, {"12345678"});
  close(*writer, 1);
  static_cast<void>(writer->prepare(1));
  writer->commit(1);
  const error why = failure_of([&] { write(*writer, 2, 0, {"1234", "56789"}); });
  BOOST_TEST((why.code == error_code::sink_unwritable));
  BOOST_TEST(why.message ==
             "the rows that wait for the commit of their epoch take 11 bytes, and 10 are accepted; commit epochs more "
             "often, set a higher limit, or use a sink that writes them to a disk");
}

BOOST_AUTO_TEST_CASE(without_state_rows_come_when_their_step_closes) {
  receiver seen;
  const auto writer = opened(seen.sink(), state_origin::none);
  write(*writer, 1, 0, {"a"});
  seen.expect({});
  close(*writer, 1);
  seen.expect({"0.0 a"});
  write(*writer, 2, 0, {"b"});
  close(*writer, 2);
  seen.expect({"0.1 b"});
}

BOOST_AUTO_TEST_CASE(bytes_of_something_else_are_refused) {
  receiver seen;
  const auto writer = opened(seen.sink(), state_origin::restored);
  BOOST_TEST((failure_of([&] { writer->recover(1, "\x02\x01x"); }).code == error_code::state_malformed));
}

BOOST_AUTO_TEST_SUITE_END()
