#include "report.hpp"

#include <exception>
#include <ostream>
#include <string>

#include "comparison.hpp"
#include "needs.hpp"

namespace conformance {
namespace {

std::string indented(const std::string& text) {
  std::string moved = "    ";
  for (const char letter : text) moved += letter == '\n' ? std::string("\n    ") : std::string(1, letter);
  return moved;
}

/// Returns the block of a failing case; empty when it passes.
std::string block_of(const test_case& wanted, engine& chosen) {
  std::string block;
  try {
    for (const auto& found : compare(wanted, chosen.run_case(wanted))) {
      block +=
          "  " + found.what + "\n   expected\n" + indented(found.expected) + "\n   got\n" + indented(found.got) + "\n";
    }
  } catch (const std::exception& reason) {
    block = "  expected\n    no failure\n  got\n" + indented(reason.what()) + "\n";
  }
  return block;
}

}  // namespace

tally run_cases(const std::vector<test_case>& cases, engine& chosen, std::ostream& out) {
  tally counted;
  for (const auto& wanted : cases) {
    if (const auto missing = missing_for(wanted.pipeline); !missing.empty()) {
      out << "skipped " << wanted.id << ": " << missing << "\n";
      ++counted.skipped;
      continue;
    }
    const auto block = block_of(wanted, chosen);
    if (block.empty()) {
      ++counted.passed;
      continue;
    }
    out << "failed " << wanted.id << (wanted.optional ? " (optional)" : "") << "\n" << block << std::flush;
    if (!wanted.optional) ++counted.failed;
  }
  out << counted.passed << " passed, " << counted.failed << " failed";
  if (counted.skipped > 0) out << ", " << counted.skipped << " skipped";
  out << std::endl;
  return counted;
}

}  // namespace conformance
