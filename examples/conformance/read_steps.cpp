#include "case_sections.hpp"

namespace conformance {
namespace {

std::size_t read_source(const field& step, std::size_t sources) {
  return static_cast<std::size_t>(step.at("source").integer(0, static_cast<std::int64_t>(sources) - 1));
}

script_step read_step(const field& whole, std::size_t sources) {
  const auto [kind, content] = whole.only_member();
  if (kind == "event") {
    return event_step{.source = read_source(content, sources),
                      .key = content.at("key").text(),
                      .ts = content.at("ts").integer(),
                      .value = content.at("value").integer()};
  }
  if (kind == "watermark") {
    return watermark_step{.source = read_source(content, sources), .ts = content.at("ts").integer()};
  }
  if (kind == "idle") return idle_step{read_source(content, sources)};
  if (kind == "active") return active_step{read_source(content, sources)};
  if (kind == "advance_processing_time") return clock_step{content.at("to_ms").integer()};
  if (kind == "end") return end_step{read_source(content, sources)};
  throw whole.wrong("is the step \"" + kind +
                    "\"; accepted are event, watermark, idle, active, advance_processing_time, end");
}

}  // namespace

std::vector<script_step> read_steps(const field& steps, std::size_t sources) {
  std::vector<script_step> read;
  std::vector<bool> ended(sources, false);
  steps.each([&](const field& whole) {
    read.push_back(read_step(whole, sources));
    const auto source = source_of(read.back());
    if (source && ended[*source]) {
      throw whole.wrong("is a step of input " + std::to_string(*source) + ", which has ended");
    }
    if (std::holds_alternative<end_step>(read.back())) ended[*source] = true;
  });
  return read;
}

}  // namespace conformance
