// simulation: runs random scenarios on the whole graph of actors, under a seeded scheduler and on virtual time.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <iostream>
#include <string>

#include "campaign.hpp"
#include "faults.hpp"

int main(int count, char** arguments) {
  using millrace::engine::planted_fault;
  std::uint64_t seeds = 1000;
  std::uint64_t first = 1;
  std::size_t violations = 5;
  bool shrinks = true;
  planted_fault fault = planted_fault::none;
  CLI::App app{"Runs random scenarios on the whole graph of actors, under a seeded scheduler and on virtual time."};
  app.add_option("--seeds", seeds, "How many scenarios to run")->capture_default_str();
  app.add_option("--first", first, "The first seed")->capture_default_str();
  app.add_option("--violations", violations, "Violations after which it stops")->capture_default_str();
  app.add_flag("--shrink,!--no-shrink", shrinks, "Look for the smallest scenario that fails");
  app.add_option("--fault", fault, "A fault to plant, to see that it is found")
      ->transform(CLI::CheckedTransformer(millrace::simulation::fault_names()));
  CLI11_PARSE(app, count, arguments);

  millrace::engine::planted() = fault;
  const auto counted =
      millrace::simulation::run_campaign(first, seeds, violations, [&](std::uint64_t seed, const std::string& found) {
        std::cerr << (shrinks ? millrace::simulation::report_on(seed, found)
                              : "seed " + std::to_string(seed) + ": " + found)
                  << '\n';
      });
  std::cout << millrace::simulation::text_of(counted);
  return counted.violations == 0 ? 0 : 1;
}
