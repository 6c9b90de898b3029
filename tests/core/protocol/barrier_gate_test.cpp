#include <boost/test/unit_test.hpp>
#include <millrace/core/protocol/barrier_gate.hpp>
#include <string>
#include <vector>

using namespace millrace;

namespace {

/// A gate and what has come through it: messages by name, "|1" for aligned barrier 1.
struct watched_gate {
  watched_gate(std::size_t inputs, processing_guarantee guarantee) : gate(inputs, guarantee) {}

  void send(input_id input, const std::string& message, bool ends = false) {
    gate.take(input, message, ends, [&](const std::string& one) { passed.push_back(one); });
  }
  void barrier(input_id input, epoch_number epoch) {
    gate.take_barrier(
        input, epoch, [&](const std::string& one) { passed.push_back(one); },
        [&](epoch_number aligned) { passed.push_back("|" + std::to_string(aligned)); });
  }
  void cancel(epoch_number epoch) {
    gate.cancel(epoch, [&](const std::string& one) { passed.push_back(one); });
  }

  barrier_gate<std::string> gate;
  std::vector<std::string> passed;
};

using words = std::vector<std::string>;
constexpr auto exactly_once = processing_guarantee::exactly_once;
constexpr auto at_least_once = processing_guarantee::at_least_once;

void check(const watched_gate& seen, const words& expected) {
  BOOST_TEST(seen.passed == expected, boost::test_tools::per_element());
}

}  // namespace

BOOST_AUTO_TEST_CASE(exactly_once_holds_what_stands_behind_a_barrier_until_it_is_aligned) {
  watched_gate seen{2, exactly_once};
  seen.send(0, "a");
  seen.barrier(0, 1);
  seen.send(0, "b");
  seen.send(1, "c");
  BOOST_TEST(seen.gate.held() == 1U);
  seen.barrier(1, 1);
  seen.send(0, "d");
  check(seen, {"a", "c", "|1", "b", "d"});
  BOOST_TEST(seen.gate.held() == 0U);
}

BOOST_AUTO_TEST_CASE(at_least_once_holds_nothing_but_the_end_of_an_input_and_what_follows_it) {
  watched_gate seen{2, at_least_once};
  seen.barrier(0, 1);
  seen.send(0, "a");
  seen.send(0, "end of a split", true);
  seen.send(0, "b");
  seen.send(1, "c", true);
  check(seen, {"a", "c"});
  seen.barrier(1, 1);
  check(seen, {"a", "c", "|1", "end of a split", "b"});
}

BOOST_AUTO_TEST_CASE(a_cancelled_barrier_lets_go_what_it_held_and_is_never_aligned) {
  watched_gate seen{2, exactly_once};
  seen.barrier(0, 1);
  seen.send(0, "a");
  seen.cancel(1);
  seen.barrier(1, 1);
  seen.send(1, "b");
  check(seen, {"a", "b"});
}

BOOST_AUTO_TEST_CASE(a_newer_barrier_lets_go_what_the_older_one_held_and_holds_anew) {
  watched_gate seen{2, exactly_once};
  seen.barrier(0, 1);
  seen.send(0, "a");
  seen.barrier(0, 2);
  seen.send(0, "b");
  check(seen, {"a"});
  seen.barrier(1, 2);
  check(seen, {"a", "|2", "b"});
}

BOOST_AUTO_TEST_CASE(a_single_input_is_aligned_at_once) {
  watched_gate seen{1, exactly_once};
  seen.barrier(0, 1);
  seen.send(0, "a");
  check(seen, {"|1", "a"});
}
