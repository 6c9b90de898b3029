#include <atomic>
#include <boost/test/unit_test.hpp>
#include <millrace/actors/flow/buffer_pool.hpp>
#include <thread>
#include <vector>

using namespace millrace;

namespace {

using numbers = row_batch<int>;

std::unique_ptr<batch> make_numbers() {
  return std::make_unique<numbers>();
}

batch_elements<int>& rows(const batch_hold& hold) {
  return static_cast<numbers*>(hold.get())->rows;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_pool_gives_no_more_than_its_buffers) {
  const auto pool = buffer_pool::make(2, make_numbers, [] {});
  const auto first = pool->acquire();
  const auto second = pool->acquire();
  BOOST_TEST(static_cast<bool>(second));
  BOOST_TEST(!pool->acquire());
  BOOST_TEST(pool->held() == 2U);
}

BOOST_AUTO_TEST_CASE(the_last_hold_to_go_returns_the_buffer_empty) {
  const auto pool = buffer_pool::make(1, make_numbers, [] {});
  auto hold = pool->acquire();
  rows(hold).push_back(7);
  auto copy = hold;
  hold.reset();
  BOOST_TEST(pool->held() == 1U);
  BOOST_TEST(rows(copy).size() == 1U);
  copy.reset();
  BOOST_TEST(pool->held() == 0U);
  BOOST_TEST(rows(pool->acquire()).empty());
}

BOOST_AUTO_TEST_CASE(a_waiting_sender_is_woken_once) {
  int woken = 0;
  const auto pool = buffer_pool::make(2, make_numbers, [&] { ++woken; });
  auto first = pool->acquire();
  auto second = pool->acquire();
  BOOST_TEST(!pool->acquire_or_wait());
  first.reset();
  second.reset();
  BOOST_TEST(woken == 1);
}

BOOST_AUTO_TEST_CASE(nobody_is_woken_who_does_not_wait) {
  int woken = 0;
  const auto pool = buffer_pool::make(1, make_numbers, [&] { ++woken; });
  auto hold = pool->acquire_or_wait();
  BOOST_TEST(static_cast<bool>(hold));
  hold.reset();
  BOOST_TEST(woken == 0);
}

BOOST_AUTO_TEST_CASE(a_hold_outlives_its_pool) {
  auto pool = buffer_pool::make(1, make_numbers, [] {});
  auto hold = pool->acquire();
  pool.reset();
  rows(hold).push_back(1);
  BOOST_TEST(rows(hold).size() == 1U);
}

BOOST_AUTO_TEST_CASE(no_return_is_missed_between_two_threads) {
  constexpr int rounds = 20'000;
  std::atomic<int> woken{0};
  const auto pool = buffer_pool::make(2, make_numbers, [&] { woken.fetch_add(1); });
  std::vector<batch_hold> handed(rounds);
  std::atomic<int> ready{0};
  std::thread reader{[&] {
    for (int index = 0; index < rounds; ++index) {
      while (ready.load(std::memory_order_acquire) <= index) std::this_thread::yield();
      handed[static_cast<std::size_t>(index)].reset();
    }
  }};
  int waited = 0;
  for (int index = 0; index < rounds; ++index) {
    auto hold = pool->acquire_or_wait();
    while (!hold) {
      // Only the wake-up may bring a buffer: without it this would go on for ever.
      ++waited;
      while (woken.load() < waited) std::this_thread::yield();
      hold = pool->acquire_or_wait();
    }
    rows(hold).push_back(index);
    handed[static_cast<std::size_t>(index)] = std::move(hold);
    ready.store(index + 1, std::memory_order_release);
  }
  reader.join();
  BOOST_TEST(pool->held() == 0U);
}
