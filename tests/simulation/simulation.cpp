// simulation: runs random scenarios on the whole graph of actors, under a seeded scheduler and on virtual time.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>

#include "campaign.hpp"
#include "faults.hpp"

namespace {

constexpr int bad_usage = 2;
/// A number below zero, which wraps, is above it.
constexpr std::uint64_t greatest = 1'000'000'000'000;

/// A crash is a violation too: it is to be known with which seed it came.
void tell_seed(int signal) {
  char words[100];
  const int length = std::snprintf(words, sizeof words, "crashed; again: simulation --seeds 1 --first %llu\n",
                                   static_cast<unsigned long long>(millrace::simulation::running_seed()));
  static_cast<void>(!write(STDERR_FILENO, words, static_cast<std::size_t>(length)));
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

}  // namespace

int main(int count, char** arguments) {
  std::uint64_t seeds = 1000;
  std::uint64_t first = 1;
  std::size_t violations = 5;
  bool shrinks = true;
  std::string fault = "none";
  const auto& names = millrace::simulation::fault_names();
  std::map<std::string, millrace::engine::planted_fault> faults(names.begin(), names.end());
  faults.emplace(fault, millrace::engine::planted_fault::none);
  CLI::App app{"Runs random scenarios on the whole graph of actors, under a seeded scheduler and on virtual time."};
  app.add_option("--seeds", seeds, "How many scenarios to run")
      ->check(CLI::Range(std::uint64_t{1}, greatest))
      ->capture_default_str();
  app.add_option("--first", first, "The first seed")
      ->check(CLI::Range(std::uint64_t{0}, greatest))
      ->capture_default_str();
  app.add_option("--violations", violations, "Violations after which it stops")
      ->check(CLI::Range(std::uint64_t{1}, greatest))
      ->capture_default_str();
  app.add_flag("--shrink,!--no-shrink", shrinks, "Look for the smallest scenario that fails");
  app.add_option("--fault", fault, "A fault to plant, to see that it is found")
      ->check(CLI::IsMember(faults))
      ->capture_default_str();
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& refused) {
    return app.exit(refused) == 0 ? 0 : bad_usage;
  }

  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE}) std::signal(signal, tell_seed);
  millrace::engine::planted() = faults.at(fault);
  const auto counted =
      millrace::simulation::run_campaign(first, seeds, violations, [&](std::uint64_t seed, const std::string& found) {
        std::cerr << (shrinks ? millrace::simulation::report_on(seed, found)
                              : "seed " + std::to_string(seed) + ": " + found)
                  << '\n';
      });
  std::cout << millrace::simulation::text_of(counted);
  return counted.violations == 0 ? 0 : 1;
}
