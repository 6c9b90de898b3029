// oracle_scripts: runs random scripts on an engine and compares what comes out with the oracle.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <iostream>
#include <string>

#include "actors_engine.hpp"
#include "campaign.hpp"

namespace {

millrace::oracle::engine engine_named(const std::string& name) {
  using namespace millrace::oracle;
  if (name == "actors") return actors_engine();
  if (name == "two-stage") return two_stage_engine();
  if (name == "two-windows") return two_windows_engine();
  return operator_engine(name == "sliced" ? operator_kind::sliced : operator_kind::general);
}

}  // namespace

int main(int count, char** arguments) {
  std::uint64_t seeds = 5000;
  std::uint64_t first = 1;
  std::string engine_name = "operator";
  CLI::App app{"Runs random scripts on an engine and compares what comes out with the oracle."};
  app.add_option("--seeds", seeds, "How many scripts to run")->capture_default_str();
  app.add_option("--first", first, "The first seed")->capture_default_str();
  app.add_option("--engine", engine_name, "What runs them")
      ->check(CLI::IsMember({"operator", "sliced", "actors", "two-stage", "two-windows"}))
      ->capture_default_str();
  CLI11_PARSE(app, count, arguments);

  const auto engine = engine_named(engine_name);
  const auto counted = millrace::oracle::run_campaign(engine, first, seeds,
                                                      [](const std::string& report) { std::cerr << report << '\n'; });
  std::cout << millrace::oracle::text_of(counted) << '\n';
  return counted.differences == 0 ? 0 : 1;
}
