// The conformance runner: reads cases of what windows must do and runs them on the engine of one's choice.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "actors_engine.hpp"
#include "case_file.hpp"
#include "operator_engine.hpp"
#include "report.hpp"

namespace {

constexpr int some_failed = 1;
constexpr int bad_usage = 2;

std::unique_ptr<conformance::engine> engine_named(const std::string& name) {
  using namespace conformance;
  if (name == "operator") return std::make_unique<operator_engine>();
  return std::make_unique<actors_engine>(name == "two-stage" ? plan_shape::two_stages : plan_shape::one_stage);
}

int run(const std::string& path, const std::string& engine_name, const std::string& only) {
  auto cases = conformance::read_cases(path);
  if (!only.empty()) {
    std::erase_if(cases, [&](const auto& one) { return one.id != only; });
    if (cases.empty()) throw conformance::bad_case(path + " has no case with the id " + only);
  }
  const std::unique_ptr<conformance::engine> chosen = engine_named(engine_name);
  return conformance::run_cases(cases, *chosen, std::cout).failed == 0 ? 0 : some_failed;
}

}  // namespace

int main(int count, char** arguments) {
  CLI::App program{"Runs conformance cases and says which fail"};
  std::string path;
  std::string engine_name = "operator";
  std::string only;
  program.add_option("file", path, "Cases, one JSON object a line")->required();
  program
      .add_option(
          "--engine", engine_name,
          "What runs them: the operator in a loop, the whole graph of actors, or the graph with a second exchange")
      ->check(CLI::IsMember({"operator", "actors", "two-stage"}))
      ->capture_default_str();
  program.add_option("--only", only, "Run the one case with this id");
  try {
    program.parse(count, arguments);
  } catch (const CLI::ParseError& refused) {
    return program.exit(refused) == 0 ? 0 : bad_usage;
  }
  try {
    return run(path, engine_name, only);
  } catch (const conformance::bad_case& reason) {
    std::cerr << "conformance: " << reason.what() << "\n";
    return bad_usage;
  }
}
