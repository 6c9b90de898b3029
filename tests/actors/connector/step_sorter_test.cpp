#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <map>
#include <millrace/actors/connector/step_sorter.hpp>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "tests/actors/connector/temporary_folder.hpp"

using namespace millrace;
using namespace millrace::testing;
namespace bdata = boost::unit_test::data;
using texts = std::vector<std::string>;

namespace {

texts close(step_sorter& sorter, step_number step) {
  texts given;
  sorter.close(step, [&](std::string_view text) { given.emplace_back(text); });
  return given;
}

struct made_row {
  step_number step;
  std::size_t input;
  std::string order;
  std::string text;
};

/// What the rule says, in the plainest way: a stable sort of the step's rows.
texts expected_of(const std::vector<made_row>& rows, step_number step, row_ties ties) {
  std::vector<made_row> chosen;
  for (const made_row& row : rows) {
    if (row.step == step) chosen.push_back(row);
  }
  std::stable_sort(chosen.begin(), chosen.end(), [ties](const made_row& left, const made_row& right) {
    const std::string none;
    const bool by_text = ties == row_ties::by_text;
    return std::tie(left.order, by_text ? left.text : none, left.input) <
           std::tie(right.order, by_text ? right.text : none, right.input);
  });
  texts given;
  for (const made_row& row : chosen) given.push_back(row.text);
  return given;
}

class file_size_limit {
public:
  explicit file_size_limit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limited{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limited);
  }
  file_size_limit(const file_size_limit&) = delete;
  file_size_limit& operator=(const file_size_limit&) = delete;
  ~file_size_limit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

private:
  rlimit before_{};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(step_sorters)

BOOST_AUTO_TEST_CASE(a_step_comes_sorted_whatever_the_interleaving) {
  step_sorter sorter({});
  sorter.add(1, 1, "b", "b1");
  sorter.add(1, 0, "c", "c0");
  sorter.add(1, 1, "d", "d1");
  sorter.add(1, 0, "a", "a0");
  BOOST_TEST((close(sorter, 1) == texts{"a0", "b1", "c0", "d1"}));
}

BOOST_AUTO_TEST_CASE(equal_rows_come_by_input_then_as_they_were_made) {
  step_sorter sorter({});
  sorter.add(1, 1, "k", "z");
  sorter.add(1, 0, "k", "y");
  sorter.add(1, 1, "k", "a");
  sorter.add(1, 0, "k", "x");
  BOOST_TEST((close(sorter, 1) == texts{"y", "x", "z", "a"}));
}

BOOST_AUTO_TEST_CASE(with_ties_by_text_the_text_comes_before_the_input) {
  step_sorter sorter({.ties = row_ties::by_text});
  sorter.add(1, 1, "k", "a");
  sorter.add(1, 0, "k", "b");
  sorter.add(1, 0, "j", "c");
  BOOST_TEST((close(sorter, 1) == texts{"c", "a", "b"}));
}

BOOST_AUTO_TEST_CASE(order_bytes_compare_unsigned_and_a_shorter_one_comes_first) {
  step_sorter sorter({});
  const texts orders = {"\xFF", "\x7F", "aaaaaaaab", "aaaaaaaa", "aaaaaaa", std::string("aaaaaaa\0", 8), ""};
  for (const std::string& order : orders) sorter.add(1, 0, order, order);
  BOOST_TEST(
      (close(sorter, 1) == texts{"", "aaaaaaa", std::string("aaaaaaa\0", 8), "aaaaaaaa", "aaaaaaaab", "\x7F", "\xFF"}));
}

BOOST_AUTO_TEST_CASE(rows_without_order_and_text_keep_their_place) {
  step_sorter sorter({});
  texts made;
  for (int i = 0; i < 100; ++i) {
    made.push_back(i % 2 == 0 ? "" : std::to_string(i));
    sorter.add(1, 0, "", made.back());
  }
  BOOST_TEST((close(sorter, 1) == made));
}

BOOST_AUTO_TEST_CASE(rows_of_later_steps_wait) {
  step_sorter sorter({});
  sorter.add(3, 0, "a", "third");
  sorter.add(1, 1, "a", "first");
  BOOST_TEST((close(sorter, 1) == texts{"first"}));
  BOOST_TEST((close(sorter, 2) == texts{}));
  BOOST_TEST((close(sorter, 3) == texts{"third"}));
  BOOST_TEST(sorter.counts().waiting_bytes == 0U);
}

BOOST_AUTO_TEST_CASE(a_row_of_a_closed_step_is_a_bug_that_is_told) {
  step_sorter sorter({.output = "out.jsonl", .spill_folder = {}});
  (void)close(sorter, 1);
  const error why = failure_of([&] { sorter.add(1, 0, "a", "a"); });
  BOOST_TEST((why.code == error_code::internal));
  BOOST_TEST(why.message == "out.jsonl: a row of step 1 came after step 1 was closed");
}

const std::vector<std::size_t> memory_limits = {0, 1, 100, 2'000, 20'000, 64 * 1024 * 1024};

BOOST_DATA_TEST_CASE(the_order_is_the_same_for_every_memory_limit, bdata::make(memory_limits), limit) {
  const unsigned seed = std::random_device{}();
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  for (const row_ties ties : {row_ties::as_made, row_ties::by_text}) {
    step_sorter sorter({.spill_after = limit, .ties = ties, .output = {}, .spill_folder = {}});
    std::vector<made_row> rows;
    constexpr std::size_t inputs = 3;
    constexpr step_number last = 12;
    step_number at[inputs] = {1, 1, 1};  // the step that each input is in
    step_number next = 1;
    while (next <= last) {
      const std::size_t input = random() % inputs;
      if (random() % 60 == 0) {
        ++at[input];
      } else if (at[input] <= last) {
        rows.push_back({at[input], input, std::string(random() % 12, static_cast<char>('a' + random() % 3)),
                        std::string(random() % 40, static_cast<char>('a' + random() % 5))});
        sorter.add(rows.back().step, input, rows.back().order, rows.back().text);
        BOOST_TEST_REQUIRE(sorter.counts().waiting_bytes <= limit);
      }
      while (next <= last && *std::min_element(at, at + inputs) > next) {
        BOOST_TEST_REQUIRE((close(sorter, next) == expected_of(rows, next, ties)), "seed " << seed);
        ++next;
      }
    }
    BOOST_TEST(sorter.counts().rows == rows.size());
    BOOST_TEST(sorter.counts().waiting_bytes == 0U);
    BOOST_TEST((sorter.counts().spilled_runs > 0) == (limit < 10'000'000));
    BOOST_TEST((sorter.counts().spilled_bytes > 0) == (limit < 10'000'000));
  }
}

BOOST_AUTO_TEST_CASE(rows_longer_than_the_buffers_come_whole) {
  const std::string long_text(600'000, 'x');
  step_sorter sorter({.spill_after = 700'000, .output = {}, .spill_folder = {}});
  for (const char* order : {"c", "a", "d", "b"}) sorter.add(1, 0, order, order + long_text);
  BOOST_TEST(sorter.counts().spilled_runs == 2U);
  BOOST_TEST((close(sorter, 1) == texts{"a" + long_text, "b" + long_text, "c" + long_text, "d" + long_text}));
}

BOOST_AUTO_TEST_CASE(spilling_leaves_no_file_behind_while_it_runs) {
  const temporary_folder folder;
  step_sorter sorter({.spill_after = 0, .output = {}, .spill_folder = folder.path()});
  sorter.add(1, 0, "a", "a");
  BOOST_TEST(sorter.counts().spilled_runs == 1U);
  BOOST_TEST(std::filesystem::is_empty(folder.path()));
}

BOOST_AUTO_TEST_CASE(a_full_disk_while_spilling_is_a_failure_with_the_reason) {
  const temporary_folder folder;
  step_sorter sorter({.spill_after = 10'000, .output = "out.jsonl", .spill_folder = folder.path()});
  const file_size_limit full(4096);
  const error why = failure_of([&] {
    for (int i = 0; i < 1'000; ++i) sorter.add(1, 0, "a", std::string(100, 'x'));
  });
  BOOST_TEST((why.code == error_code::sink_unwritable));
  BOOST_TEST(why.message == "out.jsonl: rows beyond the memory limit go to a temporary file in " + folder.path() +
                                ", which failed: File too large");
}

BOOST_AUTO_TEST_CASE(a_folder_that_takes_no_file_is_a_failure_when_rows_are_spilled) {
  step_sorter sorter({.spill_after = 0, .output = "out.jsonl", .spill_folder = "/no/such/folder"});
  const error why = failure_of([&] { sorter.add(1, 0, "a", "a"); });
  BOOST_TEST((why.code == error_code::sink_unwritable));
  BOOST_TEST(contains(why.message, "No such file or directory"));
}

BOOST_AUTO_TEST_SUITE_END()
