#include "case_file.hpp"

#include <fstream>

#include "case_sections.hpp"
#include "fields.hpp"

namespace conformance {

test_case read_case(std::string_view line) {
  simdjson::dom::parser parser;
  simdjson::dom::element document;
  if (const auto error = parser.parse(simdjson::padded_string(line)).get(document); error != simdjson::SUCCESS) {
    throw bad_case(std::string("not JSON: ") + simdjson::error_message(error));
  }
  const field whole(document, "");
  test_case read;
  read.id = whole.at("id").text();
  read.optional = whole.has("optional") && whole.at("optional").boolean();
  read.pipeline = read_pipeline(whole.at("pipeline"));
  if (read.pipeline.timers) return read;
  read.steps = read_steps(whole.at("steps"), read.pipeline.sources);
  read.expect = read_expectation(whole.at("expect"), read.steps.size());
  return read;
}

std::vector<test_case> read_cases(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw bad_case(path + " cannot be opened; a file of cases, one a line, is wanted");
  std::vector<test_case> cases;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    try {
      cases.push_back(read_case(line));
    } catch (const bad_case& reason) {
      throw bad_case(path + " line " + std::to_string(number) + ": " + reason.what());
    }
  }
  if (file.bad() || !file.eof()) throw bad_case(path + " cannot be read; a file of cases, one a line, is wanted");
  return cases;
}

}  // namespace conformance
