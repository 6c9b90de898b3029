#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <millrace/storage/directory_lock.hpp>
#include <optional>
#include <tests/storage/temporary_directory.hpp>
#include <utility>

using namespace millrace;

BOOST_AUTO_TEST_CASE(a_second_owner_is_refused_until_the_first_one_is_gone) {
  const testing::temporary_directory place;
  auto first = directory_lock::take(place.path());
  BOOST_TEST_REQUIRE(first.has_value());
  std::optional<directory_lock> held(std::move(first).value());
  const auto second = directory_lock::take(place.path());
  BOOST_TEST_REQUIRE(second.has_error());
  BOOST_TEST((second.error().code == error_code::state_in_use));
  BOOST_TEST(second.error().message.find(place.path()) != std::string::npos);
  held.reset();
  BOOST_TEST(directory_lock::take(place.path()).has_value());
}

BOOST_AUTO_TEST_CASE(a_process_that_is_killed_gives_it_up) {
  const testing::temporary_directory place;
  int ready[2];
  BOOST_TEST_REQUIRE(pipe(ready) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const auto held = directory_lock::take(place.path());
    const char word = held.has_value() ? 'y' : 'n';
    (void)!write(ready[1], &word, 1);
    pause();
    _exit(0);
  }
  char word = 0;
  BOOST_TEST(read(ready[0], &word, 1) == 1);
  BOOST_TEST(word == 'y');
  BOOST_TEST(directory_lock::take(place.path()).has_error());
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  BOOST_TEST(directory_lock::take(place.path()).has_value());
  close(ready[0]);
  close(ready[1]);
}

BOOST_AUTO_TEST_CASE(a_directory_that_is_not_there_is_an_error_that_names_it) {
  const auto taken = directory_lock::take("/nowhere/at/all");
  BOOST_TEST_REQUIRE(taken.has_error());
  BOOST_TEST((taken.error().code == error_code::state_unwritable));
  BOOST_TEST(taken.error().message.find("/nowhere/at/all") != std::string::npos);
}
