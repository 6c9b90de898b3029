#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>

#include "kill_campaign.hpp"

BOOST_AUTO_TEST_CASE(a_job_that_dies_at_a_crash_point_leaves_what_an_undisturbed_one_leaves) {
  std::string folder = (std::filesystem::temp_directory_path() / "millrace-recovery-XXXXXX").string();
  BOOST_TEST_REQUIRE(mkdtemp(folder.data()) != nullptr);
  const auto found =
      millrace::recovery::crash_at_each_point({.program = MILLRACE_PROGRAM,
                                               .crashing = MILLRACE_CRASHING,
                                               .data = std::filesystem::absolute("examples/data/flights-20k.jsonl"),
                                               .folder = folder,
                                               .rate = "200000/s",
                                               .interval = "5ms"});
  for (const auto& name : found.reached) BOOST_TEST_MESSAGE(name);
  BOOST_TEST(found.reached.size() >= 8U);
  BOOST_TEST(found.crashes >= 20U);
  BOOST_TEST(found.differences.empty(), (found.differences.empty() ? "" : found.differences.front()));
  if (found.differences.empty()) std::filesystem::remove_all(folder);
}

BOOST_AUTO_TEST_CASE(a_killed_job_leaves_what_an_undisturbed_one_leaves) {
  std::string folder = (std::filesystem::temp_directory_path() / "millrace-recovery-XXXXXX").string();
  BOOST_TEST_REQUIRE(mkdtemp(folder.data()) != nullptr);
  const auto found =
      millrace::recovery::kill_again_and_again({.program = MILLRACE_PROGRAM,
                                                .crashing = MILLRACE_CRASHING,
                                                .data = std::filesystem::absolute("examples/data/flights-20k.jsonl"),
                                                .folder = folder,
                                                .kills = 16});
  BOOST_TEST(found.kills == 16U);
  BOOST_TEST(found.late_lines > 1000U);
  BOOST_TEST(found.differences.empty(), (found.differences.empty() ? "" : found.differences.front()));
  if (found.differences.empty()) std::filesystem::remove_all(folder);
}
